// Which texts are compared and timed: drawn by chance, the same ones on every machine.
import { randomFrom, sample } from "../random.mjs";

/** So many of each source, and of all queries together. */
const [FROM_EACH, QUERIES] = [160, 200];
const SEED = 23;

/** Word pieces, `[CLS]` and `[SEP]` counted, of the queries that are timed, and how many different ones of each. */
export const LENGTHS = [6, 12, 24];
const OF_EACH_LENGTH = 20;

/** `FROM_EACH` of each of the sources, then `QUERIES` of the queries. */
export function chosen(sources, queries, random = randomFrom(SEED)) {
  return [
    ...sources.flatMap((texts) => exactly(FROM_EACH, texts, random)),
    ...exactly(QUERIES, queries, random),
  ];
}

function exactly(count, texts, random) {
  if (texts.length < count) throw new Error(`${count} texts of a source expected, ${texts.length} found`);
  return sample(texts, count, random);
}

/**
 * The queries to be timed by their length, from `{ text, ids }`: those that have exactly so many word pieces, so that
 * nobody's work is cut or padded.
 */
export function timedTexts(queries, random = randomFrom(SEED)) {
  return Object.fromEntries(
    LENGTHS.map((length) => {
      const fitting = queries.filter(({ ids }) => ids.length === length);
      if (fitting.length < OF_EACH_LENGTH) {
        throw new Error(
          `${OF_EACH_LENGTH} queries of ${length} word pieces expected, ${fitting.length} found`,
        );
      }
      return [length, sample(fitting, OF_EACH_LENGTH, random)];
    }),
  );
}
