/**
 * Files that hold a gzip member for each language, so that an index folder has one file for all, of which a page requests
 * its language's range.
 */

import { decompressed, readBody, request, type Bytes } from "./http.js";

/** The longest file that is read. */
const MAX_STORED = 1 << 20;

/** The content of the member `tag` of the file at `address`, of at most `limit` bytes; `lengths`: of all, in their order. */
export function packed(
  address: string,
  name: string,
  lengths: Readonly<Record<string, number>>,
  tag: string,
  limit: number,
): Promise<Bytes> {
  const tags = Object.keys(lengths);
  const before = tags.slice(0, tags.indexOf(tag));
  const start = before.reduce((sum, each) => sum + (lengths[each] ?? 0), 0);
  const end = start + (lengths[tag] ?? 0);
  const load = async (headers: Record<string, string>) => {
    const response = await request((url, init) => fetch(url, init), address, name, { headers });
    const body = await readBody(response, name, MAX_STORED);
    // A host that ignores ranges answers with the whole file.
    return decompressed(response.status === 206 ? body : body.subarray(start, end), name, limit);
  };
  // Some hosts refuse ranges, or cut them out of a compressed copy.
  return load({ Range: `bytes=${start}-${end - 1}` }).catch(() => load({}));
}
