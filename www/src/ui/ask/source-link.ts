/** Links from an answer to the sections that it cites, whose pages mark the words of the question and the sentence there. */

import { plainOf } from "../../ask/markdown.js";
import type { Source } from "../../ask/ask.js";
import type { Hit } from "../../shared/protocol.js";
import { cutAtWords } from "../results/highlight.js";

/** Letters of a word that is looked for, and of the passage that is. */
const LEAST_LETTERS = 4;
const MAX_PASSAGE = 300;

/** The headings above a section, and its own. */
export function trail(breadcrumb: readonly string[]): string {
  return [...new Set(breadcrumb)].join(" › ");
}

/** The section as a hit, whose excerpt is the line that has most words of `sentence`. */
export function sourceHit({ url, href, title, breadcrumb, version, text }: Source, sentence: string): Hit {
  const words = wordsOf(sentence);
  const lines = text.split(/[\n\v\f\r]+/).filter((line) => line.trim() !== "");
  const parts = lines.map((line) => cutAtWords(line.slice(0, MAX_PASSAGE), words));
  const best = parts.reduce(
    (most, each) => (distinct(each) > distinct(most) ? each : most),
    parts[0] ?? [""],
  );
  let at = 0;
  const highlights = best.flatMap((part, index): [number, number][] => {
    at += part.length;
    return index % 2 > 0 ? [[at - part.length, at]] : [];
  });
  return {
    url,
    href,
    page: url.split("#", 1)[0] ?? url,
    title,
    heading: breadcrumb.at(-1) ?? title,
    path: breadcrumb.slice(1, -1),
    excerpt: best.join(""),
    highlights,
    also: [],
    meta: {},
    score: 0,
    ...(version !== undefined && { version }),
  };
}

/** Different words among the parts of a line, of which every other one is a word. */
function distinct(parts: readonly string[]): number {
  return new Set(parts.filter((_, index) => index % 2 > 0).map((word) => word.toLowerCase())).size;
}

function wordsOf(sentence: string): string[] {
  const words = plainOf(sentence).match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= LEAST_LETTERS))];
}
