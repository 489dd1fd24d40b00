/** The page's own reranker, as the worker sees it: tasks go out as messages, scores come back. */

import type { FromWorker, RerankOutcome, RerankTask } from "../shared/protocol.js";

export class PageReranker {
  readonly #post: (message: FromWorker) => void;
  /** Queries that wait for scores, by their numbers. */
  readonly #waiting = new Map<number, (outcome: RerankOutcome) => void>();

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  /** The page's reply, which comes within its time budget. */
  scores(id: number, task: RerankTask): Promise<RerankOutcome> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#post({ type: "rerank", id, task });
    });
  }

  reply(id: number, outcome: RerankOutcome): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }
}
