/**
 * Fetches blocks of index files: from the range cache, by byte range, or out of whole files.
 *
 * Hosts ignore ranges, refuse them, cut them out of a compressed copy, or send other bytes. Whatever is wrong with the
 * answer to a range leads to the whole file. Headers prove nothing, and other origins hide `Content-Range`: bytes count
 * that have the right length, begin in the right place and have gzip's CRC. The search module checks what it reads.
 */

import { MAX_EXTRA_BYTES } from "../generated/limits.js";
import type { DocfuseError } from "../shared/error.js";
import type { BlockRequest } from "../shared/protocol.js";
import { coalesce, type CoalescedRange } from "./coalesce.js";
import {
  damaged,
  decompressed,
  readBody,
  request,
  retryPause,
  STALL_MS,
  type Bytes,
  type Fetch,
} from "./http.js";
import type { RangeCache } from "./range-cache.js";
import { WholeFiles } from "./whole-files.js";

/** The decompressed content of a block, or why it is missing. */
export type Outcome = Bytes | DocfuseError;

/**
 * Origins of hosts that ignored a range, or had only in the whole file what a range lacked: they are asked for whole
 * files.
 */
export type Rangeless = Set<string>;

export class BlockFetcher {
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #rangeCache: RangeCache;
  readonly #rangeless: Rangeless;
  readonly #files = new WholeFiles();

  constructor(fetch: Fetch, base: string, rangeCache: RangeCache, rangeless: Rangeless) {
    this.#fetch = fetch;
    this.#base = base;
    this.#rangeCache = rangeCache;
    this.#rangeless = rangeless;
  }

  /** Where a file is. Its name is made of hashes, behind the folder of its index if that is not the first of several. */
  #url(file: string): string {
    return new URL(file, this.#base).href;
  }

  /** The origin of a file: several indexes may lie on several ones. */
  #origin(file: string): string {
    return new URL(file, this.#base).origin;
  }

  /**
   * The outcomes of `ranges`, which belong to one file; never rejects. `reload` bypasses the range cache and the
   * browser's HTTP cache. What `signal` aborts has an error for its outcome.
   */
  async load(
    ranges: readonly BlockRequest[],
    reload: boolean,
    signal?: AbortSignal,
  ): Promise<Map<BlockRequest, Outcome>> {
    const outcomes = new Map<BlockRequest, Outcome>();
    if (!reload) await Promise.all(ranges.map((range) => this.#recall(range, outcomes)));
    const joined = coalesce(ranges.filter((range) => !outcomes.has(range)));
    await Promise.all(joined.map((each) => this.#load(each, reload, outcomes, signal)));
    return outcomes;
  }

  /** Adds the content of `range` to `outcomes` if the range cache has it undamaged. */
  async #recall(range: BlockRequest, outcomes: Map<BlockRequest, Outcome>): Promise<void> {
    try {
      const stored = await this.#rangeCache.get(range);
      if (stored) outcomes.set(range, await decompressed(stored, range.file, range.bytes));
    } catch {
      // Fetched from the host instead.
    }
  }

  /**
   * Adds the outcomes of the ranges in `joined`. Tries the range, then the whole file; each again, past the cache, where
   * that may help.
   */
  async #load(
    joined: CoalescedRange,
    reload: boolean,
    outcomes: Map<BlockRequest, Outcome>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const begun = Date.now();
    const origin = this.#origin(joined.file);
    let whole = this.#rangeless.has(origin) || isNearlyWhole(joined);
    for (let again = false; ;) {
      // File names contain a content hash, so a cached copy is never stale, whatever its age.
      const cache = reload || again ? "reload" : "force-cache";
      const init: RequestInit = { cache, ...(signal && { signal }) };
      const stored = whole ? this.#whole(joined, init) : this.#range(joined, init);
      const failure = await this.#open(joined, stored, outcomes);
      if (!failure) {
        if (whole && !isNearlyWhole(joined)) this.#rangeless.add(origin);
        return;
      }
      if (signal?.aborted) return;
      const isMissing = failure.code === "not-found";
      // The browser may keep an error. Of a range, other bytes than expected are what the host sends.
      const mayRecover = isMissing ? cache !== "reload" : whole || failure.code === "network";
      // A reader waits for a stalled host at most twice.
      if (mayRecover && !again && Date.now() - begun < STALL_MS) {
        again = true;
        await retryPause(failure);
      } else if (whole) return;
      else {
        whole = true;
        again = false;
      }
    }
  }

  /** Adds to `outcomes` what is missing and in `stored`, the bytes of `joined`. Returns an error if there is one. */
  async #open(
    joined: CoalescedRange,
    stored: Promise<Bytes>,
    outcomes: Map<BlockRequest, Outcome>,
  ): Promise<DocfuseError | undefined> {
    let failure: DocfuseError | undefined;
    const open = async (range: BlockRequest) => {
      if (outcomes.get(range) instanceof Uint8Array) return;
      try {
        const part = (await stored).subarray(range.start - joined.start, range.end - joined.start);
        // A gzip header has room for a time: there, each block says where it begins. A whole file is its only block.
        const [, , , , first = 0, second = 0, third = 0, fourth = 0] = part;
        if (range.start && (first | (second << 8) | (third << 16) | (fourth << 24)) !== range.start)
          throw damaged(range.file, "was answered with another part of it");
        outcomes.set(range, await decompressed(part, range.file, range.bytes));
        // The browser keeps whole files.
        if (!isNearlyWhole(joined)) this.#rangeCache.put(range, part);
      } catch (error) {
        outcomes.set(range, (failure = error as DocfuseError));
      }
    };
    await Promise.all(joined.ranges.map(open));
    return failure;
  }

  /** The bytes of `joined`, out of the whole file. */
  async #whole(joined: CoalescedRange, init: RequestInit): Promise<Bytes> {
    const { file, size, start, end } = joined;
    const load = async () => exactly(await request(this.#fetch, this.#url(file), file, init), file, size);
    if (init.cache === "reload") this.#files.forget(file);
    return (await (isNearlyWhole(joined) ? load() : this.#files.share(file, load))).subarray(start, end);
  }

  /** The bytes of `joined`, by a range request. */
  async #range(joined: CoalescedRange, init: RequestInit): Promise<Bytes> {
    const { file, size, start, end } = joined;
    // Chromium serialises requests for one URL to share its cache entry: five ranges of a file took five round trips.
    // Static hosts ignore the query string.
    const response = await request(this.#fetch, `${this.#url(file)}?${start}`, file, {
      ...init,
      headers: { range: `bytes=${start}-${end - 1}` },
    });
    if (response.status === 206) return exactly(response, file, end - start);
    const whole = this.#files.share(file, () => exactly(response, file, size));
    // Another range of this file came first: one download is enough.
    if (!response.bodyUsed) response.body?.cancel().catch(() => undefined);
    const bytes = (await whole).subarray(start, end);
    // Only once the file has the right length: an error page in its place says nothing about range support.
    this.#rangeless.add(this.#origin(file));
    return bytes;
  }
}

function isNearlyWhole({ start, end, size }: CoalescedRange): boolean {
  return start + size - end <= MAX_EXTRA_BYTES;
}

async function exactly(response: Response, file: string, length: number): Promise<Bytes> {
  const bytes = await readBody(response, file, length);
  if (bytes.byteLength === length) return bytes;
  throw damaged(file, `was answered with ${bytes.byteLength} bytes, expected ${length}`);
}
