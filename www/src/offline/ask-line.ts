/** No answers by a model, in place of `ask-line`: pages opened from a folder load no modules. */

import { element } from "../ui/element.js";
import type { AskLine } from "../ui/results/ask-line.js";

export function askLine(): AskLine {
  const line = element("div");
  line.hidden = true;
  return { element: line, look: () => Promise.resolve(), update: () => undefined };
}
