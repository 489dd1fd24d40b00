// Documented symbols by their qualified and bare names, as they are and with one typing error.
import { mistype } from "../../lib/typing-errors.mjs";
import { randomFrom } from "../../lib/random.mjs";
import { fold } from "./corpus.mjs";
import { draw, SEED } from "./draw.mjs";
import { grouped, lastPart } from "./modules.mjs";

const [MOST, PAGES] = [200, 3];
const SHORTEST = 6;

/** Whether a bare name is of several words. */
export const isCompound = (name) =>
  name.length >= SHORTEST && /^\w+$/.test(name) && /[A-Za-z0-9]_+[A-Za-z0-9]|[a-z0-9][A-Z]/.test(name);

/** All qualified names, and all bare compound ones, with the pages that document them. */
export function symbols({ symbols: known }) {
  const few = (groups, kind) =>
    [...groups.values()]
      .filter(({ pages }) => pages.size <= PAGES)
      .map(({ text, pages }) => ({ text, kind, pages: [...pages] }));
  const nested = known.filter(({ name }) => lastPart(name) !== name);
  const compound = known.filter(({ name }) => isCompound(lastPart(name)));
  return {
    qualified: few(
      grouped(nested, ({ name }) => name),
      "qualified",
    ),
    bare: few(
      grouped(compound, ({ name }) => lastPart(name)),
      "bare",
    ),
  };
}

/** As many of the symbols as a set has. */
export const drawn = (candidates) => draw(candidates, MOST);

/**
 * Symbols with one typing error each, and how many were left out because the error makes another name of the site.
 * `isKnown` tells of a folded text whether it is one.
 */
export function withErrors(candidates, isKnown) {
  const random = randomFrom(SEED);
  let names = 0;
  const queries = draw(candidates, MOST, ({ text, kind, pages }) => {
    const wrong = mistype(text, random);
    if (!isKnown(fold(wrong))) return { text: wrong, kind: `${kind}-error`, pages, original: text };
    names += 1;
    return undefined;
  });
  return { queries, names };
}
