/** The page's own reranker, as the worker sees it: tasks go out as messages, scores come back. */

import type { FromWorker, RerankOutcome, RerankTask } from "../shared/protocol.js";

export class PageReranker {
  readonly #post: (message: FromWorker) => void;
  /** The query that waits for scores. */
  #waiting: { readonly id: number; readonly resolve: (outcome: RerankOutcome) => void } | undefined;

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  /** The page's reply, which comes within its time budget. */
  scores(id: number, task: RerankTask): Promise<RerankOutcome> {
    // An older query is dropped when it goes on.
    this.#waiting?.resolve({
      error: { code: "cancelled", message: "a newer query came" },
    });
    return new Promise((resolve) => {
      this.#waiting = { id, resolve };
      this.#post({ type: "rerank", id, task });
    });
  }

  reply(id: number, outcome: RerankOutcome): void {
    if (this.#waiting?.id === id) this.#waiting.resolve(outcome);
  }
}
