/** The text of a section as elements: a paragraph for each line, lines of code together, with the words marked. */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import { cutAtWords, withMarks } from "./highlight.js";
import { blocksOf, textAndCode } from "./section-text.js";

/** Those elements, and the first mark in the passage of the excerpt. */
export function sectionLines(hit: Hit): { lines: HTMLElement[]; first: HTMLElement | undefined } {
  const words = highlighted(hit);
  const { text, code } = textAndCode(hit);
  let first: HTMLElement | undefined;
  let at = 0;
  const lines = blocksOf(text, code).map(([name, block]) => {
    const shown = element(name);
    if (name === "p") shown.dir = "auto";
    const parts = withMarks(cutAtWords(block, words));
    for (const part of parts) {
      if (typeof part === "string") at += part.length;
      else {
        if (at >= (hit.passage?.[0] ?? 0)) first ??= part;
        at += part.textContent.length;
      }
    }
    at += 1;
    shown.append(...parts);
    return shown;
  });
  return { lines, first };
}

/** The words that the excerpt of a hit marks, in lower case. */
function highlighted({ excerpt, highlights }: Hit): string[] {
  const words = highlights.map(([start, end]) => excerpt.slice(start, end).toLowerCase());
  return [...new Set(words)].filter((word) => word !== "");
}
