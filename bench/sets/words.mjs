// Sentences and words of a text, and whether a text can be a query.

/** Words of a text in lower case. */
export function wordsOf(text, language = "en") {
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());
}

/** The sentences of a text. Marked links may open one. */
export const sentencesOf = (text) =>
  text.split(
    /(?<=[.!?][)”"’]?)(?<!\b(?:e\.g|i\.e|etc|vs|cf|p\. ex)\.)\s+(?=[\p{Lu}\p{Lo}\ue000-\uf8ff“"(])/u,
  );

/** Longest query, in words separated by spaces. */
const LONGEST = 20;
const CLAUSE =
  /(?:[,;:]| [–—-]| (?:which|because|but|so that|where|while|even|since|instead|afin|lorsque)) /g;

/**
 * Cuts a text to at most 20 words, at the end of a clause. Returns `undefined` if no clause ends after the fifth word.
 */
export function shortened(text) {
  if (count(text) <= LONGEST) return text;
  const ends = [...text.matchAll(CLAUSE)].map(({ index }) => text.slice(0, index));
  return ends.findLast((start) => count(start) <= LONGEST && count(start) >= 5 && balanced(start));
}

const count = (text) => text.split(" ").length;

/** Whether brackets are closed and opened in pairs. */
export function balanced(text) {
  const open = (sign) => text.split(sign).length;
  return open("(") === open(")") && open("“") === open("”") && open("[") === open("]");
}

/** Words that tell something: of four letters or more. */
export const telling = (text) => wordsOf(text).filter((word) => word.length > 3);

/** Names in code that are left in a text. */
export const codeNames = (text) =>
  text.split(" ").filter((word) => /[_=<>]|\w\(|\w\.\w|[a-z][A-Z]|^--|::/.test(word));
