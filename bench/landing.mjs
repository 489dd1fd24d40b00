// Whether hits lead to their sections: node landing.mjs NAME=DIR…
//
// DIR is a built site, which stays as it is: the command indexes a copy in OUT/landing/NAME, without vectors, and puts the
// box into its pages. Queries are words from the site's own sections. For each, Chromium types it into a box and opens the
// first hit; then the place of the hit's section in the window is measured, and what is marked. Prints a table of all sites
// in OUT/landing.json, which keeps those of earlier runs. --hits N (110) for each site, --seed N; --files DIR are browser
// files to use instead of the command's. --terms SETS, which term-sets.mjs wrote, asks for terms, also Pagefind.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium, newPage } from "../tests/browser/chromium.mjs";
import { serve } from "../tests/browser/server.mjs";
import { pagefind } from "./adapters/pagefind.mjs";
import { runBuild } from "./lib/build.mjs";
import { Landings, START } from "./lib/landings.mjs";
import { circumstances } from "./lib/machine.mjs";
import { machine, table } from "./lib/markdown.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { openFirstResult } from "./lib/pagefind-native.mjs";
import { readSet } from "./lib/queries.mjs";
import { randomFrom, sample } from "./lib/random.mjs";

const options = read(
  {
    docfuse: COMMON.docfuse,
    chromium: COMMON.chromium,
    out: COMMON.out,
    files: { type: "string" },
    terms: { type: "string" },
    hits: { type: "string", default: "110" },
    seed: { type: "string", default: "12" },
  },
  "sites",
);
const [wanted, seed] = ["hits", "seed"].map((name) => count(options[name], name));
/** Queries for each hit wanted: some find nothing. */
const QUERIES = 1.3;

if (options.sites.length === 0) throw new InputError("expected sites, as NAME=DIR, found none");
const sites = options.sites.map((site) => {
  const [, name, folder] = /^([\w-]+)=(.+)$/.exec(site) ?? [];
  if (!name || !existsSync(folder))
    throw new InputError(`expected NAME=DIR, a folder of pages, found "${site}"`);
  return { name, folder };
});

process.env.CHROMIUM = options.chromium;
mkdirSync(options.out, { recursive: true });
const results = join(options.out, options.terms ? "landing-terms.json" : "landing.json");
const chromium = reopened();
try {
  for (const { name, folder } of sites) {
    const copy = join(options.out, "landing", name);
    const sections = prepare(folder, copy);
    const server = await serve(copy);
    try {
      const landings = new Landings(chromium, server.url, sections);
      const found = options.terms
        ? await termsOf(landings, name, folder)
        : await landings.all(queriesFrom(sections, Math.ceil(wanted * QUERIES)), wanted);
      write(name, found);
      say(`${name}: ${found.length}`);
    } finally {
      await chromium.end();
      await server.close();
    }
  }
} finally {
  await chromium.end();
}
const { sites: all, ...run } = JSON.parse(readFileSync(results, "utf8"));
const shown = options.terms ? tableOfTerms(all) : tableOf(all);
process.stdout.write(`\n${machine(run)}; Chromium ${run.chromium}; seed ${run.seed}.\n\n${shown}\n`);

/** Chromium with a page, started when one is asked for. */
function reopened() {
  let browser, page, version;
  return {
    async page() {
      browser ??= await launchChromium();
      version = browser.version();
      page ??= (await newPage(browser)).page;
      return page;
    },
    async end() {
      // One that has crashed is closed already.
      await browser?.close().catch(() => undefined);
      browser = page = undefined;
    },
    version: () => version,
  };
}

function write(name, found) {
  const before = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")).sites : {};
  const run = { ...circumstances(), chromium: chromium.version(), seed };
  writeFileSync(results, JSON.stringify({ ...run, sites: { ...before, [name]: found } }, null, 1));
}

