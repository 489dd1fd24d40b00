/**
 * One opened generation of an index: `SearchIndex` asks the search module for an answer, fetches what it says
 * it needs, and asks again.
 */

import { DocfuseError, errorData } from "./error.js";
import { fetchFile, type Fetch } from "./files.js";
import type { ModelRef, SearchIndexHandle } from "./modules.js";
import type { FileRef, FoundAnswer, Mode, Request } from "./protocol.js";

/** Time before files that could not be had are asked for again: not at each key, but soon after a bad moment. */
const RETRY_AFTER_MS = 1000;

/**
 * Turns of asking and fetching. A query needs a term dictionary, postings, a graph and texts, each after the
 * other at worst; a module that still asks after this many turns is broken.
 */
const MAX_TURNS = 32;

export class SearchIndex {
  readonly #handle: SearchIndexHandle;
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #downloads = new Map<string, Promise<void>>();
  /** Files that could not be had or were not what the manifest says, until they are there. */
  readonly #failed = new Set<string>();
  #failedAt = 0;
  #suspect = false;
  #closed = false;

  constructor(handle: SearchIndexHandle, fetch: Fetch, base: string) {
    this.#handle = handle;
    this.#fetch = fetch;
    this.#base = base;
  }

  get model(): ModelRef | undefined {
    return this.#handle.model();
  }

  /** Why dense search can't run; `undefined` when it can. */
  set encoderTrouble(trouble: { code: string; message: string } | undefined) {
    this.#handle.encoderUnavailable(trouble?.code ?? "", trouble?.message ?? "");
  }

  /** Whether, since the last call, a file was missing or altered: a new deployment may have replaced it. */
  takeSuspicion(): boolean {
    const suspect = this.#suspect;
    this.#suspect = false;
    return suspect;
  }

  /** Lets failed files be asked for again, if `now` is long enough after the last failure. */
  retryFailed(now: number): void {
    if (this.#failed.size === 0 || now - this.#failedAt < RETRY_AFTER_MS) return;
    this.#handle.forgetFailures();
    this.#failedAt = now;
  }

  /** Files that every query of `mode` needs and that are not there yet. */
  missing(mode: Mode): readonly FileRef[] {
    return this.#handle.preload(mode);
  }

  /**
   * The answer, or `undefined` when `wanted` said no while files were on their way. A file that can't be had
   * does not fail the query: the answer's `degraded` names it.
   */
  async answer(
    request: Request,
    vector: Float32Array | undefined,
    wanted: () => boolean,
  ): Promise<FoundAnswer | undefined> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const step = this.#handle.query(request, vector);
      if ("answer" in step) return step.answer;
      await this.obtain(step.need);
      if (this.#closed || !wanted()) return undefined;
    }
    throw new DocfuseError("internal", `the search module still asked for files after ${MAX_TURNS} turns`);
  }

  /** After this, each of the files was supplied or is known as failed; never rejects. */
  async obtain(files: readonly FileRef[]): Promise<void> {
    await Promise.all(files.map((file) => this.#download(file)));
  }

  /** Frees the module's memory; downloads under way are dropped when they arrive. */
  close(): void {
    this.#closed = true;
    this.#handle.free();
  }

  /** One download per file at a time, whoever asks. */
  #download(file: FileRef): Promise<void> {
    let download = this.#downloads.get(file.name);
    if (!download) {
      download = this.#supply(file).finally(() => this.#downloads.delete(file.name));
      this.#downloads.set(file.name, download);
    }
    return download;
  }

  async #supply(file: FileRef): Promise<void> {
    let bytes: Uint8Array;
    try {
      const reload = this.#failed.has(file.name);
      bytes = await fetchFile(this.#fetch, this.#base, file, { reload });
    } catch (error) {
      const { code, message } = errorData(error);
      if (!this.#closed) this.#handle.fail(file.name, message);
      this.#noteFailure(file.name, code !== "network");
      return;
    }
    if (this.#closed) return;
    try {
      this.#handle.supply(file.name, bytes);
      this.#failed.delete(file.name);
    } catch {
      this.#noteFailure(file.name, true); // the module keeps the reason for the answer's `degraded`
    }
  }

  #noteFailure(name: string, suspect: boolean): void {
    this.#failed.add(name);
    this.#failedAt = Date.now();
    this.#suspect ||= suspect;
  }
}
