/** Asks the page's reranker for scores, within its time budget. */

import type { ErrorCode, Passage, RerankOutcome, RerankTask } from "../shared/protocol.js";

/**
 * Scores passages for a query: one finite number for each, in their order, larger for better answers. `signal` aborts
 * when the time budget is used up.
 */
export type Rerank = (
  query: string,
  passages: readonly Passage[],
  signal: AbortSignal,
) => readonly number[] | Promise<readonly number[]>;

/** A reranker and its time for one query in milliseconds; without `rerank`, the worker's own. */
export interface TimedRerank {
  readonly rerank: Rerank | undefined;
  readonly budgetMs: number;
}

/** The scores, or why there are none. Never rejects, and takes no longer than the budget. */
export async function scoresInTime(
  rerank: Rerank,
  budgetMs: number,
  { query, passages }: RerankTask,
): Promise<RerankOutcome> {
  const time = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<RerankOutcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(failure("reranker-late", `no scores within ${budgetMs} ms`));
      time.abort();
    }, budgetMs);
  });
  const asked = async (): Promise<RerankOutcome> => {
    try {
      return checked(await rerank(query, passages, time.signal), passages.length);
    } catch (cause) {
      return failure("reranker", String(cause));
    }
  };
  const outcome = await Promise.race([asked(), late]);
  clearTimeout(timer);
  return outcome;
}

function checked(scores: unknown, expected: number): RerankOutcome {
  const found: readonly unknown[] = Array.isArray(scores) ? scores : [];
  const finite = found.filter(Number.isFinite) as number[];
  if (found.length === expected && finite.length === expected) return { scores: Float32Array.from(finite) };
  const message = `${expected} finite scores expected, ${finite.length} of ${found.length} found`;
  return failure("reranker", message);
}

const failure = (code: ErrorCode, message: string): RerankOutcome => ({ error: { code, message } });
