// Draws the texts that are compared and timed, with a fixed seed.
import { randomFrom, sample } from "../random.mjs";

/** Number of texts from each source, and of queries. */
const [FROM_EACH, QUERIES] = [160, 200];
const SEED = 23;

/** Lengths of the timed queries in word pieces, with `[CLS]` and `[SEP]`; then the number of queries of each length. */
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
  if (texts.length < count) throw new Error(`expected ${count} texts of a source, found ${texts.length}`);
  return sample(texts, count, random);
}

/**
 * The timed queries by length, from `{ text, ids }`. They have exactly that many word pieces, so that no encoder
 * truncates or pads.
 */
export function timedTexts(queries, random = randomFrom(SEED)) {
  return Object.fromEntries(
    LENGTHS.map((length) => {
      const fitting = queries.filter(({ ids }) => ids.length === length);
      if (fitting.length < OF_EACH_LENGTH) {
        throw new Error(
          `expected ${OF_EACH_LENGTH} queries of ${length} word pieces, found ${fitting.length}`,
        );
      }
      return [length, sample(fitting, OF_EACH_LENGTH, random)];
    }),
  );
}
