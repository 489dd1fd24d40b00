/**
 * One opened generation of an index: `SearchIndex` asks the search module for an answer, fetches the pieces that
 * it says it needs, and asks again.
 */

import { DocfuseError, errorData } from "./error.js";
import type { Bytes } from "./fetching.js";
import type { Json } from "./manifest.js";
import type { SearchIndexClass, SearchIndexHandle, Step } from "./modules.js";
import type { PieceLoader } from "./pieces.js";
import type { FoundAnswer, Mode, Piece, Request } from "./protocol.js";
import { byFile } from "./runs.js";

/** Time before pieces that could not be had are asked for again: not at each key, but soon after a bad moment. */
const RETRY_AFTER_MS = 1000;

/**
 * Turns of asking and fetching. A query needs terms, postings, corrections, a graph and texts, each after the
 * other at worst; a module that still asks after this many turns is broken.
 */
const MAX_TURNS = 32;

export class SearchIndex {
  /** What the manifest says of the encoder; `undefined` for an index without vectors. */
  readonly model: Json | undefined;
  readonly #directory: Bytes;
  #Handle: SearchIndexClass;
  #handle: SearchIndexHandle;
  readonly #loader: PieceLoader;
  /** By `keyOf`, as in `#failed`. */
  readonly #downloads = new Map<number, Promise<void>>();
  /** Pieces that could not be had or were damaged, until they are there. */
  readonly #failed = new Set<number>();
  #failedAt = 0;
  #suspect = false;
  #closed = false;
  #computing = 0;

  constructor(Handle: SearchIndexClass, directory: Bytes, model: Json | undefined, loader: PieceLoader) {
    this.#Handle = Handle;
    this.#directory = directory;
    this.#handle = new Handle(directory);
    this.model = model;
    this.#loader = loader;
  }

  /**
   * Goes on with another search module. It asks anew for the pieces it needs, which the browser's cache has.
   */
  exchange(Handle: SearchIndexClass): void {
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

  /** Why dense search can't run; `undefined` when it can. */
  set encoderTrouble(trouble: { code: string; message: string } | undefined) {
    this.#handle.encoderUnavailable(trouble?.code ?? "", trouble?.message ?? "");
  }

  /** Whether, since the last call, a piece was missing or altered: a new deployment may have replaced it. */
  takeSuspicion(): boolean {
    const suspect = this.#suspect;
    this.#suspect = false;
    return suspect;
  }

  /** Lets failed pieces be asked for again, if `now` is long enough after the last failure. */
  retryFailed(now: number): void {
    if (this.#failed.size === 0 || now - this.#failedAt < RETRY_AFTER_MS) return;
    this.#handle.forgetFailures();
    this.#failedAt = now;
  }

  /** Pieces that every query of `mode` needs and that are not there yet. */
  missing(mode: Mode): readonly Piece[] {
    return this.#handle.preload(mode);
  }

  /**
   * The answer, or `undefined` when `wanted` said no while pieces were on their way. A piece that can't be had
   * does not fail the query: the answer's `degraded` names its file. `embed` gives vectors, where there is an encoder.
   */
  async answer(
    request: Request,
    embed: (text: string) => Float32Array | undefined,
    wanted: () => boolean,
  ): Promise<FoundAnswer | undefined> {
    let vector: Float32Array | undefined;
    let text = "";
    let step: Step = { embed: request.text };
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      if ("answer" in step) return step.answer;
      if ("embed" in step) {
        text = step.embed;
        vector = this.#timed(() => embed(text));
      } else {
        await this.obtain(step.need);
        if (this.#closed || !wanted()) return undefined;
      }
      step = this.#timed(() => this.#handle.query(request, vector, text));
    }
    throw new DocfuseError("internal", "the search module never answers");
  }

  /** After this, each of the pieces was supplied or is known as failed; never rejects. */
  async obtain(pieces: readonly Piece[]): Promise<void> {
    // One download per piece at a time, whoever asks.
    for (const group of byFile(pieces.filter((piece) => !this.#downloads.has(keyOf(piece))))) {
      const keys = group.map(keyOf);
      const download = this.#download(group).finally(() => {
        for (const key of keys) if (this.#downloads.get(key) === download) this.#downloads.delete(key);
      });
      for (const key of keys) this.#downloads.set(key, download);
    }
    await Promise.all(pieces.map((piece) => this.#downloads.get(keyOf(piece))));
  }

  /** Frees the module's memory; downloads under way are dropped when they arrive. */
  close(): void {
    this.#closed = true;
    this.#handle.free();
  }

  async #download(pieces: readonly Piece[]): Promise<void> {
    const reload = pieces.some((piece) => this.#failed.has(keyOf(piece)));
    const handle = this.#handle;
    const contents = await this.#loader.load(pieces, reload);
    if (this.#closed || handle !== this.#handle) return; // exchanged meanwhile: nobody waits for these any more
    for (const [piece, content] of contents) {
      if (content.status === "fulfilled") this.#supply(piece, content.value);
      else this.#fail(piece, content.reason);
    }
  }

  #supply(piece: Piece, content: Bytes): void {
    try {
      this.#timed(() => this.#handle.supply(piece.id, content));
      this.#failed.delete(keyOf(piece));
    } catch {
      this.#noteFailure(piece, true); // the module keeps the reason for the answer's `degraded`
    }
  }

  #fail(piece: Piece, reason: unknown): void {
    const { code, message } = errorData(reason);
    this.#handle.fail(piece.id, message);
    this.#noteFailure(piece, code !== "network");
  }

  #noteFailure(piece: Piece, suspect: boolean): void {
    this.#failed.add(keyOf(piece));
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

function keyOf({ id }: Piece): number {
  return id;
}
