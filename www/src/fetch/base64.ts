/** Base64, as binary data stands in JSON and in scripts. Throws what `atob` throws on other text. */

import type { Bytes } from "./http.js";

export function fromBase64(text: string): Bytes {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
