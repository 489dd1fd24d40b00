// Queries with known answers: `{ id, text, gold }`, where gold are the relevant pages.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom, sample } from "./random.mjs";
import { sectionsOfSite } from "./sections.mjs";
import { withTypingErrors } from "./typing-errors.mjs";
import { InputError } from "./options.mjs";

/** Numbers of queries: first ones, of which each cold run asks one; further ones of a cold run; those of warm runs. */
const [FIRST, FURTHER, WARM] = [5, 10, 120];

/** Size and seed of the set with typing errors. */
const TYPOS = { count: 200, seed: 7 };

/** One query a line, or `{"text"}` in each line of a .jsonl file. */
export function queryTexts(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const texts = String(file).endsWith(".jsonl") ? lines.map((line) => JSON.parse(line).text) : lines;
  if (texts.length === 0) throw new InputError(`${file}: expected queries, found none`);
  return texts;
}

const HEADINGS = { count: 200, seed: 7 };
const COST_SEED = 11;

/** Reads a set in BEIR's format: `queries.jsonl`, and `qrels` with page names. Omits queries without gold. */
export function readSet(folder, qrels = "qrels.tsv") {
  const gold = new Map();
  for (const line of readFileSync(join(folder, qrels), "utf8").split("\n").slice(1)) {
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
 * The sets of a site by name, read from `folder`. If the site defines none, or no folder is given: headings that occur
 * on one page only, with that page as gold.
 */
export function setsOf(name, site, folder) {
  const sets = {};
  for (const set of folder ? site.sets : []) {
    if (!existsSync(join(folder, set)))
      throw new InputError(`--sets: expected the set ${set}, found none in ${folder}`);
    sets[set] = readSet(join(folder, set));
  }
  if (Object.keys(sets).length === 0) sets[`${name}-headings`] = headings(sectionsOfSite(site));
  const source = sets[site.typosOf];
  if (source) sets[`${site.typosOf}-typos`] = withTypingErrors(source, TYPOS.count, TYPOS.seed);
  return sets;
}

/** Headings of ordinary length that occur on one page only, as queries, without their numbers. */
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

/** The timed queries: an even mix of a site's sets, without those with typing errors, all different. */
export function costQueries(sets) {
  const random = randomFrom(COST_SEED);
  const all = FIRST + FURTHER + WARM;
  const plain = Object.keys(sets).filter((name) => !name.endsWith("-typos"));
  const each = plain.flatMap((name) => sample(sets[name], 2 * Math.ceil(all / plain.length), random));
  const different = [...new Map(each.map((query) => [query.text, query])).values()];
  if (different.length < all) throw new Error(`expected ${all} different queries, found ${different.length}`);
  const mixed = sample(different, all, random);
  return {
    first: mixed.slice(0, FIRST),
    further: mixed.slice(FIRST, FIRST + FURTHER),
    warm: mixed.slice(FIRST + FURTHER),
  };
}
