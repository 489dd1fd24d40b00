/**
 * Fetches blocks of index files: from the range cache, by byte range, or out of whole files on hosts that ignore
 * ranges.
 *
 * Damage is detected by length and `Content-Range` (here), by gzip's CRC (here), and by the search module, which checks
 * what it reads.
 */

import { DocfuseError } from "../shared/error.js";
import type { BlockRequest } from "../shared/protocol.js";
import { coalesce, type CoalescedRange } from "./coalesce.js";
import {
  damaged,
  decompressed,
  fileUrl,
  readBody,
  request,
  retryOnce,
  type Bytes,
  type Fetch,
} from "./http.js";
import { multipartLimit, readMultipart } from "./multipart.js";
import type { RangeCache } from "./range-cache.js";
import { WholeFiles } from "./whole-files.js";

/** If a range lacks at most this many bytes of its file, we fetch the whole file, which every HTTP cache keeps. */
const MAX_EXTRA_BYTES = 1024;

type Outcome = PromiseSettledResult<Bytes>;

export class BlockFetcher {
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #rangeCache: RangeCache;
  readonly #wholeFiles = new WholeFiles();
  /** Set once the host answers a range with a whole file; from then on we fetch whole files. */
  #ignoresRanges = false;
  /** Whether the host sends several ranges in one response: what the manifest says, until a response disproves it. */
  #multipart: boolean;

  constructor(fetch: Fetch, base: string, rangeCache: RangeCache, multipart: boolean) {
    this.#fetch = fetch;
    this.#base = base;
    this.#rangeCache = rangeCache;
    this.#multipart = multipart;
  }

  /**
   * The decompressed content of each of `ranges`, or why it is missing; never rejects. All ranges belong to one file.
   * `reload` bypasses the range cache and the browser's HTTP cache.
   */
  async load(ranges: readonly BlockRequest[], reload: boolean): Promise<Map<BlockRequest, Outcome>> {
    const outcomes = new Map<BlockRequest, Outcome>();
    if (!reload) await Promise.all(ranges.map((range) => this.#recall(range, outcomes)));
    const joined = coalesce(ranges.filter((range) => !outcomes.has(range)));
    const several = joined.length > 1 && this.#multipart ? await this.#fetchMultipart(joined) : undefined;
    await Promise.all(
      joined.map(async (each) => {
        const found = await this.#load(each, reload, several?.get(each.start));
        each.ranges.forEach((range, i) => outcomes.set(range, found[i] as Outcome));
      }),
    );
    return outcomes;
  }

  /** Adds the content of `range` to `outcomes` if the range cache has it undamaged. */
  async #recall(range: BlockRequest, outcomes: Map<BlockRequest, Outcome>): Promise<void> {
    try {
      const stored = await this.#rangeCache.get(range);
      if (!stored) return;
      const value = await decompressed(stored, range.file, range.bytes);
      outcomes.set(range, { status: "fulfilled", value });
    } catch {
      // Fetched from the host instead.
    }
  }

  /** The outcomes of the ranges in `joined`; `given` are its stored bytes, if they have just been fetched. */
  async #load(joined: CoalescedRange, reload: boolean, given: Bytes | undefined): Promise<Outcome[]> {
    try {
      return await retryOnce(async (attempt) => {
        // File names contain a content hash, so a cached copy is never stale, whatever its age.
        const cache = reload || attempt > 0 ? "reload" : "force-cache";
        const stored = attempt === 0 && given ? given : await this.#stored(joined, cache);
        const contents = await Promise.allSettled(joined.ranges.map((range) => open(range, joined, stored)));
        const failed = contents.find((content) => content.status === "rejected");
        // On the second attempt, the undamaged ranges count.
        if (failed && attempt === 0) throw failed.reason;
        return contents;
      });
    } catch (reason) {
      return joined.ranges.map(() => ({ status: "rejected", reason }));
    }
  }

