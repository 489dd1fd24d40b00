// Names and commands by Docfuse and Pagefind: node names.mjs --sites DIR --sets SETS [--docfuse FILE] [--model DIR] …
//
// SITES and SETS are what name-sets.mjs wrote; `--results FILE` reports on an earlier run instead. Both engines index the same pages; each is asked by its own means, without
// a browser. README.md describes options and figures.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pagefind } from "./adapters/pagefind.mjs";
import { circumstances } from "./lib/machine.mjs";
import { machine, withParts } from "./lib/markdown.mjs";
import { Docfuse, Pagefind } from "./lib/name-engines.mjs";
import { changes, failures, lacking, rankOf, setTable, siteTable } from "./lib/name-scores.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { readSet } from "./lib/queries.mjs";
import { setsIn } from "./sets/list.mjs";
import { SITES, chosenSites, pagesOf } from "./sets/names/sites.mjs";

const options = read({
  docfuse: COMMON.docfuse,
  out: { type: "string", default: join(COMMON.out.default, "names") },
  sites: { type: "string" },
  sets: { type: "string" },
  only: { type: "string" },
  set: { type: "string" },
  model: { type: "string" },
  name: { type: "string", default: "docfuse" },
  keep: { type: "boolean", default: false },
  "held-out": { type: "boolean", default: false },
  baseline: { type: "string" },
  failures: { type: "string" },
  most: { type: "string", default: "25" },
  results: { type: "string" },
  to: { type: "string" },
});
if (options.results) {
  const earlier = JSON.parse(readFileSync(options.results, "utf8"));
  report(earlier, earlier.measured, enginesOf(earlier.measured));
  process.exit();
}
if (!options.sites || !options.sets)
  throw new InputError("expected --sites DIR and --sets DIR, the folders that name-sets.mjs wrote");
const [command, out, sites, sets] = ["docfuse", "out", "sites", "sets"].map((name) => resolve(options[name]));
if (!existsSync(command)) throw new InputError(`${command} not found; give --docfuse FILE`);
const model = options.model && resolve(options.model);
const engines = ["lexical", ...(model ? ["hybrid"] : []), "pagefind"];
const engine = pagefind();
const start = circumstances();

const measured = {};
for (const name of chosenSites(options.only, options["held-out"])) {
  const asked = queriesOf(name);
  if (asked.length > 0) measured[name] = await measure(name, asked);
}
if (Object.keys(measured).length === 0) throw new InputError(`--set: no such set of these sites in ${sets}`);
mkdirSync(out, { recursive: true });
const results = join(out, `${options.name}.json`);
writeFileSync(results, `${JSON.stringify({ ...start, command, measured })}\n`);
report(start, measured, engines);
process.stdout.write(`\nranks: ${results}\n`);

function enginesOf(results) {
  const [{ sets: of }] = Object.values(results);
  return Object.keys(Object.values(of)[0].engines);
}

/** Prints the tables, or writes them into the file of `--to`; writes the files of the other options. */
function report(conditions, found, names) {
  const parts = {
    shares: setTable(found, names),
    counts: siteTable(found, names),
    lacking: lacking(found, names),
    machine: machine(conditions),
  };
  if (options.to) writeFileSync(options.to, withParts(readFileSync(options.to, "utf8"), parts));
  else process.stdout.write(`\n${Object.values(parts).join("\n\n")}\n`);
  if (options.failures)
    writeFileSync(options.failures, failures(found, "lexical", count(options.most, "most")));
  if (options.baseline) {
    const before = JSON.parse(readFileSync(options.baseline, "utf8")).measured;
    const lines = names.flatMap((name) => changes(before, found, name));
    process.stdout.write(
      `${["", ...lines].join("\n")}\n${lines.length} queries came to or left the first place\n`,
    );
  }
}

/** All queries of a site's sets, `{ set, text, gold }`. */
function queriesOf(site) {
  const wanted = options.set?.split(",");
  const names = Object.keys(SITES).filter((other) => other.startsWith(`${site}-`));
  return setsIn(sets)
    .filter(
      (folder) => folder.startsWith(`${site}-`) && !names.some((other) => folder.startsWith(`${other}-`)),
    )
    .map((folder) => ({ folder, set: folder.slice(site.length + 1) }))
    .filter(({ set }) => !wanted || wanted.includes(set))
    .flatMap(({ folder, set }) => readSet(join(sets, folder)).map(({ text, gold }) => ({ set, text, gold })));
}

async function measure(site, queries) {
  const pages = pagesOf(site, sites);
  const docfuse = new Docfuse(command, join(out, options.name, site));
  const peer = new Pagefind(engine, join(out, "pagefind", site));
  await docfuse.build(pages, model, options.keep);
  await peer.build(pages, { content: SITES[site].content, ignore: SITES[site].ignore ?? [] });
  const ranked = {
    lexical: docfuse.rank(queries, "lexical"),
    ...(model ? { hybrid: docfuse.rank(queries, "hybrid") } : {}),
    pagefind: await peer.rank(queries),
  };
  const ranks = Object.fromEntries(
    engines.map((name) => [name, queries.map(({ gold }, i) => rankOf(ranked[name][i], gold))]),
  );
  const lost = (name) => queries.filter(({ set }, i) => ranks[name][i] === 0 && !set.endsWith("-errors"));
  const lacks = {
    lexical: without(lost("lexical"), docfuse.quoted(lost("lexical"))),
    pagefind: without(lost("pagefind"), await peer.quoted(lost("pagefind"))),
  };
  const bySet = {};
  for (const set of new Set(queries.map((query) => query.set))) {
    const at = queries.flatMap((query, i) => (query.set === set ? [i] : []));
    const found = (name) => ({
      ranks: at.map((i) => ranks[name][i]),
      top: at.map((i) => ranked[name][i][0]),
      ...(lacks[name] && !set.endsWith("-errors")
        ? { lacks: lacks[name].filter((query) => query.set === set).map(({ text }) => text) }
        : {}),
    });
    bySet[set] = {
      queries: at.map((i) => ({ text: queries[i].text, gold: queries[i].gold })),
      engines: Object.fromEntries(engines.map((name) => [name, found(name)])),
    };
  }
  say(`${site}: ${queries.length} queries`);
  return { sets: bySet };
}

/** Queries whose answer is not found in quotes either. */
function without(queries, found) {
  return queries.filter(({ gold }, i) => rankOf(found[i], gold) === 0);
}