/** Indexes a copy of a site, with the box in its pages. Returns its sections. */
function prepare(folder, copy) {
  rmSync(copy, { recursive: true, force: true });
  // Packages of distributions have links to files of others, which may not be installed.
  cpSync(folder, copy, { recursive: true, dereference: true, filter: existsSync });
  const run = (...line) => execFileSync(options.docfuse, line, { stdio: ["ignore", "ignore", "inherit"] });
  run("build", copy, "--no-dense", "--inject");
  const index = join(copy, "docfuse");
  if (options.files) {
    for (const file of readdirSync(options.files)) cpSync(join(options.files, file), join(index, file));
  }
  const exported = `${copy}.sections`;
  rmSync(exported, { recursive: true, force: true });
  run("export", "opensearch", index, "--out", exported);
  const { language } = JSON.parse(readFileSync(join(index, "docfuse.json"), "utf8"));
  writeFileSync(join(copy, START.path), START.html(language));
  return readdirSync(exported, { recursive: true })
    .filter((name) => name.endsWith(".ndjson"))
    .sort()
    .flatMap((name) => readFileSync(join(exported, name), "utf8").split("\n"))
    .filter((line) => line.startsWith("{") && line.includes('"anchor"'))
    .map((line) => JSON.parse(line));
}

/** Where the terms of a site lead, by Docfuse and by Pagefind over the same pages. */
async function termsOf(landings, name, folder) {
  const queries = sample(readSet(join(options.terms, name)), wanted, randomFrom(seed));
  const own = await landings.terms(queries);
  const out = join(options.out, "landing", `${name}.pagefind`);
  await runBuild(pagefind().build({ pages: folder, content: "html", ignore: [] }, join(out, "www")), out);
  const peer = await landings.terms(queries, await openFirstResult(join(out, "www", "pagefind")));
  const byText = new Map(peer.map((landing) => [landing.text, landing]));
  return own.map((landing) => ({ ...landing, peer: byText.get(landing.text) }));
}

/** Three words in a row from a line of each of some sections. */
function queriesFrom(sections, size) {
  const random = randomFrom(seed);
  const texts = sections.map(({ text }) => linesOf(text)).filter((lines) => lines.length > 0);
  return sample(texts, size, random).map((lines) => {
    const words = lines[Math.floor(random() * lines.length)];
    const start = Math.floor(random() * (words.length - 2));
    return words.slice(start, start + 3).join(" ");
  });
}

/** The words of the lines that have three or more of at least four letters. */
function linesOf(text) {
  const lines = text.split("\n").map((line) => line.match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
  return lines.filter((words) => words.length >= 3);
}

function summary(landings) {
  const matched = landings.filter(({ words }) => words > 0);
  const share = (some, all) => `${((100 * some.length) / Math.max(1, all.length)).toFixed(1)} %`;
  return {
    hits: landings.length,
    "a viewport or more away": landings.filter(({ away }) => away >= 1).length,
    "section not in view": landings.filter(({ away }) => away > 0).length,
    "with matched words": matched.length,
    "words marked in the section": share(
      matched.filter(({ marked }) => marked > 0),
      matched,
    ),
    "a mark in view": share(
      matched.filter(({ seen }) => seen > 0),
      matched,
    ),
    "marks elsewhere": landings.filter(({ astray }) => astray > 0).length,
  };
}

function tableOfTerms(bySite) {
  const traits = ["isPage", "isNamed", "isUpper"];
  const rows = Object.entries({ ...bySite, all: Object.values(bySite).flat() }).map(([name, landings]) => {
    const counts = (of) => traits.map((trait) => landings.filter((landing) => of(landing)?.[trait]).length);
    const [own, peer] = [counts((landing) => landing), counts((landing) => landing.peer)];
    return [name, landings.length, ...own.flatMap((count, i) => [count, peer[i]])].map(String);
  });
  const heads = ["a page that defines it", "its row has the name", "the entry in the upper half"];
  return table(["set", "terms", ...heads.flatMap((head) => [head, "Pagefind"])], rows);
}

function tableOf(bySite) {
  const rows = Object.entries({ ...bySite, all: Object.values(bySite).flat() }).map(([name, landings]) => ({
    site: name,
    ...summary(landings),
  }));
  const columns = Object.keys(rows[0]);
  return table(
    columns,
    rows.map((row) => columns.map((column) => String(row[column]))),
  );
}
