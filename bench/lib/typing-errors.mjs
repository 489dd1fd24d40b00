// Queries with a typing error: one random edit in the longest word.
import { randomFrom, sample } from "./random.mjs";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Draws `count` of the queries `{ id, text, gold }` and puts one error into each. Depends on the seed alone. */
export function withTypingErrors(queries, count, seed) {
  const random = randomFrom(seed);
  return sample(queries, count, random).map(({ id, text, gold }) => ({
    id: `${id}-typo`,
    text: mistype(text, random),
    gold,
    original: text,
  }));
}

/**
 * `text` with one edit in its longest word (Latin letters and digits; the first of equal length): a letter inserted,
 * deleted, replaced, or swapped with the next, each with equal probability. Redraws edits without effect.
 */
export function mistype(text, random) {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [text];
  const word = words.reduce((longest, next) => (next.length > longest.length ? next : longest));
  let wrong = word;
  while (wrong === word) wrong = edited(word, random);
  const at = text.indexOf(word);
  return text.slice(0, at) + wrong + text.slice(at + word.length);
}

function edited(word, random) {
  const at = Math.floor(random() * word.length);
  const letter = LETTERS[Math.floor(random() * LETTERS.length)];
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  switch (Math.floor(random() * 4)) {
    case 0:
      return before + letter + word.slice(at);
    case 1:
      return before + after;
    case 2:
      return before + letter + after;
    default:
      return before + after.slice(0, 1) + word.slice(at, at + 1) + after.slice(1);
  }
}
