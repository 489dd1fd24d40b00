/**
 * Drives the search module over one generation of an index: `IndexDriver` asks for an answer, fetches the byte ranges
 * that the module names, and asks again.
 */

import { DocfuseError, errorData } from "../shared/error.js";
import type { Background } from "../fetch/background.js";
import type { Bytes } from "../fetch/http.js";
import type { Json, Manifest } from "../fetch/manifest.js";
import type { SearchIndexClass, SearchIndexHandle, Step } from "./wasm-modules.js";
import type { BlockFetcher } from "../fetch/block-fetcher.js";
import type {
  BlockRequest,
  FoundAnswer,
  Mode,
  Passage,
  Request,
  RerankOutcome,
  RerankTask,
} from "../shared/protocol.js";
import { byFile } from "../fetch/coalesce.js";

/** Time before failed ranges are requested again: not at each key, but soon after a short outage. */
const RETRY_AFTER_MS = 1000;

/**
 * Limit of round trips for one query. At worst it needs terms, postings, corrections, graph, clusters and texts one after the
 * other; a module that still asks after this many is broken.
 */
const MAX_ROUND_TRIPS = 32;

/** A download of blocks; nothing that holds the background waits for one that is `patient`. */
interface Download {
  readonly patient: boolean;
  readonly done: Promise<void>;
}

/** What answers a query beside the search module. */
export interface Helpers {
  /** The vector of a text; `undefined` without an encoder. */
  embed(text: string): Float32Array | undefined;
  /** The number of tokens of each text; `undefined` without an encoder. */
  count(texts: readonly string[]): Uint32Array | undefined;
  /** Never rejects. */
  rerank(task: RerankTask): Promise<RerankOutcome>;
  /** Whether the answer is still wanted. */
  wanted(): boolean;
  /** Whether hybrid queries without a vector search by the lexicon. */
  readonly lexicon: boolean;
  /** Downloads what is missing; false if that costs too much, which ends the query. */
  obtain(ranges: readonly BlockRequest[]): Promise<boolean>;
}

export class IndexDriver {
  /** What the manifest says of the encoder, or that of a further index; `undefined` for indexes without vectors. */
  readonly model: Json | undefined;
  /** Whether queries that do not say it need all their words. */
  readonly needsAll: boolean;
  /** What answers say the similarity to, for the site's rules. */
  readonly #meanings: readonly unknown[];
  readonly #directory: Bytes;
  #Handle: SearchIndexClass;
  #handle: SearchIndexHandle;
  readonly fetcher: BlockFetcher;
  readonly #background: Background;
  /** Downloads under way, by id of the block. */
  readonly #downloads = new Map<number, Download>();
  /** Ids of blocks that were missing or damaged, until they are supplied. */
  readonly #failed = new Set<number>();
  #failedAt = 0;
  #suspect = false;
  #closed = false;
  #computing = 0;

  constructor(
    Handle: SearchIndexClass,
    directory: Bytes,
    { model, needsAll, meanings }: Pick<Manifest, "model" | "needsAll" | "meanings">,
    fetcher: BlockFetcher,
    background: Background,
  ) {
    this.needsAll = needsAll;
    this.#meanings = meanings;
    this.#Handle = Handle;
    this.#directory = directory;
    this.#handle = new Handle(directory, model);
    this.model = model ?? this.#handle.model;
    this.fetcher = fetcher;
    this.#background = background;
  }

