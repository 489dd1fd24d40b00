/** Whole files of the manifest (the encoder's): fetched, opened and compared with their SHA-256. */

import { address, body, damaged, opened, request, twice, type Bytes, type Fetch } from "./fetching.js";
import type { FileRef } from "./protocol.js";

export interface FetchOptions {
  /** Go past the browser's cache: the cached copy is suspected to be damaged. */
  readonly reload?: boolean;
  /** Called with the bytes of each chunk as it comes off the network (still compressed). */
  readonly onBytes?: (count: number) => void;
}

/** The raw bytes of one file. What is not what the manifest says is fetched once more, past the cache. */
export function fetchFile(
  fetch: Fetch,
  base: string,
  file: FileRef,
  { reload = false, onBytes }: FetchOptions = {},
): Promise<Bytes> {
  const { name } = file;
  return twice(async (attempt) => {
    // Names carry a content hash, so that a cached copy can't be out of date, whatever its age.
    const cache = reload || attempt > 0 ? "reload" : "force-cache";
    const response = await request(fetch, address(base, name), name, { cache });
    // A host may deliver the raw file in place of the stored one by opening the compression itself.
    const stored = await body(response, name, Math.max(file.stored, file.bytes), onBytes);
    const bytes = await opened(stored, name, file.bytes);
    if (bytes.byteLength !== file.bytes) {
      throw damaged(name, `has ${bytes.byteLength} bytes, expected ${file.bytes}`);
    }
    if (!(await isContent(bytes, file))) throw damaged(name, "is not the file that the manifest names");
    return bytes;
  });
}

/**
 * Compares the SHA-256. Browsers offer it to secure contexts only: on plain http, where nothing protects the
 * content anyway, length and gzip's own checksum have to do.
 */
async function isContent(bytes: Bytes, file: FileRef): Promise<boolean> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === file.sha256;
}
