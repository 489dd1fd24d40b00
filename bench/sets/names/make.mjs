// All sets of one site.
import { Corpus, fold } from "./corpus.mjs";
import { commands } from "./commands.mjs";
import { compounds } from "./compounds.mjs";
import { lastParts, modules } from "./modules.mjs";
import { rareWords } from "./rare-words.mjs";
import { names, runsOf } from "./runs.mjs";
import { drawn, symbols, withErrors } from "./symbols.mjs";

/** Sets with fewer queries say nothing. */
const FEWEST = 5;

/**
 * The sets of a site whose pages are in `folder`, by name: lists of `{ text, kind, pages }`. `left` tells how many
 * candidates were left out: last parts with many answers, typing errors that make another name.
 */
export function madeOf(site, folder) {
  const corpus = new Corpus(folder, site);
  const runs = runsOf(corpus);
  const inventory = site.inventory && inventoryOf(site, corpus);
  const sets = {
    names: names(runs, inventory?.symbols),
    compounds: compounds(corpus, runs, inventory?.symbols),
    "rare-words": rareWords(corpus),
  };
  const left = {};
  if (site.commands) sets.commands = commands(corpus, site.commands);
  if (inventory) {
    const { qualified, bare } = symbols(inventory);
    const written = new Set([...inventory.modules, ...inventory.symbols].map(({ name }) => fold(name)));
    const isKnown = (text) => runs.has(text) || written.has(text);
    const last = lastParts(corpus, inventory, site.notes);
    const errors = { qualified: withErrors(qualified, isKnown), bare: withErrors(bare, isKnown) };
    Object.assign(sets, {
      modules: modules(inventory),
      "last-parts": last.queries,
      qualified: drawn(qualified),
      bare: drawn(bare),
      "qualified-errors": errors.qualified.queries,
      "bare-errors": errors.bare.queries,
    });
    left["last-parts"] = last.broad;
    left["qualified-errors"] = errors.qualified.names;
    left["bare-errors"] = errors.bare.names;
  }
  const enough = Object.entries(sets).filter(([, queries]) => queries.length >= FEWEST);
  return { sets: Object.fromEntries(enough), left };
}

/** What the site documents on the pages that are indexed. */
function inventoryOf({ inventory, root }, corpus) {
  const { modules: places, symbols: known } = inventory(
    root,
    corpus.pages.map(({ page }) => page),
  );
  const there = ({ page }) => corpus.names.has(page);
  return { modules: places.filter(there), symbols: known.filter(there) };
}
