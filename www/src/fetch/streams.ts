/** Stored files as streams, with a limit on their bytes and decompression by the browser. */

import { DocfuseError } from "../shared/error.js";
import { damaged, isGzip, networkError, tooLong, type Bytes } from "./http.js";
import type { FileRef } from "../shared/protocol.js";

/**
 * The bytes of `stored`, a response for `file`. `onBytes` gets the number of bytes so far. The stream errors with
 * `network` if the source fails, and with `damaged` at the first byte over the expected size.
 */
export function limited(
  stored: ReadableStream<Bytes>,
  file: FileRef,
  onBytes: (loaded: number) => void,
): ReadableStream<Bytes> {
  // A host may decompress the stored file itself and send the raw one.
  const limit = Math.max(file.stored, file.bytes);
  const reader = stored.getReader();
  let loaded = 0;
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw networkError(file.name, cause);
      });
      if (done) return controller.close();
      loaded += value.byteLength;
      if (loaded > limit) {
        reader.cancel().catch(() => undefined); // the rest is discarded anyway
        throw tooLong(file.name, limit);
      }
      controller.enqueue(value);
      onBytes(loaded);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Calls `use` with each chunk of `stored`, decompressed if it is gzip. Rejects with `damaged` for invalid gzip. */
export async function eachChunk(
  stored: ReadableStream<Bytes>,
  name: string,
  use: (chunk: Bytes) => void,
): Promise<void> {
  const reader = (await decompressedStream(stored)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw cause instanceof DocfuseError ? cause : damaged(name, "is not a whole gzip stream", cause);
      });
      if (done) return;
      use(value);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

async function decompressedStream(stored: ReadableStream<Bytes>): Promise<ReadableStream<Bytes>> {
  const reader = stored.getReader();
  let start: Bytes = new Uint8Array();
  while (start.byteLength < 2) {
    const { done, value } = await reader.read();
    if (done) break;
    const joined = new Uint8Array(start.byteLength + value.byteLength);
    joined.set(start);
    joined.set(value, start.byteLength);
    start = joined;
  }
  const whole = new ReadableStream<Bytes>({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return isGzip(start) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
