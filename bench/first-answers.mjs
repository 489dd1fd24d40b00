// What a first answer costs, box included: node first-answers.mjs --site DIR --pages PAGES FILE…
//
// DIR is a site with its index and the browser files in docfuse/, as `docfuse build` writes it; PAGES are the same pages,
// which Pagefind indexes; FILE has queries. In Chromium, in a new profile each time, a query is written into each engine's own
// box. Counted is all that the server sends until the first answer is in the document, code, styles, box and index, and its
// round trips: requests that come closer behind each other than half of the network's latency are one.
//
// With `--meaning`, what is sent until an answer has hits of the lexicon is counted, in place of the first one.
//
// `--each N` (10) queries of each FILE are asked, and behind the last one `--further N` (10) others. `--dense WHICH` (off) is
// the box's attribute. `--pagefind DIR` keeps Pagefind's index. Without --pages, Docfuse is measured alone.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pagefind } from "./adapters/pagefind.mjs";
import { Chromium, FAST_4G } from "./lib/chromium.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { queryTexts } from "./lib/queries.mjs";
import { randomFrom, sample } from "./lib/random.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";

const SEED = 5;
/** Limit of an answer, in milliseconds. */
const PATIENCE = 120_000;
/** Long beside what a busy machine adds. */
const LATENCY = 300;
/** How long nothing may be asked for until a visit counts as complete. */
const QUIET = 1500;

const options = read(
  {
    site: { type: "string" },
    pages: { type: "string" },
    pagefind: { type: "string" },
    dense: { type: "string", default: "off" },
    meaning: { type: "boolean", default: false },
    each: { type: "string", default: "10" },
    further: { type: "string", default: "10" },
    chromium: COMMON.chromium,
  },
  "files",
);
if (!options.site || options.files.length === 0)
  throw new InputError("--site DIR and files of queries expected");
const random = randomFrom(SEED);
const each = count(options.each, "each");
const asked = options.files.flatMap((file) => sample(queryTexts(file), each, random));
const further = sample(options.files.flatMap(queryTexts), count(options.further, "further"), random);

const PAGES = {
  docfuse: `<script type="module" src="docfuse/docfuse.js"></script>
<docfuse-search dense="${options.dense}"></docfuse-search>
<script>
  const root = () => document.querySelector("docfuse-search").shadowRoot;
  globalThis.box = () => root()?.querySelector("input");
  let hasMeaning = false;
  addEventListener("input", () => (hasMeaning = false), true);
  addEventListener("docfuse-answer", ({ detail }) => (hasMeaning = detail.hits.some(({ lists }) => lists?.includes("lexicon"))));
  const rows = () => [...(root()?.querySelectorAll(".list [role=option]") ?? [])].map((row) => row.textContent).join();
  globalThis.shown = () => (${options.meaning} && box().value !== "" && !hasMeaning ? "" : rows());
</script>`,
  pagefind: `<link rel="stylesheet" href="pagefind/pagefind-ui.css">
<script src="pagefind/pagefind-ui.js"></script>
<div id="search"></div>
<script>
  addEventListener("DOMContentLoaded", () => new PagefindUI({ element: "#search", showImages: false }));
  globalThis.box = () => document.querySelector(".pagefind-ui__search-input");
  globalThis.shown = () => [...document.querySelectorAll(".pagefind-ui__result-title")].map((row) => row.textContent).join();
</script>`,
};
/** Writes a query at once, as if pasted, and waits for an answer to it. */
const ASK = `
globalThis.ask = async (text) => {
  const input = box();
  const write = async (value, isDone) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    for (const end = performance.now() + ${PATIENCE}; !isDone(); await new Promise((go) => setTimeout(go, 5)))
      if (performance.now() > end) return false;
    return true;
  };
  input.focus();
  return (await write("", () => shown() === "")) && write(text, () => shown() !== "");
};`;

const folder = mkdtempSync(join(tmpdir(), "docfuse-first-"));
const engines = ["docfuse"];
try {
  symlinkSync(resolve(options.site, "docfuse"), join(folder, "docfuse"));
  if (options.pages) engines.push(addPagefind());
  for (const engine of engines)
    writeFileSync(
      join(folder, `${engine}.html`),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Search</title><link rel="icon" href="data:,">${PAGES[engine]}<script>${ASK}</script></html>`,
    );
  const server = await serve(folder);
  try {
    say(
      `| ${asked.length} first queries | bytes, median | least | most | round trips | further ${further.length}: bytes |`,
    );
    for (const engine of engines) say(await measured(engine, server));
  } finally {
    await server.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Pagefind's index with its own box. */
function addPagefind() {
  const engine = pagefind();
  const index = options.pagefind ? resolve(options.pagefind) : join(folder, "pagefind");
  if (!existsSync(join(index, "pagefind-ui.js"))) {
    const [command, ...given] = engine.build(
      { pages: resolve(options.pages), content: "main", ignore: [] },
      folder,
    );
    execFileSync(command, given, { stdio: "ignore" });
    if (options.pagefind) cpSync(join(folder, "pagefind"), index, { recursive: true });
  } else symlinkSync(index, join(folder, "pagefind"));
  return "pagefind";
}

async function measured(engine, server) {
  const visits = [];
  for (const query of asked) visits.push(await visit(engine, server, query, []));
  const { last } = await visit(engine, server, asked.at(-1), further);
  const found = visits.filter(({ isAnswered }) => isAnswered);
  const bytes = found.map((each) => each.bytes);
  const trips = percentile(
    found.map((each) => each.trips),
    0.5,
  );
  return `| ${engine}, ${found.length} answered | ${percentile(bytes, 0.5)} | ${Math.min(...bytes)} | ${Math.max(...bytes)} | ${trips} | ${last} |`;
}

/** A new reader's query: what was sent until its answer, and for further ones until nothing more is asked for. */
async function visit(engine, server, query, others) {
  const browser = await Chromium.launch(options.chromium, { network: { ...FAST_4G, latency: LATENCY } });
  try {
    server.counter.restart();
    await browser.visit(`${server.origin}/${engine}.html`);
    const isAnswered = await browser.evaluate(`ask(${JSON.stringify(query)})`);
    const { sent } = server.counter;
    const first = { isAnswered, bytes: sum(sent), trips: tripsOf(sent) };
    if (others.length === 0) return first;
    await quiet();
    server.counter.restart();
    for (const other of others) await browser.evaluate(`ask(${JSON.stringify(other)})`);
    await quiet();
    return { ...first, last: sum(server.counter.sent) };
  } finally {
    await browser.close();
  }

  async function quiet() {
    await new Promise((go) => setTimeout(go, QUIET));
    await server.counter.quiet();
  }
}

function tripsOf(sent) {
  const times = sent.map(({ at }) => at);
  return times.filter((time, which) => which === 0 || time - times[which - 1] > LATENCY / 2).length;
}

function sum(sent) {
  return sent.reduce((total, { bytes }) => total + bytes, 0);
}
