/**
 * The last answers of one generation of an index, so that going back to a query costs nothing.
 *
 * An answer is kept if asking again would give the same one: nothing failed or was still loading. That an index has no
 * vectors, or that the encoder is off, does not change.
 */

import type { FoundAnswer, Request } from "../shared/protocol.js";

/** A reader goes back over some queries with some letters each. */
const MAX_ANSWERS = 50;

/** What gave the query its vector. */
export type Source = "none" | "lexicon" | "encoder";

/** An answer, and whether the query's vector took part. */
export interface Kept {
  readonly answer: FoundAnswer;
  readonly vector: boolean;
}

export class KeptAnswers {
  /** By request and source; the one used last comes last. */
  readonly #answers = new Map<string, Kept>();

  get(request: Request, source: Source): Kept | undefined {
    const key = keyOf(request, source);
    const kept = this.#answers.get(key);
    if (kept) this.#put(key, kept);
    return kept;
  }

  keep(request: Request, source: Source, kept: Kept): void {
    const final = kept.answer.degraded?.every(({ code }) => code === "no-dense" || code === "encoder-off");
    if (final === false) return;
    this.#put(keyOf(request, source), kept);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  clear(): void {
    this.#answers.clear();
  }

  #put(key: string, kept: Kept): void {
    this.#answers.delete(key);
    this.#answers.set(key, kept);
  }
}

function keyOf(request: Request, source: Source): string {
  return JSON.stringify([source, request]);
}