  /** Bytes `[start, end)` of the stored file. */
  async #stored(joined: CoalescedRange, cache: RequestCache): Promise<Bytes> {
    const { file, size, start, end } = joined;
    const url = fileUrl(this.#base, file);
    const whole = async () => exactly(await request(this.#fetch, url, file, { cache }), file, size);
    if (start + size - end <= MAX_EXTRA_BYTES) return (await whole()).subarray(start, end);
    if (cache === "reload") this.#wholeFiles.forget(file);
    const stored = this.#ignoresRanges
      ? await this.#wholeFiles.share(file, whole)
      : await this.#fetchRange(joined, url, cache);
    // A range here is always shorter than its file.
    return stored.byteLength === size ? stored.subarray(start, end) : stored;
  }

  /** The bytes of `joined`, or the whole file if the host ignores ranges. */
  async #fetchRange(joined: CoalescedRange, url: string, cache: RequestCache): Promise<Bytes> {
    const { file, size, start, end } = joined;
    // Chromium serialises requests for one URL to share its cache entry: five ranges of a file took five round trips.
    // Static hosts ignore the query string.
    const response = await request(this.#fetch, `${url}?${start}`, file, {
      cache,
      headers: rangeHeader([joined]),
    });
    if (response.status === 206) {
      checkRange(response, joined);
      return this.#keep(joined, await exactly(response, file, end - start));
    }
    let taken = false;
    const whole = this.#wholeFiles.share(file, () => {
      taken = true;
      return exactly(response, file, size);
    });
    // Another range of this file came first: one download is enough.
    if (!taken) response.body?.cancel().catch(() => undefined);
    await whole;
    // Only once the file has the right length: an error page in its place says nothing about range support.
    this.#ignoresRanges = true;
    return whole;
  }

  /** What one request for all of `joined` brings, by start offset. */
  async #fetchMultipart(joined: readonly CoalescedRange[]): Promise<Map<number, Bytes>> {
    const found = new Map<number, Bytes>();
    const [{ file }] = joined as [CoalescedRange];
    try {
      const url = fileUrl(this.#base, file);
      const response = await request(this.#fetch, url, file, {
        cache: "no-store",
        headers: rangeHeader(joined),
      });
      if (/^multipart\//i.test(response.headers.get("content-type") ?? "")) {
        const parts = readMultipart(await readBody(response, file, multipartLimit(joined)));
        for (const each of joined) {
          const part = parts.get(each.start);
          if (part?.byteLength === each.end - each.start) found.set(each.start, this.#keep(each, part));
        }
      } else {
        response.body?.cancel().catch(() => undefined);
      }
    } catch (error) {
      if (error instanceof DocfuseError && error.code === "network") return found;
    }
    this.#multipart = found.size > 0;
    return found;
  }

  #keep(joined: CoalescedRange, stored: Bytes): Bytes {
    for (const range of joined.ranges) this.#rangeCache.put(range, slice(range, joined, stored));
    return stored;
  }
}

function rangeHeader(joined: readonly CoalescedRange[]): Record<string, string> {
  return { range: `bytes=${joined.map(({ start, end }) => `${start}-${end - 1}`).join()}` };
}

function slice({ start, end }: BlockRequest, joined: CoalescedRange, stored: Bytes): Bytes {
  return stored.subarray(start - joined.start, end - joined.start);
}

function open(range: BlockRequest, joined: CoalescedRange, stored: Bytes): Promise<Bytes> {
  return decompressed(slice(range, joined, stored), range.file, range.bytes);
}

async function exactly(response: Response, file: string, length: number): Promise<Bytes> {
  const bytes = await readBody(response, file, length);
  if (bytes.byteLength === length) return bytes;
  throw damaged(file, `was answered with ${bytes.byteLength} bytes, expected ${length}`);
}

/** Other origins hide `Content-Range` unless they expose it; then only the length is checked. */
function checkRange(response: Response, { file, start, end, size }: CoalescedRange): void {
  const found = response.headers.get("content-range");
  if (found === null && response.type === "cors") return;
  const expected = `bytes ${start}-${end - 1}/`;
  if (found === `${expected}${size}` || found === `${expected}*`) return;
  throw damaged(file, `was answered with the range “${found ?? ""}”, expected “${expected}${size}”`);
}
