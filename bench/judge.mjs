// How many queries of each set find their answer: node judge.mjs --sites DIR --sets DIR
//
// SITES has the pages of each site in a folder of its name; SETS has sets as name-sets.mjs, term-sets.mjs and meant-sets.mjs
// write them, whose names begin with that of their site. Builds an index of each site without settings, asks all queries by
// words, and prints how many answers come first, in the first three, and not in the first ten: sections where the set knows
// them, and pages. --pagefind does the same by Pagefind over the same pages, by its own script, which Node runs. Writes what
// does not come first to OUT/NAME/SET.missed, so that two runs are compared by diff.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { plainPage } from "./lib/answers.mjs";
import { rankings, run } from "./lib/judged.mjs";
import { circumstances } from "./lib/machine.mjs";
import { machine, table } from "./lib/markdown.mjs";
import { COMMON, InputError, read, say } from "./lib/options.mjs";
import { DEPTH, pagefindOf } from "./lib/pagefind-index.mjs";
import { readSet } from "./lib/queries.mjs";
import { setsIn } from "./sets/list.mjs";
import { shapeOf } from "./sets/names/sites.mjs";

const options = read({
  sites: { type: "string" },
  sets: { type: "string" },
  docfuse: COMMON.docfuse,
  out: { type: "string", default: join(COMMON.out.default, "judge") },
  only: { type: "string" },
  name: { type: "string", default: "docfuse" },
  model: { type: "string" },
  keep: { type: "boolean", default: false },
  pagefind: { type: "boolean", default: false },
});
if (!options.sites || !options.sets)
  throw new InputError("expected --sites DIR and --sets DIR, the folders of pages and of sets");
const [sites, sets] = [resolve(options.sites), resolve(options.sets)];
const out = join(resolve(options.out), options.name);
const start = circumstances();

const bySite = new Map();
for (const set of setsIn(sets)) {
  const site = siteOf(set);
  if (site) bySite.set(site, [...(bySite.get(site) ?? []), set]);
}
const asked = options.only?.split(",") ?? [...bySite.keys()];
const strange = asked.find((name) => !bySite.has(name));
if (strange || asked.length === 0)
  throw new InputError(`expected sets of ${strange ?? `sites in ${sites}`}, found none in ${sets}`);
const rows = [];
for (const site of asked) rows.push(...(await measure(site, bySite.get(site))));
const counts = (of) => ["first", "in three", "not in ten"].map((head) => `${of}${head}`);
const heads = ["set", "queries", ...counts("section "), ...counts(""), "bytes of the index"];
if (options.pagefind) heads.push(...counts("Pagefind: "));
process.stdout.write(`\n${machine(start)}\n\n${table(heads, rows)}\n`);

/** The site with the longest name that a set's name begins with. */
function siteOf(set) {
  const names = readdirSync(sites).filter((name) => set === name || set.startsWith(`${name}-`));
  return names.toSorted((a, b) => b.length - a.length)[0];
}

async function measure(site, names) {
  const pages = join(sites, site);
  const index = join(out, site);
  if (!options.keep || !existsSync(join(index, "docfuse.json"))) {
    rmSync(index, { recursive: true, force: true });
    const dense = options.model ? ["--model", resolve(options.model)] : ["--no-dense"];
    run(options.docfuse, ["build", `${pages}/`, "--out", index, ...dense]);
  }
  const peer =
    options.pagefind &&
    (await pagefindOf(pages, shapeOf(site), join(resolve(options.out), "pagefind", site)));
  const rows = [];
  for (const name of names) {
    const folder = join(sets, name);
    const hasSections = existsSync(join(folder, "qrels_sections.tsv"));
    const byPage = ranksOf(index, folder, "page");
    const bySection = hasSections ? ranksOf(index, folder, "section") : undefined;
    const cells = [...(bySection ? counted(bySection) : ["", "", ""]), ...counted(byPage), bytesOf(index)];
    if (peer) cells.push(...counted(ranked(byPage, await peer(byPage.map(({ text }) => text)))));
    writeMissed(name, bySection ?? byPage);
    say(name, ...cells);
    rows.push([name, byPage.length, ...cells]);
  }
  return rows;
}

/** The queries of a set with the rank of their first answer among what the index finds. */
function ranksOf(index, folder, level) {
  const queries = readSet(folder, level === "section" ? "qrels_sections.tsv" : "qrels.tsv");
  const mode = options.model ? "hybrid" : "lexical";
  mkdirSync(out, { recursive: true });
  const found = rankings(options.docfuse, index, folder, mode, level, join(out, "runs.txt"));
  return ranked(
    queries,
    queries.map(({ id }) => found.get(id) ?? []),
  );
}

/** `rank` from 1, 0 if no answer is among the first ten; `top`, what came first. */
function ranked(queries, found) {
  return queries.map((query, i) => {
    const gold = new Set(query.gold.map(plain));
    const rank =
      found[i].slice(0, DEPTH).findIndex((url) => gold.has(plain(url)) || gold.has(plainPage(url))) + 1;
    return { ...query, rank, top: found[i][0] };
  });
}

/** A section whose answer is its whole page is one, too. */
function plain(url) {
  const [page, anchor] = url.split("#");
  return anchor ? `${plainPage(page)}#${decodeURIComponent(anchor)}` : plainPage(page);
}

function counted(ranks) {
  const of = (fits) => ranks.filter(({ rank }) => fits(rank)).length;
  return [of((rank) => rank === 1), of((rank) => rank >= 1 && rank <= 3), of((rank) => rank === 0)];
}

function writeMissed(name, ranks) {
  const lines = ranks
    .filter(({ rank }) => rank !== 1)
    .map(
      ({ text, rank, top, gold }) => `${text}\t${rank}\t${top ?? "nothing"}\t${gold.slice(0, 3).join(" ")}\n`,
    );
  writeFileSync(join(out, `${name}.missed`), lines.join(""));
}

function bytesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
