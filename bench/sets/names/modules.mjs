// Modules, packages, namespaces, headers; and their last parts alone.
import { fold } from "./corpus.mjs";
import { draw } from "./draw.mjs";

const MOST = 200;
/** A last part with more answers than this does not tell what is sought. */
const ANSWERS = 5;
const SHORTEST = 3;

export const lastPart = (name) => name.split(/::|\./).at(-1);

/** Pages of each key, in the order of `entries`. */
export function grouped(entries, keyOf) {
  const groups = new Map();
  for (const entry of entries) {
    const key = fold(keyOf(entry));
    const group = groups.get(key) ?? { text: keyOf(entry), pages: new Set() };
    group.pages.add(entry.page);
    groups.set(key, group);
  }
  return groups;
}

/** Modules by their whole names. */
export function modules({ modules: known }) {
  const candidates = [...grouped(known, ({ name }) => name).values()];
  return draw(
    candidates.map(({ text, pages }) => ({ text, kind: "module", pages: [...pages] })),
    MOST,
  );
}

/**
 * The last part of a module's name. Answers are all modules that end so, symbols of that name with a page of their own,
 * and pages with that title or heading, but for `notes`, which only tell what changed. Also tells how many were left out
 * because they have many answers.
 */
export function lastParts(corpus, { modules: known, symbols }, notes) {
  const nested = known.filter(({ name }) => lastPart(name) !== name && lastPart(name).length >= SHORTEST);
  const last = ({ name }) => lastPart(name);
  const owned = symbols.filter(({ own }) => own);
  const answers = grouped([...known, ...owned], last);
  const candidates = [...grouped(nested, last)].map(([key, { text }]) => ({ key, text }));
  let broad = 0;
  const queries = draw(candidates, MOST, ({ key, text }) => {
    const titled = corpus.titled(text).filter((page) => !notes?.test(page));
    const pages = [...new Set([...answers.get(key).pages, ...titled])];
    if (pages.length <= ANSWERS) return { text, kind: "last-part", pages };
    broad += 1;
    return undefined;
  });
  return { queries, broad };
}
