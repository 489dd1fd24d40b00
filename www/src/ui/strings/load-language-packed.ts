/**
 * Loads the sentences of one language from `docfuse-strings.hdf`, in place of `load-language`. This file has a gzip member
 * for each language, so that an index folder has one file for all, of which a page requests its language's range.
 */

import { decompressed, readBody, request } from "../../fetch/http.js";
import LENGTHS from "docfuse_strings";
import type { Strings } from "./strings.js";

const NAME = "docfuse-strings.hdf";
const ADDRESS = new URL("./docfuse-strings.hdf", import.meta.url).href;

/** The longest file, and the longest sentences, that are read. */
const MAX_STORED = 1 << 20;
const MAX_LENGTH = 1 << 16;

export const TAGS: readonly string[] = Object.keys(LENGTHS);

export function loadLanguage(tag: string): Promise<Strings> {
  const before = TAGS.slice(0, TAGS.indexOf(tag));
  const start = before.reduce((sum, each) => sum + (LENGTHS[each] ?? 0), 0);
  const end = start + (LENGTHS[tag] ?? 0);
  const load = async (init: RequestInit) => {
    const response = await request((url, init) => fetch(url, init), ADDRESS, NAME, init);
    const body = await readBody(response, NAME, MAX_STORED);
    // A host that ignores ranges answers with the whole file.
    const stored = response.status === 206 ? body : body.subarray(start, end);
    const json = await decompressed(stored, NAME, MAX_LENGTH);
    return JSON.parse(new TextDecoder().decode(json)) as Strings;
  };
  // Some hosts refuse ranges, or cut them out of a compressed copy; the browser may keep an error.
  return load({ headers: { Range: `bytes=${start}-${end - 1}` } }).catch(() => load({ cache: "reload" }));
}
