/** Stored files as streams, with a limit on their bytes and decompression by the browser. */

import { DocfuseError } from "../shared/error.js";
import { damaged, networkError, tooLong, unlessStalled, type Bytes } from "./http.js";

/**
 * The bytes of `stored`, a response for the file `name`. `onBytes` gets the number of bytes so far. The stream errors
 * with `network` if the source fails or stalls, and with `damaged` at the first byte over `limit`.
 */
export function limited(
  stored: ReadableStream<Bytes>,
  name: string,
  limit: number,
  onBytes: (loaded: number) => void,
  isPaused?: () => boolean,
): ReadableStream<Bytes> {
  const reader = stored.getReader();
  let loaded = 0;
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await unlessStalled(reader.read(), isPaused).catch((cause: unknown) => {
        reader.cancel().catch(() => undefined);
        throw networkError(name, cause);
      });
      if (done) return controller.close();
      loaded += value.byteLength;
      if (loaded > limit) {
        reader.cancel().catch(() => undefined); // the rest is discarded anyway
        throw tooLong(name, limit);
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

/** `stored`, decompressed if it is gzip: a host may have decompressed the stored file itself. */
export async function decompressedStream(stored: ReadableStream<Bytes>): Promise<ReadableStream<Bytes>> {
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

function isGzip(stored: Bytes): boolean {
  return stored[0] === 0x1f && stored[1] === 0x8b;
}
