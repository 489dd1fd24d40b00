/** Several ranges of a file in one answer: `multipart/byteranges` (RFC 9110, section 14.6). */

import type { Bytes } from "./http.js";

/** What a part has beside its content: boundary and headers. */
const MAX_FRAME_BYTES = 512;

/** Bytes that the answer with these parts has at most. */
export function multipartLimit(parts: readonly { start: number; end: number }[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start + MAX_FRAME_BYTES, MAX_FRAME_BYTES);
}

/** The parts of a body by the number of their first byte; one that is cut short is left out. */
export function partsOf(body: Bytes): Map<number, Bytes> {
  const parts = new Map<number, Bytes>();
  // One character for each byte.
  const text = new TextDecoder("latin1").decode(body);
  const frame = /content-range: *bytes (\d+)-(\d+)\/.*?\r\n\r\n/gis;
  for (let found; (found = frame.exec(text));) {
    const [start, last] = [Number(found[1]), Number(found[2])];
    const from = frame.lastIndex;
    frame.lastIndex += last + 1 - start;
    if (start <= last && frame.lastIndex <= body.length)
      parts.set(start, body.subarray(from, frame.lastIndex));
  }
  return parts;
}
