/** Finds in the page what the excerpt of a hit highlights. */

import { lettersOf, PageLetters } from "./letters.js";
import type { ChosenHit } from "./chosen-hit.js";

/** Letters read from the page at a time; the last one bounds the time on pages of megabytes. */
const READ = [20_000, 200_000, 4_000_000];

/** A shorter excerpt may come again in another section. */
const LONG_LETTERS = 40;

/** Letters on either side by which a word is found if the page has not the whole excerpt as it is. */
const CONTEXTS = [48, 24, 12, 6, 0];

/**
 * The highlights of an excerpt in the page, from the element `first` of its section on; none if the words are not there.
 * Takes their first occurrence: the section has them, and begins at `first`.
 */
export function passageIn(first: Element, { excerpt, highlights }: ChosenHit): Range[] {
  const wanted = lettersOf(excerpt);
  const words = highlights
    .map(([start, end]) => {
      const from = lettersOf(excerpt.slice(0, start)).length;
      return { from, to: from + lettersOf(excerpt.slice(start, end)).length };
    })
    .filter(({ from, to }) => from < to);
  if (words.length === 0) return [];
  const page = new PageLetters(first);
  for (const length of READ) {
    if (!page.read(length)) break;
    const at = page.letters.indexOf(wanted);
    if (at < 0 || (wanted.length < LONG_LETTERS && at >= page.sectionEnd)) continue;
    return words.map(({ from, to }) => page.range(at + from, at + to));
  }
  return apart(page, wanted, words);
}

/** The words found each by its own context, before the next heading. */
function apart(page: PageLetters, wanted: string, words: readonly { from: number; to: number }[]): Range[] {
  const section = page.letters.slice(0, Math.min(page.sectionEnd, page.letters.length));
  const found: Range[] = [];
  let after = 0;
  for (const { from, to } of words) {
    for (const context of CONTEXTS) {
      const begin = Math.max(0, from - context);
      const at = section.indexOf(wanted.slice(begin, to + context), after);
      if (at < 0) continue;
      const start = at + from - begin;
      after = start + to - from;
      const range = page.range(start, after);
      if (context > 0 || isWhole(range)) found.push(range);
      break;
    }
  }
  return found;
}

/** Whether no letter is beside a range. */
function isWhole({ startContainer, startOffset, endContainer, endOffset }: Range): boolean {
  const beside = [
    (startContainer as Text).data.slice(0, startOffset).slice(-1),
    (endContainer as Text).data.slice(endOffset, endOffset + 1),
  ];
  return lettersOf(beside.join("")) === "";
}
