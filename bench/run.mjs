// Compares search engines: node run.mjs [--sites DIR] [--sets DIR] [--only NAMES] [--engines NAMES] ...
// README.md describes the options and the measures. Writes OUT/results.json, which report.mjs reads.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { docfuse } from "./adapters/docfuse.mjs";
import { minisearch } from "./adapters/minisearch.mjs";
import { pagefind } from "./adapters/pagefind.mjs";
import { total } from "./lib/answers.mjs";
import { runBuild, sizeOf } from "./lib/build.mjs";
import { Chromium } from "./lib/chromium.mjs";
import { NETWORKS, coldRun } from "./lib/cold.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { pageFor } from "./lib/page.mjs";
import { quality } from "./lib/quality.mjs";
import { costQueries, setsOf } from "./lib/queries.mjs";
import { serve } from "./lib/server.mjs";
import { SITES, locate, mirror } from "./lib/site.mjs";
import { wasmTimes, warmRuns } from "./lib/warm.mjs";

const ADAPTERS = { docfuse, pagefind, minisearch };
const PHASES = ["build", "cold", "warm", "quality"];

const options = read({
  ...COMMON,
  sites: { type: "string" },
  sets: { type: "string" },
  only: { type: "string" },
  engines: { type: "string", default: Object.keys(ADAPTERS).join(",") },
  phases: { type: "string", default: PHASES.join(",") },
  builds: { type: "string", default: "3" },
  cold: { type: "string", default: "5" },
  cold4g: { type: "string", default: "5" },
});
const out = resolve(options.out);
const www = join(out, "www");
const { chromium } = options;

const engines = chosen("engines", options.engines, Object.keys(ADAPTERS)).map((name) =>
  ADAPTERS[name]({ command: resolve(options.docfuse), packageFolder: resolve(options.package) }),
);
const phases = chosen("phases", options.phases, PHASES);
const repetitions = {
  // All phases need indexes; only the build phase needs more than one build of each.
  builds: phases.includes("build") ? Math.max(1, count(options.builds, "builds")) : 1,
  plain: phases.includes("cold") ? count(options.cold, "cold") : 0,
  fast4g: phases.includes("cold") ? count(options.cold4g, "cold4g") : 0,
};
mkdirSync(www, { recursive: true });
const results = { ...circumstances(), ranges: !options["no-ranges"], repetitions, versions: {}, sites: {} };
results.versions = await versions();
const sites = siteNames().map(prepare);
const pairs = sites.flatMap((site) =>
  engines.map((engine) => ({ site, engine, figures: figuresOf(site, engine) })),
);

for (let run = 0; run < repetitions.builds; run += 1) {
  for (const pair of pairs) await build(pair);
}
for (const pair of pairs) await finish(pair);
save();

const server = await serve(www, { ranges: results.ranges });
const addressOf = ({ site, engine }) => `${server.origin}/${site.name}/${engine.name}/index.html`;
try {
  await cold();
  if (phases.includes("warm")) await warm();
  if (phases.includes("quality")) await judge();
} finally {
  await server.close();
}
say(`written to ${join(out, "results.json")}`);

function chosen(option, text, known) {
  const names = text.split(",").filter(Boolean);
  const strange = names.find((name) => !known.includes(name));
  if (strange) throw new InputError(`--${option}: expected ${known.join(", ")}, found "${strange}"`);
  return names;
}

/** The sites to measure. Without --sites only the Rust Book, which comes with the toolchain. */
function siteNames() {
  const known = Object.keys(SITES);
  if (options.only) return chosen("only", options.only, known);
  return options.sites ? known : ["rust-book"];
}

async function versions() {
  const browser = await Chromium.launch(chromium);
  try {
    const names = Object.fromEntries(engines.map(({ name, version }) => [name, version]));
    return { ...names, browser: await browser.version() };
  } finally {
    await browser.close();
  }
}

function prepare(name) {
  const definition = SITES[name];
  const pages = join(out, "pages", name);
  const kept = mirror(locate(name, options.sites), pages, definition.exclude);
  const site = { ...definition, name, pages };
  const sets = setsOf(name, site, options.sets);
  results.sites[name] = { pages: kept, engines: {} };
  say(`${name}: ${kept} pages; queries: ${Object.keys(sets).join(", ")}`);
  return { ...site, sets, queries: costQueries(sets) };
}

