/** Base64 decoding, for binary data in JSON and in scripts. */

import type { Bytes } from "./http.js";

/** Throws the `DOMException` of `atob` if `text` is not base64. */
export function fromBase64(text: string): Bytes {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
