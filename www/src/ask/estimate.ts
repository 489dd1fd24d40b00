/** What answerers have in common that take messages and count no tokens. */

import type { AnswerSession, Message } from "./answerer.js";

/** A session whose tokens are estimated. */
export function estimatedSession(
  messages: readonly Message[],
  quota: number,
  write: AnswerSession["write"],
): AnswerSession {
  return {
    quota,
    used: messages.reduce((sum, { content }) => sum + estimate(content), 0),
    measure: (text) => Promise.resolve(estimate(text)),
    write,
    end: () => undefined,
  };
}

/** About how many tokens a text has, for answerers that count none: some four letters of English, else one character. */
function estimate(text: string): number {
  const others = text.match(/[^\x00-\x7F]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / 4 + others);
}
