/** Finds in the page what the excerpt of a hit highlights. */

import { lettersOf, PageLetters } from "./letters.js";
import type { ChosenHit } from "./chosen-hit.js";

/** Letters read from the page at a time; the last one bounds the time on pages of megabytes. */
const READ = [20_000, 200_000, 4_000_000];

/** A shorter excerpt may come again in another section. */
const LONG_LETTERS = 40;

/** Letters by which the distance of two words may differ between an excerpt and the page. */
const SLACK = 80;

/** Letters on either side by which a word is found if the page has not the whole excerpt as it is. */
const CONTEXTS = [48, 24, 12, 6, 0];

/** A highlight, by the numbers of its first letter and the one behind its last letter in the excerpt. */
interface Word {
  readonly from: number;
  readonly to: number;
}

/**
 * The highlights of an excerpt in the page, from the element `first` of its section on, or all of an excerpt without any;
 * none if the words are not there. Takes their first occurrence: the section has them, and begins at `first`.
 */
export function passageIn(first: Element, { excerpt, highlights }: ChosenHit): Range[] {
  const wanted = lettersOf(excerpt);
  const words = highlights
    .map(([start, end]) => {
      const from = lettersOf(excerpt.slice(0, start)).length;
      return { from, to: from + lettersOf(excerpt.slice(start, end)).length };
    })
    .filter(({ from, to }) => from < to);
  if (words.length === 0 && wanted !== "") words.push({ from: 0, to: wanted.length });
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

/**
 * The words found each by its own context, before the next heading. The first one found says where the others are: the
 * page has further text among them, or lacks some.
 */
function apart(page: PageLetters, wanted: string, words: readonly Word[]): Range[] {
  const section = page.letters.slice(0, Math.min(page.sectionEnd, page.letters.length));
  /** Where a word is, from `least` on. */
  const find = ({ from, to }: Word, context: number, least: number) => {
    const begin = Math.max(0, from - context);
    const at = section.indexOf(wanted.slice(begin, to + context), Math.max(0, least - from + begin));
    return at < 0 ? undefined : at + from - begin;
  };
  for (const context of CONTEXTS) {
    for (const first of words) {
      const start = find(first, context, 0);
      if (start === undefined || (context === 0 && !isWhole(page, start, first))) continue;
      /** Number of the page's letter at which the excerpt would begin. */
      const offset = start - first.from;
      return words.flatMap((word) => {
        for (const each of CONTEXTS) {
          const at = find(word, each, offset + word.from - SLACK);
          const isNear = at !== undefined && at <= offset + word.from + SLACK;
          if (isNear && (each > 0 || isWhole(page, at, word)))
            return [page.range(at, at + word.to - word.from)];
        }
        return [];
      });
    }
  }
  return [];
}

/** Whether no letter is beside a word at `start`. */
function isWhole(page: PageLetters, start: number, { from, to }: Word): boolean {
  const { startContainer, startOffset, endContainer, endOffset } = page.range(start, start + to - from);
  const beside = [
    (startContainer as Text).data.slice(0, startOffset).slice(-1),
    (endContainer as Text).data.slice(endOffset, endOffset + 1),
  ];
  return lettersOf(beside.join("")) === "";
}
