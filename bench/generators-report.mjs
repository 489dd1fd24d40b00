// Reports on sites of many generators: node generators-report.mjs --sites DIR [--docfuse FILE] [--model DIR] ...
//
// DIR is what generators.mjs wrote. Builds a Docfuse index of each site without settings, and a Pagefind index of the
// pages that are answers. Asks all queries of both. README.md describes the figures.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pagefind } from "./adapters/pagefind.mjs";
import { runBuild } from "./lib/build.mjs";
import { Chromium } from "./lib/chromium.mjs";
import { chosen, definition, queriesOf } from "./lib/generators.mjs";
import { Pages, plainPage, shares } from "./lib/hits.mjs";
import { circumstances } from "./lib/machine.mjs";
import { machine, number, table, withParts } from "./lib/markdown.mjs";
import { COMMON, InputError, read, say } from "./lib/options.mjs";
import { pageFor } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";
import { mirror } from "./lib/site.mjs";

/** Hits looked at for each query, at most one of each page. */
const HITS = 5;
const MODES = ["lexical", "hybrid"];

const options = read({
  docfuse: COMMON.docfuse,
  chromium: COMMON.chromium,
  out: { type: "string", default: join(COMMON.out.default, "generators") },
  sites: { type: "string" },
  only: { type: "string" },
  model: { type: "string" },
  keep: { type: "boolean", default: false },
  to: { type: "string" },
});
if (!options.sites) throw new InputError("expected --sites DIR, the folder that generators.mjs wrote");
const [command, out] = [resolve(options.docfuse), resolve(options.out)];
if (!existsSync(command)) throw new InputError(`${command} not found; give --docfuse FILE`);
const engine = pagefind();
const start = circumstances();

mkdirSync(out, { recursive: true });
const results = options.keep ? earlier() : {};
for (const name of chosen(options.only).filter((one) => !results[one])) {
  const site = await load(name);
  const docfuse = await askDocfuse(site);
  const peer = await askPagefind(site);
  results[name] = { ...site, ...docfuse, pagefind: { ranked: peer, ...success(site.queries, peer) } };
  writeFileSync(join(out, "results.json"), `${JSON.stringify(results, null, 1)}\n`);
  const { success: scores, pagefind: other } = results[name];
  say(`${name}: ${MODES.map((mode) => `${mode} ${of(scores[mode])}`).join(", ")}, Pagefind ${of(other)}`);
}
const measured = Object.keys(results)
  .sort()
  .map((name) => results[name]);
const parts = { sites: sitesTable(), quality: qualityTable(), machine: machine(start) };
if (options.to) writeFileSync(options.to, withParts(readFileSync(options.to, "utf8"), parts));
else process.stdout.write(`\n${Object.values(parts).join("\n\n")}\n`);

/** Results of earlier runs, by site. */
function earlier() {
  const file = join(out, "results.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

async function load(name) {
  const folder = resolve(options.sites, name);
  if (!existsSync(folder)) throw new InputError(`${folder} not found; make it by generators.mjs`);
  const { generator, content, root, ignore, exclude } = await definition(name);
  return { name, folder, generator, content, root, ignore, exclude, queries: queriesOf(name, folder) };
}

/** Builds an index as an author without settings would, and asks all queries in both modes. */
async function askDocfuse({ name, folder, queries }) {
  const index = join(out, name, "docfuse");
  const model = options.model ? ["--model", resolve(options.model)] : [];
  const { written } = await runBuild([command, "build", folder, "--out", index, ...model], index);
  const { pages, sections } = JSON.parse(readFileSync(join(index, "docfuse.json"), "utf8"));
  const bare = Number(/^sections without text: (\d+)/m.exec(written)?.[1] ?? 0);
  const answers = {};
  for (const mode of MODES) {
    answers[mode] = queries.map(({ text }) => query(index, mode, text));
  }
  const hits = MODES.flatMap((mode) => answers[mode].flat());
  const ranked = Object.fromEntries(
    MODES.map((mode) => [mode, answers[mode].map((found) => found.map(({ page }) => page))]),
  );
  const scores = Object.fromEntries(MODES.map((mode) => [mode, success(queries, ranked[mode])]));
  return {
    size: { pages, sections, bare },
    shares: shares(hits, new Pages(folder)),
    ranked,
    success: scores,
  };
}

function query(index, mode, text) {
  const limits = ["--limit", String(HITS), "--max-per-page", "1"];
  const values = ["query", index, "--mode", mode, ...limits, "--json", "--", text];
  const answer = JSON.parse(execFileSync(command, values, { encoding: "utf8", maxBuffer: 1 << 26 }));
  // An answer without one of its retrievers must not be counted.
  if (answer.degraded) throw new Error(`${text}: degraded: ${JSON.stringify(answer.degraded)}`);
  return answer.hits;
}

/** Pagefind's pages for each query, in its own order. It gets what an author would tell it: content and pages. */
async function askPagefind({ name, folder, root, ignore, exclude, queries }) {
  const pages = join(out, name, "pages");
  const www = join(out, name, "www");
  mirror(folder, pages, exclude);
  await runBuild(engine.build({ pages, content: root, ignore }, www), www);
  writeFileSync(join(www, "index.html"), pageFor(engine.script));
  const server = await serve(www);
  const browser = await Chromium.launch(options.chromium);
  try {
    await browser.visit(`${server.origin}/index.html`);
    await browser.evaluate("engine.open().then(() => undefined)");
    const texts = JSON.stringify(queries.map(({ text }) => text));
    return await browser.evaluate(`bench.pages(${texts}, ${HITS})`);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Success@1 and @5 of ranked pages. */
function success(queries, ranked) {
  const ranks = ranked.map((pages, i) => {
    const gold = queries[i].gold.map(plainPage);
    return pages.findIndex((page) => gold.includes(plainPage(page))) + 1;
  });
  const at = (depth) => ranks.filter((rank) => rank >= 1 && rank <= depth).length / ranks.length;
  return { success1: at(1), success5: at(HITS), ranks };
}

function of({ success1, success5 }) {
  return `${number(success1, 2)} / ${number(success5, 2)}`;
}

function sitesTable() {
  const percent = (value) => (value === undefined ? "–" : `${number(100 * value, 1)} %`);
  const rows = measured.map(({ name, generator, content, size, shares: found }) => [
    name,
    generator,
    content,
    size.pages,
    size.sections,
    percent(size.bare / size.sections),
    found.hits,
    ...["withoutText", "furniture", "anchors", "pathTitles", "canonical"].map((key) => percent(found[key])),
  ]);
  const heads = ["site", "generator", "content", "pages", "sections", "without text", "hits", "without text"];
  return table([...heads, "furniture", "anchors exist", "path in title", "canonical"], rows);
}

function qualityTable() {
  const rows = measured.map(({ name, queries, success: scores, pagefind: peer }) => [
    name,
    queries.length,
    ...MODES.map((mode) => of(scores[mode])),
    of(peer),
    scores.hybrid.success1 >= peer.success1 && scores.hybrid.success5 >= peer.success5 ? "yes" : "**no**",
  ]);
  const heads = ["site", "queries", ...MODES, `Pagefind ${engine.version}`, "hybrid at or above"];
  return table(heads, rows);
}
