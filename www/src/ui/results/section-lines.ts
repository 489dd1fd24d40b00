/** The text of a section as elements: a paragraph for each of its lines, lines of code together, with the words marked. */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import { cutAtWords, splitAtHighlights, withMarks } from "./highlight.js";
import { blocksOf, textAndCode } from "./section-text.js";

export function sectionLines(hit: Hit): HTMLElement[] {
  const words = highlighted(hit);
  const { text, code } = textAndCode(hit);
  return blocksOf(text, code).map(([name, block]) => {
    const shown = element(name);
    if (name === "p") shown.dir = "auto";
    shown.append(...withMarks(cutAtWords(block, words)));
    return shown;
  });
}

/** The words that the excerpt of a hit marks, in lower case. */
function highlighted({ excerpt, highlights }: Hit): string[] {
  const parts = splitAtHighlights(excerpt, highlights).filter(({ marked }) => marked);
  return [...new Set(parts.map(({ text }) => text.toLowerCase()))].filter((word) => word !== "");
}
