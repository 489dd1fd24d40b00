// What an encoder of many languages gains: node languages.mjs --model DIR --eval EVAL --out DIR [NAME…]
//
// Makes sites and query sets in several languages, indexes each site with the encoder in DIR, and measures search by
// words, with the lexicon, with the encoder, and by the encoder's vectors alone. `--content` and `--translated` are
// checkouts of mdn/content and of the German mdn/translated-content; without them, MDN is left out. Names are beginnings of
// those of sets. Writes OUT/languages.md, with the sets that earlier runs measured. README.md has the rules.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { blanked, headings } from "./languages/docbook.mjs";
import { definitions, readGlossary, writeGlossary } from "./languages/glossary.mjs";
import { BOOKS, GIVEN } from "./languages/sources.mjs";
import { run } from "./lib/judged.mjs";
import { COMMON, InputError, read, say } from "./lib/options.mjs";
import { randomFrom, sample } from "./lib/random.mjs";
import { writeQueries } from "./sets/make.mjs";
import { Site, unpacked } from "./sets/site.mjs";

const [MOST, SEED] = [200, 7];
const MODES = ["lexical", "lexicon", "encoder", "dense"];
const MEASURES = ["ndcg@10", "success@1"];

const options = read(
  {
    docfuse: COMMON.docfuse,
    model: { type: "string" },
    eval: { type: "string" },
    content: { type: "string" },
    translated: { type: "string" },
    out: { type: "string" },
  },
  "names",
);
if (!options.model || !options.eval || !options.out)
  throw new InputError("--model DIR, --eval EVAL and --out DIR expected");
const out = resolve(options.out);
const { names } = options;
const results = join(out, "results.json");
const rows = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : {};

for (const { name, site } of GIVEN) {
  if (!isWanted(name)) continue;
  const root = rootOf(site);
  measure(name, index(name, root, site.language), join(resolve(options.eval), name), "section");
}
for (const [book, { asked, english, others }] of Object.entries(BOOKS))
  for (const other of others) {
    const name = `${book}-${other.language}`;
    if (!isWanted(name)) continue;
    const [from, to] = [headingsOf(english), headingsOf(other)];
    const shared = [...from.values()].filter(({ id, text }) => asked(text) && to.has(id));
    const chosen = sample(shared, MOST, randomFrom(SEED)).map(({ id }) => id);
    const ids = new Set(shared.map(({ id }) => id));
    const [of, ofEnglish] = [copy(book, other, ids), copy(book, english, ids)];
    const queries = (asks, answers) =>
      chosen.map((id) => {
        const { page } = answers.get(id);
        return { id, text: asks.get(id).text, kind: "heading", pages: [page], sections: [`${page}#${id}`] };
      });
    measure(`${name}: own headings`, of, written(name, queries(to, to)), "section");
    measure(`${name}: English headings`, of, written(`${name}-by-en`, queries(from, to)), "section");
    measure(
      `${book}-en: headings in ${other.language}`,
      ofEnglish,
      written(`${name}-for-en`, queries(to, from)),
      "section",
    );
  }
if (options.content && options.translated && isWanted("mdn-glossary")) {
  const [en, de] = [readGlossary(options.content, "en-us"), readGlossary(options.translated, "de")];
  for (const [from, to, way] of [
    [en, de, "German pages, English definitions"],
    [de, en, "English pages, German definitions"],
  ]) {
    const name = `mdn-glossary-${to.locale}`;
    const root = join(out, "sites", name);
    if (!existsSync(root)) writeGlossary(to, root);
    const queries = sample(definitions(from, to), MOST, randomFrom(SEED));
    const set = written(
      name,
      queries.map((query, i) => ({ ...query, id: `${i + 1}` })),
    );
    measure(`mdn-glossary: ${way}`, index(name, root, to.locale.slice(0, 2)), set, "page");
  }
}
report();

function isWanted(name) {
  return names.length === 0 || names.some((start) => name.startsWith(start));
}

function rootOf({ package: source, root }) {
  return join(unpacked(source, join(out, "packages")).folder, root);
}

/** The headings of a site's sections by id, and the page of each. */
function headingsOf(source) {
  const site = new Site(rootOf(source));
  const found = site
    .pages(source.pages)
    .flatMap((page) => headings(site.read(page)).map((heading) => ({ ...heading, page })));
  return new Map(found.map((heading) => [heading.id, heading]));
}

/** An index of a copy of the site without the headings that are asked. */
function copy(book, source, ids) {
  // Other languages ask other headings.
  const name = `${book}-${source.language}-${ids.size}`;
  const root = join(out, "sites", name);
  if (!existsSync(root)) {
    mkdirSync(root, { recursive: true });
    const site = new Site(rootOf(source));
    for (const page of site.pages(source.pages))
      if (!page.includes("/")) writeFileSync(join(root, page), blanked(site.read(page), ids));
  }
  return index(name, root, source.language);
}

function index(name, root, language) {
  const folder = join(out, "indexes", name);
  if (existsSync(join(folder, "docfuse.json"))) return folder;
  rmSync(folder, { recursive: true, force: true });
  const config = join(out, `${name}.toml`);
  writeFileSync(config, `[site]\nlanguage = "${language}"\n`);
  const built = run(options.docfuse, [
    "build",
    root,
    "--model",
    options.model,
    "--config",
    config,
    "--out",
    folder,
  ]);
  say(built.trim().split("\n").join("; "));
  return folder;
}

function written(name, queries) {
  const folder = join(out, "sets", name);
  writeQueries(folder, queries);
  return folder;
}

function measure(name, folder, set, level) {
  const qrels = join(set, level === "section" ? "qrels_sections.tsv" : "qrels.tsv");
  const args = [
    "eval",
    folder,
    "--queries",
    join(set, "queries.jsonl"),
    "--qrels",
    qrels,
    "--level",
    level,
    "--json",
  ];
  const { modes } = JSON.parse(run(options.docfuse, [...args, "--dense", "encoder"]));
  const fused = JSON.parse(run(options.docfuse, [...args, "--mode", "hybrid", "--dense", "lexicon"])).modes
    .hybrid;
  const found = { lexical: modes.lexical, lexicon: fused, encoder: modes.hybrid, dense: modes.dense };
  rows[name] = { queries: modes.lexical.queries, found };
  writeFileSync(results, JSON.stringify(rows, null, 1));
  say(name, ...MODES.map((mode) => `${mode} ${found[mode]["ndcg@10"].toFixed(3)}`));
}

function report() {
  const shown = (value) => value.toFixed(3).replace(/^0/, "");
  const table = MEASURES.flatMap((measure) => [
    "",
    `${measure}:`,
    "",
    `| set | queries | ${MODES.join(" | ")} |`,
    `|---|${"---|".repeat(MODES.length + 1)}`,
    ...Object.entries(rows).map(([name, { queries, found }]) => {
      const cells = MODES.map((mode) => shown(found[mode][measure]));
      return `| ${[name, queries, ...cells].join(" | ")} |`;
    }),
  ]);
  writeFileSync(join(out, "languages.md"), `${table.join("\n").trim()}\n`);
  say(`${Object.keys(rows).length} sets in ${join(out, "languages.md")}`);
}
