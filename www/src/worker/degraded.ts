/** What an answer says of retrievers that could not take part. */

import type { Degraded, ErrorData, FoundAnswer, SentAnswer } from "../shared/protocol.js";

/** The answer, with a problem of `retriever` in place of what the module says of it, if there is one. */
export function degradedBy(
  answer: FoundAnswer,
  problem: ErrorData | undefined,
  retriever: string,
): FoundAnswer {
  if (!problem) return answer;
  const others = answer.degraded?.filter((part) => part.retriever !== retriever) ?? [];
  return { ...answer, degraded: [{ retriever, ...problem }, ...others] };
}

/** Codes of what is on its way, or waits until somebody asks for it. */
const PENDING = /^(encoder-)?(waiting|loading)$/;
/** Codes of what the index or the page does without. */
const ABSENT = /^(no-dense|encoder-off)$/;

/** The answer with failures alone in `degraded`. What is absent is a failure where the query asks for it by its mode. */
export function withPending(answer: FoundAnswer): SentAnswer {
  const { degraded: all, mode } = answer;
  const pending: Degraded[] = [];
  const degraded = (all ?? []).filter((part) => {
    if (PENDING.test(part.code)) return void pending.push(part);
    return mode !== "hybrid" || !ABSENT.test(part.code);
  });
  return { ...answer, degraded: degraded.length > 0 ? degraded : null, pending };
}
