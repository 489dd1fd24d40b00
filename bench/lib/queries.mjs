// Queries with known answers, `{ id, text, gold }`: gold are the pages that answer.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom, sample } from "./random.mjs";
import { sectionsOfSite } from "./sections.mjs";
import { withTypingErrors } from "./typing-errors.mjs";
import { InputError } from "./options.mjs";

/** Queries of a cold run: first ones, of which each run asks one, and those after it. Then those of the warm runs. */
const [FIRST, FURTHER, WARM] = [5, 10, 120];

/** The set with typing errors: so many queries, of this seed. */
export const TYPOS = { count: 200, seed: 7 };

const HEADINGS = { count: 200, seed: 7 };
const COST_SEED = 11;

/** A set in the form of BEIR: `queries.jsonl` and `qrels.tsv` with page names. Queries without gold are left out. */
export function readSet(folder) {
  const gold = new Map();
  for (const line of readFileSync(join(folder, "qrels.tsv"), "utf8").split("\n").slice(1)) {
    const [query, page] = line.trim().split("\t");
    if (page) gold.set(query, [...(gold.get(query) ?? []), page]);
  }
  const lines = readFileSync(join(folder, "queries.jsonl"), "utf8").split("\n").filter(Boolean);
  return lines
    .map((line) => JSON.parse(line))
    .map(({ _id: id, text }) => ({ id, text, gold: gold.get(id) ?? [] }))
    .filter(({ gold: pages }) => pages.length > 0);
}

/**
 * The sets of a site by name. Those it defines are read from `folder`; where there are none, or no folder is given,
 * headings that only one page has are the queries, and that page the gold.
 */
export function setsOf(name, site, folder) {
  const sets = {};
  for (const set of folder ? site.sets : []) {
    if (!existsSync(join(folder, set))) throw new InputError(`set ${set} is not in ${folder} (--sets DIR)`);
    sets[set] = readSet(join(folder, set));
  }
  if (Object.keys(sets).length === 0) sets[`${name}-headings`] = headings(sectionsOfSite(site));
  const source = sets[site.typosOf];
  if (source) sets[`${site.typosOf}-typos`] = withTypingErrors(source, TYPOS.count, TYPOS.seed);
  return sets;
}

/** Headings as queries, without their numbers; those of ordinary length that stand on one page alone. */
function headings(sections) {
  const pages = new Map();
  for (const { url, heading } of sections) {
    const text = heading.replace(/^[\d.]+\s+/, "").trim();
    pages.set(text, (pages.get(text) ?? new Set()).add(url.split("#", 1)[0]));
  }
  const clear = [...pages].filter(([text, on]) => on.size === 1 && text.length >= 5 && text.length <= 70);
  const chosen = sample(clear, HEADINGS.count, randomFrom(HEADINGS.seed));
  return chosen.map(([text, on], i) => ({ id: `h${i}`, text, gold: [...on] }));
}

/** The queries that are timed: an even mix of a site's sets as they are, all different. */
export function costQueries(sets) {
  const random = randomFrom(COST_SEED);
  const all = FIRST + FURTHER + WARM;
  const plain = Object.keys(sets).filter((name) => !name.endsWith("-typos"));
  const each = plain.flatMap((name) => sample(sets[name], 2 * Math.ceil(all / plain.length), random));
  const different = [...new Map(each.map((query) => [query.text, query])).values()];
  if (different.length < all) throw new Error(`${all} different queries expected, ${different.length} found`);
  const mixed = sample(different, all, random);
  return {
    first: mixed.slice(0, FIRST),
    further: mixed.slice(FIRST, FIRST + FURTHER),
    warm: mixed.slice(FIRST + FURTHER),
  };
}
