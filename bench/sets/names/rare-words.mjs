// Plain words in lower case on one page only, which a frequent word of the site is one letter away from.
import { fold } from "./corpus.mjs";
import { draw } from "./draw.mjs";

const MOST = 100;
const [SHORTEST, LONGEST] = [4, 12];
/** Pages that a frequent word is on. */
const FREQUENT = 12;
/** Not inside a name, a path or an option. */
const WORD = /(?<![\p{L}\p{N}_\-/.:@$])[a-z]+(?![\p{L}\p{N}_\-/:@$]|\.\w)/gu;
const PART = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu;
const ENDING = /(?:e?s|e?d|ing|e?rs?|ions?|ly|e|y)$/;

/** Whether one letter inserted, deleted, replaced or swapped with the next makes one of the other. */
export function isOneEdit(one, other) {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || long.length > short.length + 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const [rest, longRest] = [short.slice(at), long.slice(at)];
  if (longRest.slice(1) === (short.length === long.length ? rest.slice(1) : rest)) return true;
  return longRest === `${rest[1]}${rest[0]}${rest.slice(2)}`;
}

/** All words that are one edit from `word`, with the letters of English. */
function oneEditFrom(word) {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)]);
  return cuts.flatMap(([before, after]) => [
    before + after.slice(1),
    before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2),
    ...letters.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
  ]);
}

/** Words that may be forms of one begin with the same. */
function stem(word) {
  const shorter = word.replace(ENDING, "").replace(/(.)\1$/, "$1");
  return shorter === word || shorter.length < SHORTEST ? word : stem(shorter);
}

/**
 * A word counts if no other page has a form of it, alone or as part of a name, and its page has it outside of names. The
 * frequent word is no form of it, and ends with the same letter, since readers take endings for forms.
 */
export function rareWords(corpus) {
  const [pages, alone] = [new Map(), new Map()];
  const add = (map, key, page) => map.set(key, (map.get(key) ?? new Set()).add(page));
  for (const { page, lines } of corpus.pages)
    for (const line of lines) {
      for (const [part] of line.matchAll(PART)) add(pages, fold(part), page);
      for (const [word] of line.matchAll(WORD)) add(alone, word, page);
    }
  const isFrequent = (word) => (pages.get(word)?.size ?? 0) >= FREQUENT;
  const hasNeighbour = (word) =>
    oneEditFrom(word).some(
      (other) =>
        isFrequent(other) &&
        isOneEdit(word, other) &&
        other.at(-1) === word.at(-1) &&
        stem(other) !== stem(word),
    );
  const parts = [...pages];
  const hasForms = (word, [page]) =>
    parts.some(([part, on]) => part.startsWith(stem(word)) && (on.size > 1 || !on.has(page)));
  const rare = [...alone].filter(
    ([word, on]) =>
      word.length >= SHORTEST &&
      word.length <= LONGEST &&
      pages.get(word)?.size === 1 &&
      hasNeighbour(word) &&
      !hasForms(word, on),
  );
  return draw(
    rare.map(([text, [page]]) => ({ text, kind: "word", pages: [page] })),
    MOST,
  );
}
