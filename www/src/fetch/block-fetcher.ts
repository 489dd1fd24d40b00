/**
 * Pieces of index files: `BlockFetcher` has them from an earlier page, fetches them by byte range, or cuts them out of
 * whole files on hosts that know no ranges, and opens them.
 *
 * What is altered shows in three places: lengths and the range that the host says it sends (here), gzip's CRC
 * (here), and the search module, which checks what it reads.
 */

import { DocfuseError } from "../shared/error.js";
import {
  fileUrl,
  readBody,
  damaged,
  decompressed,
  request,
  retryOnce,
  type Bytes,
  type Fetch,
} from "./http.js";
import { WholeFiles } from "./whole-files.js";
import type { RangeCache } from "./range-cache.js";
import { multipartLimit, partsOf } from "./multipart.js";
import type { ByteRange } from "../shared/protocol.js";
import { coalesce, type CoalescedRange } from "./coalesce.js";

/** Bytes that nobody asked for, below which the whole file is asked for: every browser's HTTP cache keeps it. */
const MAX_EXTRA_BYTES = 1024;

type Outcome = PromiseSettledResult<Bytes>;

export class BlockFetcher {
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #parts: RangeCache;
  readonly #kept = new WholeFiles();
  /** Set by the first whole file in place of a range: from then on whole files are asked for. */
  #ignoresRanges = false;
  /** Whether the host sends several ranges of a file in one answer: as its index says, until it did not. */
  #multipart: boolean;

  constructor(fetch: Fetch, base: string, parts: RangeCache, multipart: boolean) {
    this.#fetch = fetch;
    this.#base = base;
    this.#parts = parts;
    this.#multipart = multipart;
  }

  /** The opened content of each of `pieces`, all of one file, or why it can't be had; never rejects. */
  async load(pieces: readonly ByteRange[], reload: boolean): Promise<Map<ByteRange, Outcome>> {
    const outcomes = new Map<ByteRange, Outcome>();
    if (!reload) await Promise.all(pieces.map((piece) => this.#recall(piece, outcomes)));
    const runs = coalesce(pieces.filter((piece) => !outcomes.has(piece)));
    const several = runs.length > 1 && this.#multipart ? await this.#several(runs) : undefined;
    await Promise.all(
      runs.map(async (run) => {
        const found = await this.#run(run, reload, several?.get(run.start));
        run.pieces.forEach((piece, i) => outcomes.set(piece, found[i] as Outcome));
      }),
    );
    return outcomes;
  }

  /** Adds the content of `piece` if an earlier page kept it whole. */
  async #recall(piece: ByteRange, outcomes: Map<ByteRange, Outcome>): Promise<void> {
    try {
      const stored = await this.#parts.get(piece);
      if (stored)
        outcomes.set(piece, {
          status: "fulfilled",
          value: await decompressed(stored, piece.file, piece.bytes),
        });
    } catch {
      // The host has it.
    }
  }

  /** `given` are its bytes, if they came just now. */
  async #run(run: CoalescedRange, reload: boolean, given: Bytes | undefined): Promise<Outcome[]> {
    try {
      return await retryOnce(async (attempt) => {
        // Names carry a content hash, so that a cached copy can't be out of date, whatever its age.
        const cache = reload || attempt > 0 ? "reload" : "force-cache";
        const stored = attempt === 0 && given ? given : await this.#stored(run, cache);
        const contents = await Promise.allSettled(run.pieces.map((piece) => open(piece, run, stored)));
        const failed = contents.find((content) => content.status === "rejected");
        // The second time, those that are whole are kept.
        if (failed && attempt === 0) throw failed.reason;
        return contents;
      });
    } catch (reason) {
      return run.pieces.map(() => ({ status: "rejected", reason }));
    }
  }

  /** Bytes `[start, end)` of the file as it is stored. */
  async #stored(run: CoalescedRange, cache: RequestCache): Promise<Bytes> {
    const { file, size, start, end } = run;
    const url = fileUrl(this.#base, file);
    const whole = async () => exactly(await request(this.#fetch, url, file, { cache }), file, size);
    if (start + size - end <= MAX_EXTRA_BYTES) return (await whole()).subarray(start, end);
    if (cache === "reload") this.#kept.forget(file);
    const stored = this.#ignoresRanges
      ? await this.#kept.share(file, whole)
      : await this.#part(run, url, cache);
    // A part is always shorter than the file.
    return stored.byteLength === size ? stored.subarray(start, end) : stored;
  }

  /** The run by its range; the whole file where the host knows no ranges. */
  async #part(run: CoalescedRange, url: string, cache: RequestCache): Promise<Bytes> {
    const { file, size, start, end } = run;
    // Chromium lets requests for one address wait for each other, to share what its cache gets: five ranges of a
    // file took five round trips. Hosts of static files ignore the query.
    const response = await request(this.#fetch, `${url}?${start}`, file, { cache, headers: ranges([run]) });
    if (response.status === 206) {
      checkRange(response, run);
      return this.#keep(run, await exactly(response, file, end - start));
    }
    let taken = false;
    const whole = this.#kept.share(file, () => {
      taken = true;
      return exactly(response, file, size);
    });
    // Another run of this file was first: one download is enough.
    if (!taken) response.body?.cancel().catch(() => undefined);
    await whole;
    // Not before: a page in place of the file says nothing of what the host knows.
    this.#ignoresRanges = true;
    return whole;
  }

  /** What one request for all of `runs` brings, by where they start. */
  async #several(runs: readonly CoalescedRange[]): Promise<Map<number, Bytes>> {
    const found = new Map<number, Bytes>();
    const [{ file }] = runs as [CoalescedRange];
    try {
      const url = fileUrl(this.#base, file);
      const response = await request(this.#fetch, url, file, { cache: "no-store", headers: ranges(runs) });
      if (/^multipart\//i.test(response.headers.get("content-type") ?? "")) {
        const parts = partsOf(await readBody(response, file, multipartLimit(runs)));
        for (const run of runs) {
          const part = parts.get(run.start);
          if (part?.byteLength === run.end - run.start) found.set(run.start, this.#keep(run, part));
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

  #keep(run: CoalescedRange, stored: Bytes): Bytes {
    for (const piece of run.pieces) this.#parts.put(piece, cut(piece, run, stored));
    return stored;
  }
}

function ranges(runs: readonly CoalescedRange[]): Record<string, string> {
  return { range: `bytes=${runs.map(({ start, end }) => `${start}-${end - 1}`).join()}` };
}

function cut({ start, end }: ByteRange, run: CoalescedRange, stored: Bytes): Bytes {
  return stored.subarray(start - run.start, end - run.start);
}

function open(piece: ByteRange, run: CoalescedRange, stored: Bytes): Promise<Bytes> {
  return decompressed(cut(piece, run, stored), piece.file, piece.bytes);
}

async function exactly(response: Response, file: string, length: number): Promise<Bytes> {
  const bytes = await readBody(response, file, length);
  if (bytes.byteLength === length) return bytes;
  throw damaged(file, `was answered with ${bytes.byteLength} bytes, expected ${length}`);
}

/** Other origins hide `Content-Range` unless they expose it; then the length alone is checked. */
function checkRange(response: Response, { file, start, end, size }: CoalescedRange): void {
  const found = response.headers.get("content-range");
  if (found === null && response.type === "cors") return;
  const expected = `bytes ${start}-${end - 1}/`;
  if (found === `${expected}${size}` || found === `${expected}*`) return;
  throw damaged(file, `was answered with the range “${found ?? ""}”, expected “${expected}${size}”`);
}
