/** Splits an excerpt at its highlights, for text nodes and `<mark>` elements: no HTML is parsed. */

import { element } from "../element.js";

export interface ExcerptPart {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * The parts of the excerpt, in order and complete. Offsets are UTF-16 units. They come from the network: highlights
 * that are out of range, empty or overlap an earlier one are clipped or dropped.
 */
export function splitAtHighlights(
  excerpt: string,
  highlights: readonly (readonly [number, number])[],
): ExcerptPart[] {
  const result: ExcerptPart[] = [];
  let done = 0;
  for (const [start, end] of [...highlights].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(start, done);
    const to = Math.min(end, excerpt.length);
    if (!(from < to)) continue; // also for NaN
    if (from > done) result.push({ text: excerpt.slice(done, from), marked: false });
    result.push({ text: excerpt.slice(from, to), marked: true });
    done = to;
  }
  if (done < excerpt.length) result.push({ text: excerpt.slice(done), marked: false });
  return result;
}

/** Characters up to the end of the first highlight that are shown: on a phone, it is then in the first line. */
const LINE = 34;

/**
 * The parts of an excerpt, of which one line is shown, without what would push its first highlight out of sight. A sentence
 * about that highlight, which begins or is in the `name` above, is shown from its beginning.
 */
export function withShortLead(parts: readonly ExcerptPart[], name: string): readonly ExcerptPart[] {
  const [first, ...others] = parts;
  const mark = others[0]?.text;
  if (
    !first ||
    first.marked ||
    !mark ||
    (first.text[0] !== "…" && (name.includes(mark) || mark.includes(`${name.match(/\w+/)}`)))
  )
    return parts;
  const line = first.text.split("\n").at(-1) ?? "";
  const from = line.length + mark.length - LINE;
  // Behind the first blank; of a longer word, such as a name, behind the last one.
  const blank = Math.max(line.indexOf(" ", from), line.lastIndexOf(" ", from));
  const text = from > 0 ? `…${line.slice(blank + 1)}` : line;
  return [{ text, marked: false }, ...others];
}

/** A line that is cut at words, every other part of which is one of them, with these marked. */
export function withMarks(parts: readonly string[]): (string | HTMLElement)[] {
  return parts.map((part, index) => (index % 2 > 0 ? element("mark", "", part) : part));
}

/** What may not stand beside a word: of names, `_` is a part, too. */
const OF_NAMES = "\\p{L}\\p{N}_";

/** A line cut at these words: every other part is one of them, as a whole word. */
export function cutAtWords(line: string, words: readonly string[], beside = OF_NAMES): string[] {
  if (words.length === 0) return [line];
  const sorted = [...words].sort((a, b) => b.length - a.length); // of two that begin alike, the longer one
  const any = sorted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return line.split(new RegExp(`(?<![${beside}])(${any})(?![${beside}])`, "iu"));
}
