/**
 * Pieces of index files: `runsOf` joins neighbours, so that each run is one request; `PieceLoader` fetches runs
 * by byte range, or cuts them out of whole files on hosts that know no ranges, and opens their pieces.
 *
 * What is altered shows in three places: lengths and the range that the host says it sends (here), gzip's CRC
 * (here), and the search module, which checks what it reads.
 */

import { address, body, damaged, opened, request, twice, type Bytes, type Fetch } from "./fetching.js";
import { KeptFiles } from "./kept-files.js";
import type { Piece } from "./protocol.js";

/** Pieces that lie next to each other: bytes `[start, end)` of a file of `size` bytes. */
export interface Run {
  readonly file: string;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  /** In the order of the file, without gaps. */
  readonly pieces: readonly Piece[];
}

/** The fewest runs that hold all of `pieces`, which may come in any order. */
export function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: { file: string; size: number; start: number; end: number; pieces: Piece[] }[] = [];
  for (const piece of [...pieces].sort(byPlace)) {
    const run = runs.at(-1);
    if (run?.file === piece.file && run.end === piece.start) {
      run.pieces.push(piece);
      run.end = piece.end;
    } else {
      const { file, size, start, end } = piece;
      runs.push({ file, size, start, end, pieces: [piece] });
    }
  }
  return runs;
}

export class PieceLoader {
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #kept = new KeptFiles();
  /** Set by the first whole file in place of a range: from then on whole files are asked for. */
  #ignoresRanges = false;

  constructor(fetch: Fetch, base: string) {
    this.#fetch = fetch;
    this.#base = base;
  }

  /** The opened content of each of the run's pieces, or why it can't be had; never rejects. */
  async load(run: Run, reload: boolean): Promise<PromiseSettledResult<Bytes>[]> {
    try {
      return await twice(async (attempt) => {
        // Names carry a content hash, so that a cached copy can't be out of date, whatever its age.
        const stored = await this.#stored(run, reload || attempt > 0 ? "reload" : "force-cache");
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
  async #stored(run: Run, cache: RequestCache): Promise<Bytes> {
    const { file, size, start, end } = run;
    const url = address(this.#base, file);
    const whole = async () => exactly(await request(this.#fetch, url, file, { cache }), file, size);
    if (start === 0 && end === size) return whole();
    if (cache === "reload") this.#kept.forget(file);
    const stored = this.#ignoresRanges
      ? await this.#kept.share(file, whole)
      : await this.#part(run, url, cache);
    // A part is always shorter than the file.
    return stored.byteLength === size ? stored.subarray(start, end) : stored;
  }

  /** The run by its range; the whole file where the host knows no ranges. */
  async #part(run: Run, url: string, cache: RequestCache): Promise<Bytes> {
    const { file, size, start, end } = run;
    const headers = { range: `bytes=${start}-${end - 1}` };
    // Chromium lets requests for one address wait for each other, to share what its cache gets: five ranges of a
    // file took five round trips. Hosts of static files ignore the query.
    const response = await request(this.#fetch, `${url}?${start}`, file, { cache, headers });
    if (response.status === 206) {
      checkRange(response, run);
      return exactly(response, file, end - start);
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
}

function byPlace(a: Piece, b: Piece): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start;
}

function open({ file, start, end, bytes }: Piece, run: Run, stored: Bytes): Promise<Bytes> {
  return opened(stored.subarray(start - run.start, end - run.start), file, bytes);
}

async function exactly(response: Response, file: string, length: number): Promise<Bytes> {
  const bytes = await body(response, file, length);
  if (bytes.byteLength === length) return bytes;
  throw damaged(file, `was answered with ${bytes.byteLength} bytes, expected ${length}`);
}

/** Other origins hide `Content-Range` unless they expose it; then the length alone is checked. */
function checkRange(response: Response, { file, start, end, size }: Run): void {
  const found = response.headers.get("content-range");
  if (found === null && response.type === "cors") return;
  const expected = `bytes ${start}-${end - 1}/`;
  if (found === `${expected}${size}` || found === `${expected}*`) return;
  throw damaged(file, `was answered with the range “${found ?? ""}”, expected “${expected}${size}”`);
}
