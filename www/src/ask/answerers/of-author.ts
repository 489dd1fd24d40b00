/** A function of the author's, which may ask whatever the page may. */

import { QUOTA, type Answerer, type AnswerFunction } from "../answerer.js";
import { AskError } from "../errors.js";
import { estimatedSession } from "../estimate.js";

export function ofAuthor(answer: AnswerFunction): Answerer {
  return {
    state: () => Promise.resolve("available"),
    start: ({ messages }) =>
      Promise.resolve(
        estimatedSession(messages, QUOTA, async function* (text, { signal }) {
          try {
            const written = await answer([...messages, { role: "user", content: text }], { signal });
            if (typeof written === "string") yield written;
            else yield* written;
          } catch (cause) {
            signal?.throwIfAborted();
            throw new AskError("answerer", `the page's answerer failed: ${String(cause)}`, { cause });
          }
        }),
      ),
  };
}
