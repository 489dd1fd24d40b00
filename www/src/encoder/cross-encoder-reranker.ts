/** The worker's own reranker: a cross-encoder in the embed module, loaded for the first query that asks for it. */

import { errorData } from "../shared/error.js";
import type { ErrorCode, RerankOutcome, RerankTask } from "../shared/protocol.js";
import { onceLoaded } from "../worker/once-loaded.js";
import type { CrossEncoderHandle, RerankerHandle } from "../worker/wasm-modules.js";

export class CrossEncoderReranker implements RerankerHandle {
  readonly #load: () => Promise<CrossEncoderHandle>;
  readonly #budgetMs: number;
  /** Why it is not used any more: after a trap, no call into the instance is safe. */
  #crashed: RerankOutcome | undefined;

  constructor(load: () => Promise<CrossEncoderHandle>, budgetMs: number) {
    this.#load = onceLoaded(load);
    this.#budgetMs = budgetMs;
  }

  /** Takes no longer than the budget and one passage. Loading goes on after that, for later queries. */
  async scores({ query, passages }: RerankTask): Promise<RerankOutcome> {
    if (this.#crashed) return this.#crashed;
    const end = performance.now() + this.#budgetMs;
    try {
      const encoder = await inTime(this.#load(), this.#budgetMs);
      const scores = new Float32Array(passages.length);
      for (const [place, { title, heading, text }] of passages.entries()) {
        if (!encoder || performance.now() >= end) return this.#late(encoder !== undefined);
        scores[place] = encoder.score(query, title, heading, text);
      }
      return { scores };
    } catch (thrown) {
      const error = errorData(thrown);
      if (error.code === "crashed") this.#crashed = { error };
      return { error };
    }
  }

  #late(isLoaded: boolean): RerankOutcome {
    const code: ErrorCode = "reranker-late";
    const what = isLoaded ? "the reranker takes" : "the reranker is loading, which takes";
    return { error: { code, message: `${what} more than ${this.#budgetMs} ms` } };
  }
}

/** The result, or `undefined` if it takes longer. */
async function inTime<T>(result: Promise<T>, budgetMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), budgetMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