  /** Continues with another search module, which asks again for the ranges it needs; the browser's cache has them. */
  switchModule(Handle: SearchIndexClass): void {
    if (this.#closed || Handle === this.#Handle) return;
    const handle = new Handle(this.#directory);
    this.#handle.free();
    this.#Handle = Handle;
    this.#handle = handle;
    this.#downloads.clear();
    this.#failed.clear();
  }

  /** Milliseconds spent in the modules so far. */
  get computing(): number {
    return this.#computing;
  }

  /** Whether this is the full module. */
  get isFull(): boolean {
    return this.#handle.useLexicon !== undefined;
  }

  /** Whether the full module has a lexicon. */
  get hasLexicon(): boolean {
    return this.#handle.hasLexicon ?? false;
  }

  /** Whether a range was missing or altered since the last call: a new deployment may have replaced its file. */
  takeStaleSuspicion(): boolean {
    const suspect = this.#suspect;
    this.#suspect = false;
    return suspect;
  }

  /**
   * Lets failed ranges be requested again, if `now` (milliseconds) is long enough after the last failure. Returns
   * whether it did.
   */
  retryFailed(now: number): boolean {
    if (this.#failed.size === 0 || now - this.#failedAt < RETRY_AFTER_MS) return false;
    this.#handle.forgetFailures();
    this.#failedAt = now;
    return true;
  }

  /** Ranges that every query of `mode` needs and that are not supplied yet. */
  missing(mode: Mode): readonly BlockRequest[] {
    return this.#handle.preload(mode);
  }

  /** Ranges of the words of a query that is still being typed, and that are not supplied yet. */
  missingForTyped(typed: string): readonly BlockRequest[] {
    return this.#timed(() => this.#handle.preloadTyped(typed));
  }

  /**
   * The answer, or `undefined` if it is no longer wanted or costs too much. A missing range does not fail the query: the
   * answer's `degraded` names its file. Several queries may be under way.
   */
  async answer(request: Request, helpers: Helpers): Promise<FoundAnswer | undefined> {
    const { embed, count, rerank, wanted, lexicon, obtain } = helpers;
    let vector: Float32Array | undefined;
    let text = "";
    const asked = { ...request, meanings: this.#meanings };
    const ask = () =>
      this.#timed(() => {
        this.#handle.useLexicon?.(lexicon);
        this.#handle.supplyVector?.(vector, text);
        return this.#handle.query(asked);
      });
    let step: Step = { embed: request.text };
    for (let trip = 0; trip < MAX_ROUND_TRIPS; trip += 1) {
      if ("answer" in step) return step.answer;
      if ("embed" in step) {
        text = step.embed;
        vector = this.#timed(() => embed(text));
      } else if ("count" in step) {
        const { count: texts } = step;
        this.#handle.supplyCounts?.(this.#timed(() => count(texts)));
      } else if ("rerank" in step) {
        const { passages } = step.rerank;
        const outcome = await rerank(step.rerank);
        if (this.#closed || !wanted()) return undefined;
        // The module knows one task, and another query may have given it its own.
        const again = ask();
        if (!("rerank" in again) || !areSame(passages, again.rerank.passages)) {
          step = again;
          continue;
        }
        if ("scores" in outcome) this.#handle.supplyScores?.(outcome.scores);
        else this.#handle.failScores?.(outcome.error.code, outcome.error.message);
      } else if (!(await obtain(step.need)) || this.#closed || !wanted()) return undefined;
      step = ask();
    }
    throw new DocfuseError("internal", "no answer");
  }

  /** Those of `ranges` that are not on their way; what waits for queries is of no use to a query, unless that is `patient`. */
  notUnderWay(ranges: readonly BlockRequest[], patient = false): readonly BlockRequest[] {
    return ranges.filter(({ id }) => {
      const known = this.#downloads.get(id);
      return !known || (known.patient && !patient);
    });
  }

  /**
   * Downloads `ranges`: at once, or in the background while they are `wanted`. Afterwards each is supplied or recorded as
   * failed; never rejects.
   */
  async obtain(ranges: readonly BlockRequest[], wanted?: () => boolean): Promise<void> {
    const patient = !!wanted;
    for (const group of byFile(this.notUnderWay(ranges, patient))) {
      const isOurs = ({ id }: BlockRequest) => this.#downloads.get(id) === download;
      const load: Promise<unknown> = wanted
        ? this.#downloadPatiently(group, (range) => isOurs(range) && wanted())
        : this.#download(group);
      const done = load.then(() => {
        for (const range of group) if (isOurs(range)) this.#downloads.delete(range.id);
      });
      const download: Download = { patient, done };
      for (const { id } of group) this.#downloads.set(id, download);
    }
    await Promise.all(ranges.map(({ id }) => this.#downloads.get(id)?.done));
  }

  /** Frees the module's memory; downloads under way are dropped when they arrive. */
  close(): void {
    this.#closed = true;
    this.#handle.free();
  }

  /** Returns what `signal` aborted. */
  async #download(ranges: readonly BlockRequest[], signal?: AbortSignal): Promise<BlockRequest[]> {
    const reload = ranges.some((range) => this.#failed.has(range.id));
    const handle = this.#handle;
    const aborted: BlockRequest[] = [];
    const contents = await this.fetcher.load(ranges, reload, signal);
    if (this.#closed || handle !== this.#handle) return []; // the module was switched: nothing waits for these
    for (const [range, content] of contents) {
      if (!(content instanceof Error)) this.#supply(range, content);
      else if (signal?.aborted) aborted.push(range);
      else this.#fail(range, content);
    }
    return aborted;
  }

  /** Stops for each query, and goes on with those that are still `wanted`. */
  async #downloadPatiently(
    ranges: readonly BlockRequest[],
    wanted: (range: BlockRequest) => boolean,
  ): Promise<void> {
    const handle = this.#handle;
    for (let left = ranges; left.length > 0;) {
      await this.#background.idle;
      if (this.#closed || handle !== this.#handle) return;
      left = await this.#download(left.filter(wanted), this.#background.signal);
    }
  }

  #supply(range: BlockRequest, content: Bytes): void {
    try {
      this.#timed(() => this.#handle.supply(range.id, content));
      this.#failed.delete(range.id);
    } catch {
      this.#noteFailure(range, true); // the module keeps the reason for `degraded`
    }
  }

  #fail(range: BlockRequest, reason: unknown): void {
    const { code, message } = errorData(reason);
    this.#handle.fail(range.id, message);
    this.#noteFailure(range, code !== "network");
  }

  #noteFailure(range: BlockRequest, suspect: boolean): void {
    this.#failed.add(range.id);
    this.#failedAt = Date.now();
    this.#suspect ||= suspect;
  }

  #timed<T>(call: () => T): T {
    const start = performance.now();
    try {
      return call();
    } finally {
      this.#computing += performance.now() - start;
    }
  }
}

function areSame(passages: readonly Passage[], others: readonly Passage[]): boolean {
  return passages.length === others.length && passages.every(({ id }, place) => id === others[place]?.id);
}
