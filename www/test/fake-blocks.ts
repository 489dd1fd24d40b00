/** A file of four blocks, and a `BlockFetcher` on a host whose answers a test gives. */

import assert from "node:assert/strict";
import { DocfuseError } from "../src/shared/error.js";
import type { Fetch } from "../src/fetch/http.js";
import { RangeCache } from "../src/fetch/range-cache.js";
import { BlockFetcher, type Outcome, type Rangeless } from "../src/fetch/block-fetcher.js";
import type { BlockRequest } from "../src/shared/protocol.js";
import { byFile } from "../src/fetch/coalesce.js";
import { BASE, HEADER_BYTES, encoded, noise, packed, partOf } from "./fake-host.js";

export const FILE = "postings-0.hdf";
// Much longer than the bytes that may be fetched in excess to avoid a range request.
export const CONTENTS = ["first ", "second ", "third ", "fourth "].map((word) => encoded(noise(word)));
export const { members: MEMBERS, stored: STORED } = packed(CONTENTS);

export const RANGES: BlockRequest[] = [];
for (const [index, member] of MEMBERS.entries()) {
  const start = RANGES.at(-1)?.end ?? HEADER_BYTES;
  const bytes = CONTENTS[index]?.byteLength ?? 0;
  RANGES.push({
    id: index,
    file: FILE,
    start,
    end: start + member.byteLength,
    size: STORED.byteLength,
    bytes,
  });
}
export const rangeOf = (index: number): BlockRequest => RANGES[index] ?? assert.fail(`no range ${index}`);

export interface Asked {
  readonly name: string;
  readonly range: string | null;
  readonly cache: RequestCache | undefined;
}

/** A fetcher whose requests `answer` answers, given the `Range` header and the number of the request. */
export function loading(
  answer: (range: string | null, count: number) => Response | Promise<Response>,
  { cache = new RangeCache(undefined), rangeless = new Set() as Rangeless } = {},
) {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, { cache, headers }) => {
    const range = new Headers(headers).get("range");
    asked.push({ name: url.slice(BASE.length), range, cache });
    return answer(range, asked.length);
  };
  const fetcher = new BlockFetcher(fetch, BASE, cache, rangeless);
  const load = async (...wanted: BlockRequest[]) => {
    const loads = await Promise.all(byFile(wanted).map((group) => fetcher.load(group, false)));
    const outcomes = new Map(loads.flatMap((each) => [...each]));
    return [...wanted].sort((a, b) => a.start - b.start).map((each) => outcomes.get(each) ?? assert.fail());
  };
  return { asked, load, fetcher };
}

export const withRanges = (range: string | null) => (range ? partOf(STORED, range) : new Response(STORED));
export const whole = () => new Response(STORED);

/** The decompressed content of each range, or the code of its error. */
export function outcomes(results: Outcome[]): unknown[] {
  return results.map((result) => {
    if (!(result instanceof Error)) return result;
    assert.ok(result instanceof DocfuseError, String(result));
    assert.equal(result.file, FILE);
    return result.code;
  });
}

/** Whether requests had a range, in order: `r` for a range, `w` for a whole file; capital past the HTTP cache. */
export const sorts = (asked: readonly Asked[]) =>
  asked
    .map(({ range, cache }) => (range ? "r" : "w")[cache === "reload" ? "toUpperCase" : "toString"]())
    .join("");

/** The same bytes with some inverted in the range `index`. */
export function altered(index: number): Uint8Array<ArrayBuffer> {
  const bytes = STORED.slice();
  const at = rangeOf(index).start + 20;
  bytes[at] = 255 - (bytes[at] ?? 0);
  return bytes;
}
