// How near several indexes searched as one come to one index of all pages.
//
//   node several.mjs --docfuse BIN --site DIR --queries DIR [--queries DIR …] --work DIR [--mode lexical|hybrid]
//
// Splits the HTML pages of a site into two sites, by the hash of the address and by folder (the largest one, and the rest),
// builds an index of each half and of the whole, and asks all of them the same queries. Halves by folder are built once more
// with the average lengths of the whole. Each DIR of queries has
// queries.jsonl and qrels.tsv. Prints a table in Markdown: the share of the first ten sections in common, the share of
// queries with the same first section, and nDCG@10 by page.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gradesOf, ndcg, rankings, run } from "./lib/judged.mjs";

const DEPTH = 10;

const { values } = parseArgs({
  options: {
    docfuse: { type: "string" },
    site: { type: "string" },
    queries: { type: "string", multiple: true },
    work: { type: "string" },
    mode: { type: "string", default: "hybrid" },
  },
});
const { docfuse, site, queries = [], work, mode } = values;
if (!docfuse || !site || !work || queries.length === 0) {
  throw new Error(
    "--docfuse BIN, --site DIR, --queries DIR and --work DIR expected, see the head of this file",
  );
}

const pages = readdirSync(site, { recursive: true })
  .filter((name) => /\.html?$/.test(name))
  .sort();
const folderOf = (page) => (page.includes("/") ? page.slice(0, page.indexOf("/")) : "");
const sizes = new Map();
for (const page of pages) sizes.set(folderOf(page), (sizes.get(folderOf(page)) ?? 0) + 1);
const [largest] = [...sizes].sort((a, b) => b[1] - a[1])[0];
const byFolder = (page) => (folderOf(page) === largest ? 0 : 1);
const lengths = join(work, "lengths.toml");
const splits = {
  "by hash": [(page) => createHash("sha1").update(page).digest()[0] & 1],
  [`${largest}/ and the rest`]: [byFolder],
  [`${largest}/ and the rest, lengths shared`]: [byFolder, ["--config", lengths]],
};

const known = new Map();
const whole = built("whole", () => 0)[0];
console.log("| queries | split | " + `overlap@${DEPTH} | same first | nDCG@10 whole | nDCG@10 as one |`);
console.log("|---|---|---|---|---|---|");
for (const [split, half] of Object.entries(splits)) {
  const [first, second] = built(split.replaceAll(/[^a-z]/g, ""), ...half);
  for (const set of queries) {
    const expected = expectedOf(set);
    const found = measured(set, split, [first, second]);
    const ids = [...expected.runs.keys()];
    const overlaps = ids.map((id) => overlap(expected.runs.get(id), found.runs.get(id) ?? []));
    const firsts = ids.filter((id) => expected.runs.get(id)[0] === found.runs.get(id)?.[0]);
    const mean = overlaps.reduce((sum, each) => sum + each, 0) / ids.length;
    const columns = [mean, firsts.length / ids.length, expected.ndcg, found.ndcg].map((number) =>
      number.toFixed(4),
    );
    console.log(`| ${basename(set)} (${ids.length}) | ${split} | ${columns.join(" | ")} |`);
  }
}

/** What the index of all pages finds; measured once. */
function expectedOf(set) {
  if (!known.has(set)) known.set(set, measured(set, "whole", [whole]));
  return known.get(set);
}

/** The indexes of the parts of the site, built unless they are there. */
function built(name, partOf, settings = []) {
  const parts = [...new Set(pages.map(partOf))].sort();
  return parts.map((part) => {
    const index = join(work, `index-${name}-${part}`);
    if (existsSync(join(index, "docfuse.json"))) return index;
    const copy = join(work, `site-${name}-${part}`);
    for (const page of pages.filter((page) => partOf(page) === part)) {
      mkdirSync(dirname(join(copy, page)), { recursive: true });
      copyFileSync(join(site, page), join(copy, page));
    }
    const modes = mode === "lexical" ? ["--no-dense"] : [];
    const said = run(docfuse, ["build", copy, "--out", index, "--verbose", ...settings, ...modes]);
    if (name === "whole") {
      const words = /average words: (.*)/.exec(said)[1].replaceAll(/([a-z]) /g, "$1 = ");
      writeFileSync(lengths, `[bm25]\nlengths = { ${words} }\n`);
    }
    return index;
  });
}

/** The first sections of each query, and the mean nDCG@10 of their pages. */
function measured(set, name, [index, ...others]) {
  const further = others.flatMap((other) => ["--with", other]);
  const file = join(work, `${basename(set)}-${name.replaceAll(/[^a-z]/g, "")}.run`);
  const found = rankings(docfuse, index, set, [...further, "--level", "section", "--mode", mode], file);
  const grades = gradesOf(set);
  const pages = (sections) => sections.map((section) => section.split("#")[0]);
  const gains = [...found].map(([query, sections]) => ndcg(pages(sections), grades.get(query) ?? new Map()));
  for (const [query, documents] of found) found.set(query, documents.slice(0, DEPTH));
  return { runs: found, ndcg: gains.reduce((sum, each) => sum + each, 0) / grades.size };
}

function overlap(expected, found) {
  const known = new Set(found);
  return expected.filter((document) => known.has(document)).length / Math.max(expected.length, 1);
}
