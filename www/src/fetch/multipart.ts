/** Reads `multipart/byteranges` (RFC 9110, section 14.6): several ranges of a file in one response. */

import type { Bytes } from "./http.js";

/** The parts of a body, keyed by the offset of their first byte in the file. Truncated parts are left out. */
export function readMultipart(body: Bytes): Map<number, Bytes> {
  const parts = new Map<number, Bytes>();
  // Latin-1 maps each byte to one character, so offsets in `text` are offsets in `body`.
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