function figuresOf(site, engine) {
  const figures = { builds: [], cold: { plain: [], fast4g: [] } };
  results.sites[site.name].engines[engine.name] = figures;
  return figures;
}

async function build({ site, engine, figures }) {
  const folder = join(www, site.name, engine.name);
  const cost = await runBuild(engine.build(site, folder), folder);
  figures.builds.push(cost);
  say(`build ${site.name} ${engine.name}: ${(cost.ms / 1000).toFixed(2)} s, ${megabytes(cost.memory)} MB`);
}

async function finish({ site, engine, figures }) {
  const folder = join(www, site.name, engine.name);
  await engine.finish(folder);
  figures.size = sizeOf(folder, engine.isCode);
  writeFileSync(join(folder, "index.html"), pageFor(engine.script));
  say(`size ${site.name} ${engine.name}: ${figures.size.files} files, ${megabytes(figures.size.bytes)} MB`);
}

/** Engines take turns, so that load on the machine does not affect one of them alone. */
async function cold() {
  for (const network of Object.keys(NETWORKS)) {
    for (let run = 0; run < repetitions[network]; run += 1) {
      for (const pair of pairs) {
        const { site, engine, figures } = pair;
        const target = { chromium, server, address: addressOf(pair), isCode: engine.isCode };
        const cost = await attempt(`cold ${site.name} ${engine.name}`, () =>
          answered(coldRun(target, site.queries, run, NETWORKS[network])),
        );
        figures.cold[network].push(cost);
        const { ms, bytes, requests, further } = cost;
        say(
          `cold ${network} ${site.name} ${engine.name}: ${ms?.toFixed(0)} ms, ${bytes} B in ${requests} requests;`,
        );
        say(`  ten further: ${further.bytes} B in ${further.requests} requests; ${shownText(cost.answers)}`);
      }
      save();
    }
  }
}

async function warm() {
  for (const site of sites) {
    const here = pairs.filter((pair) => pair.site === site);
    const targets = here.map((pair) => ({ name: pair.engine.name, address: addressOf(pair) }));
    const runs = await attempt(`warm ${site.name}`, () => warmRuns({ chromium }, targets, site.queries));
    for (const pair of here) {
      const { engine, figures } = pair;
      figures.warm = await attempt(`warm ${site.name} ${engine.name}`, () => answered(runs[engine.name]));
      const wasm = await attempt(`warm ${site.name} ${engine.name}, in wasm`, () =>
        wasmTimes({ chromium }, addressOf(pair), site.queries),
      );
      figures.warm.wasm = wasm;
      const { p50, p95 } = figures.warm.again;
      const inside = wasm ? `, in wasm ${wasm.p50.toFixed(2)} / ${wasm.p95.toFixed(2)} ms` : "";
      say(`warm ${site.name} ${engine.name}: ${p50.toFixed(2)} / ${p95.toFixed(2)} ms${inside};`);
      say(`  ${shownText(figures.warm.answers)}`);
    }
    save();
  }
}

async function judge() {
  for (const pair of pairs) {
    const { site, engine, figures } = pair;
    figures.quality = await attempt(`quality ${site.name} ${engine.name}`, () =>
      quality({ chromium }, addressOf(pair), site.sets, site.notAnswers),
    );
    for (const [set, { success1, success5 }] of Object.entries(figures.quality)) {
      say(`quality ${engine.name} ${set}: ${success1.toFixed(3)} / ${success5.toFixed(3)}`);
    }
    save();
  }
}

/** Adds what was measured to an error. Errors end the run: incomplete figures lead to wrong comparisons. */
async function attempt(what, measure) {
  try {
    return await measure();
  } catch (cause) {
    throw new Error(`${what}: ${cause.message}`, { cause });
  }
}

/** A measurement, after a check that its queries were answered. */
async function answered(measurement) {
  const measured = await measurement;
  total(measured.answers);
  return measured;
}

function shownText(checks) {
  const { asked, answered: shown, withGold } = total(checks);
  return `${shown} of ${asked} answered, gold shown for ${withGold}`;
}

function megabytes(bytes) {
  return bytes === undefined ? "?" : (bytes / 1e6).toFixed(1);
}

function save() {
  writeFileSync(join(out, "results.json"), `${JSON.stringify(results, null, 1)}\n`);
}
