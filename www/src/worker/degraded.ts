/** What an answer says of retrievers that could not take part. */

import type { ErrorData, FoundAnswer } from "../shared/protocol.js";

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
