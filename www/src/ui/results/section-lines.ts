/** The text of a section as elements: a paragraph for each line, lines of code together, with the words marked. */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import { cutAtWords, withMarks } from "./highlight.js";
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

/** How many words are marked before the passage of the excerpt. */
export function marksBefore(hit: Hit): number {
  const { text } = textAndCode(hit);
  return cutAtWords(text.slice(0, hit.passage?.[0] ?? 0), highlighted(hit)).length >> 1;
}

/** The words that the excerpt of a hit marks. */
function highlighted({ excerpt, highlights }: Hit): string[] {
  return highlights.map((span) => excerpt.slice(...span)).filter(Boolean);
}
