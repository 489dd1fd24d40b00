// Names of one word: runs of letters, digits and `_` with a capital or an underscore inside, on one or two pages.
import { fold } from "./corpus.mjs";
import { draw } from "./draw.mjs";
import { grouped, lastPart } from "./modules.mjs";

const [MOST, PAGES] = [200, 2];
const RUN = /[\p{L}\p{N}_]+/gu;
/** Shorter ones are words of prose, longer ones are keys and hashes. */
const [SHORTEST, LONGEST] = [4, 40];

/** Whether a run is a name: camelCase, PascalCase, snake_case, SCREAMING. */
export const isName = (run) =>
  run.length >= SHORTEST &&
  run.length <= LONGEST &&
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(run) &&
  (/[A-Za-z0-9]_+[A-Za-z0-9]/.test(run) || /[A-Za-z0-9_][A-Z]/.test(run));

/** All runs of a site without their case: the pages that each is on. */
export function runsOf(corpus) {
  const runs = new Map();
  for (const { page, lines } of corpus.pages)
    for (const line of lines)
      for (const [text] of line.matchAll(RUN)) {
        const key = fold(text);
        const run = runs.get(key) ?? { pages: new Set() };
        if (isName(text)) run.text ??= text;
        run.pages.add(page);
        runs.set(key, run);
      }
  return runs;
}

/**
 * Names that stand on at most two pages, anywhere. A page about a symbol of that name alone answers, too, even if its
 * text joins the name to another word. `symbols` are those of an inventory.
 */
export function names(runs, symbols = []) {
  const owned = grouped(
    symbols.filter(({ own }) => own),
    ({ name }) => lastPart(name),
  );
  const rare = [...runs.values()].filter(({ text, pages }) => text && pages.size <= PAGES);
  return draw(
    rare.map(({ text, pages }) => ({ text, kind: kindOf(text), pages: [...pages] })),
    MOST,
    (name) => ({
      ...name,
      pages: [...new Set([...name.pages, ...(owned.get(fold(name.text))?.pages ?? [])])],
    }),
  );
}

function kindOf(text) {
  if (/^[A-Z0-9_]+$/.test(text)) return "screaming";
  return text.includes("_") ? "snake" : "camel";
}
