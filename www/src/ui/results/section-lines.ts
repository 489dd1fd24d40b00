/** The text of a section as elements: a paragraph for each of its lines, lines of code together, with the words marked. */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import { cutAtWords, splitAtHighlights, withMarks } from "./highlight.js";
import { textAndCode } from "./section-text.js";

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

/** The blocks of a text, and what shows them: each line of it, and lines of code together. */
export function blocksOf(text: string, code: ReadonlySet<number>): ["p" | "pre", string][] {
  const blocks: ["p" | "pre", string][] = [];
  text.split("\n").forEach((line, at) => {
    const last = blocks.at(-1);
    const name = code.has(at) ? "pre" : "p";
    if (name === "pre" && last?.[0] === name) last[1] += `\n${line}`;
    else blocks.push([name, line]);
  });
  return blocks;
}

/** The words that the excerpt of a hit marks, in lower case. */
function highlighted({ excerpt, highlights }: Hit): string[] {
  const parts = splitAtHighlights(excerpt, highlights).filter(({ marked }) => marked);
  return [...new Set(parts.map(({ text }) => text.toLowerCase()))].filter((word) => word !== "");
}
