/** Stored files as streams: never more bytes than were promised, and gzip opened by the browser on the way. */

import { DocfuseError } from "../shared/error.js";
import { damaged, isGzip, networkError, tooLong, type Bytes } from "./http.js";
import type { FileRef } from "../shared/protocol.js";

/**
 * The bytes of `stored`, an answer for `file`; `onBytes` hears how many there were so far. Ends with `network` where
 * the source fails, and with `damaged` at the first byte too many.
 */
export function limited(
  stored: ReadableStream<Bytes>,
  file: FileRef,
  onBytes: (loaded: number) => void,
): ReadableStream<Bytes> {
  // A host may deliver the raw file in place of the stored one by opening the compression itself.
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
        reader.cancel().catch(() => undefined); // the stream's own trouble: nobody wants the rest of it
        throw tooLong(file.name, limit);
      }
      controller.enqueue(value);
      onBytes(loaded);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Hands the content of `stored` on, chunk by chunk, without its compression if it starts as gzip does. */
export async function eachChunk(
  stored: ReadableStream<Bytes>,
  name: string,
  use: (chunk: Bytes) => void,
): Promise<void> {
  const reader = (await opened(stored)).getReader();
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

async function opened(stored: ReadableStream<Bytes>): Promise<ReadableStream<Bytes>> {
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
