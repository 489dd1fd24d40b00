/** Of a long section, the passage that has most of a question. */

import type { ContextSection } from "../shared/protocol.js";

/** Characters of a passage, some 400 tokens of English. */
const MAX_PASSAGE = 1600;

/** Letters of a word that is looked for, and of its beginning, which its inflections share. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 5;

/** The section, or so many of its lines as a passage has: the first ones with most words of `question`. */
export function withPassage(section: ContextSection, question: string): ContextSection {
  if (section.text.length <= MAX_PASSAGE) return section;
  const words = new Set(
    (question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
      .filter(({ length }) => length >= LEAST_LETTERS)
      .map((word) => word.slice(0, MOST_LETTERS)),
  );
  const lines = section.text.split(/(?<=[\n\v\f\r])/);
  let best = "";
  let most = -1;
  for (let first = 0; first < lines.length; first += 1) {
    const passage = passageFrom(lines, first);
    const lower = passage.toLowerCase();
    const count = [...words].filter((word) => lower.includes(word)).length;
    if (count > most) [best, most] = [passage, count];
  }
  return { ...section, text: best.trimEnd(), cut: true };
}

/** Whole lines, or the beginning of a long one, without half a character. */
function passageFrom(lines: readonly string[], first: number): string {
  let passage = "";
  for (const line of lines.slice(first)) {
    if (passage !== "" && passage.length + line.length > MAX_PASSAGE) break;
    passage += line;
  }
  return passage.slice(0, MAX_PASSAGE).replace(/[\ud800-\udbff]$/, "");
}
