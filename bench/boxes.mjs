// What a query costs in the engines' own boxes: node boxes.mjs --site DIR [TEXT…]
//
// DIR is a site with its index and the browser files in docfuse/, as `docfuse build` writes it. In Chromium, in a new profile
// each time, a text is typed, with 80 to 120 ms between two keys on Fast 4G, into a box that is open and quiet. Counted is what
// the server sends from the first key on until nothing more is asked for, and the milliseconds from the last key until its
// answer is painted.
//
// With `--paste FILE`, queries of FILE are written at once, `--each N` (10), and counted is what a new reader is sent until the
// answer is in the document, code, box and index, and the round trips: requests that come closer behind each other than half of
// the network's latency are one. Behind the last one, `--further N` (10) others. `--meaning` waits for hits of the lexicon.
//
// `--pages PAGES` are the same pages for Pagefind, whose content `--content SELECTOR` (main) selects; `--pagefind DIR` keeps its
// index. `--runs N` (5), medians. `--dense WHICH` (off) is the box's attribute. `--list` prints what was sent of the last run.
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pagefind } from "./adapters/pagefind.mjs";
import { runBuild } from "./lib/build.mjs";
import { Chromium, FAST_4G } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { table } from "./lib/markdown.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { queryTexts } from "./lib/queries.mjs";
import { randomFrom, sample } from "./lib/random.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";

/** A name and a question of python3. */
const TEXTS = ["os.path.join", "how do I read lines from a file"];
const SEED = 7;
/** Milliseconds between two keys. */
const LEAST = 80;
const MOST = 120;
/** How long nothing may be asked for until a visit counts as complete. */
const QUIET = 1500;
/** Limit of an answer. */
const PATIENCE = 120_000;
/** Of pasted queries: long beside what a busy machine adds. */
const LATENCY = 300;

const options = read(
  {
    site: { type: "string" },
    pages: { type: "string" },
    content: { type: "string", default: "main" },
    pagefind: { type: "string" },
    dense: { type: "string", default: "off" },
    paste: { type: "string", multiple: true },
    meaning: { type: "boolean", default: false },
    each: { type: "string", default: "10" },
    further: { type: "string", default: "10" },
    runs: { type: "string", default: "5" },
    list: { type: "boolean", default: false },
    chromium: COMMON.chromium,
  },
  "texts",
);
if (!options.site) throw new InputError("expected --site DIR, a site with its index in docfuse/");

const DOCFUSE = `<script type="module" src="docfuse/docfuse.js"></script>
<docfuse-search layout="modal" dense="${options.dense}"></docfuse-search>
<script>
  const root = () => document.querySelector("docfuse-search").shadowRoot;
  let answer;
  addEventListener("docfuse-answer", ({ detail }) => (answer = detail));
  const hasMeaning = () => answer.hits.some(({ lists }) => lists?.includes("lexicon"));
  globalThis.box = () => root()?.querySelector("input");
  globalThis.shows = (text) => answer?.query === text && (!${options.meaning} || hasMeaning()) &&
    (text === "" || root().querySelector(".list [role=option]") !== null);
</script>`;
const PAGEFIND = `<link rel="stylesheet" href="pagefind/pagefind-ui.css">
<script src="pagefind/pagefind-ui.js"></script>
<div id="search"></div>
<script>
  addEventListener("DOMContentLoaded", () => {
    new PagefindUI({ element: "#search", showImages: false });
    box().focus();
  });
  globalThis.box = () => document.querySelector(".pagefind-ui__search-input");
  globalThis.shows = (text) => (document.querySelector(".pagefind-ui__message")?.textContent ?? "").includes(text) &&
    document.querySelector(".pagefind-ui__result-title") !== null;
</script>`;
const PAINTED = `
addEventListener("keydown", () => (globalThis.lastKey = performance.now()), true);
/** Milliseconds from the last key to the frame behind its answer. */
globalThis.painted = async (text) => {
  for (const end = performance.now() + ${PATIENCE}; !shows(text); await new Promise((go) => setTimeout(go, 2)))
    if (performance.now() > end) throw new Error("no answer to " + text);
  await new Promise((go) => requestAnimationFrame(go));
  return performance.now() - lastKey;
};
/** Writes a text at once and waits for its answer; whether there is one. */
globalThis.paste = (text) => {
  globalThis.lastKey = performance.now();
  box().focus();
  box().value = text;
  box().dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  return painted(text).then(() => true, () => false);
};`;

const folder = mkdtempSync(join(tmpdir(), "docfuse-boxes-"));
const engines = { docfuse: DOCFUSE };
try {
  symlinkSync(resolve(options.site, "docfuse"), join(folder, "docfuse"));
  if (options.pages || options.pagefind) await addPagefind();
  for (const [engine, page] of Object.entries(engines))
    writeFileSync(
      join(folder, `${engine}.html`),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Search</title><link rel="icon" href="data:,"><script>${PAINTED}</script>${page}</html>`,
    );
  const server = await serve(folder);
  try {
    const { date, processor, cores, load } = circumstances();
    say(`${date.slice(0, 10)}, ${processor}, ${cores} cores, load ${load.toFixed(1)}`);
    process.stdout.write(`${await (options.paste ? pasted(server) : typed(server))}\n`);
  } finally {
    await server.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function addPagefind() {
  const kept = resolve(options.pagefind ?? join(folder, "index"));
  if (!existsSync(join(kept, "pagefind", "pagefind-ui.js"))) {
    if (!options.pages) throw new InputError("expected --pages PAGES, which Pagefind indexes");
    await runBuild(
      pagefind().build({ pages: resolve(options.pages), content: options.content, ignore: [] }, kept),
      kept,
    );
  }
  symlinkSync(join(kept, "pagefind"), join(folder, "pagefind"));
  engines.pagefind = PAGEFIND;
}

async function typed(server) {
  const rows = [];
  for (const text of options.texts.length > 0 ? options.texts : TEXTS)
    for (const engine of Object.keys(engines)) {
      const runs = [];
      for (let run = 0; run < count(options.runs, "runs"); run += 1)
        runs.push(await type(server, engine, text, randomFrom(SEED + run)));
      const of = (figure) => {
        const values = runs.map((each) => Math.round(each[figure]));
        return `${percentile(values, 0.5)} (${Math.max(...values)})`;
      };
      rows.push([text, engine, ...["requests", "bytes", "allRequests", "allBytes", "ms"].map(of)]);
      if (options.list)
        for (const { path, bytes, after } of runs.at(-1).sent) say(`${after} ms ${bytes} ${path}`);
    }
  const heads = ["requests", "bytes", "requests with code", "bytes with code", "last key to paint, ms"];
  return `${options.runs} runs, median (most)\n\n${table(["typed", "engine", ...heads], rows)}`;
}

/** A new reader types a text; what was sent for it, and when it was answered. */
async function type(server, engine, text, random) {
  return visit(server, engine, FAST_4G, async (browser) => {
    if (engine === "docfuse") await browser.key("/"); // as a reader does
    await quiet(server);
    const before = server.counter.sent.length;
    const begun = Date.now();
    for (const letter of text) {
      await browser.key(letter);
      await wait(LEAST + random() * (MOST - LEAST));
    }
    const ms = await browser.evaluate(`painted(${JSON.stringify(text)})`);
    await quiet(server);
    const all = server.counter.sent;
    const sent = all.slice(before).map((each) => ({ ...each, after: each.at - begun }));
    return { requests: sent.length, bytes: sum(sent), allRequests: all.length, allBytes: sum(all), ms, sent };
  });
}

async function pasted(server) {
  const random = randomFrom(SEED);
  const files = options.paste.map(queryTexts);
  const asked = files.flatMap((texts) => sample(texts, count(options.each, "each"), random));
  const further = sample(files.flat(), count(options.further, "further"), random);
  const rows = [];
  for (const engine of Object.keys(engines)) {
    const visits = [];
    for (const query of asked) visits.push(await paste(server, engine, query, []));
    const { last } = await paste(server, engine, asked.at(-1), further);
    const found = visits.filter(({ isAnswered }) => isAnswered);
    const [bytes, trips] = ["bytes", "trips"].map((figure) => found.map((each) => each[figure]));
    const spread = [percentile(bytes, 0.5), Math.min(...bytes), Math.max(...bytes), percentile(trips, 0.5)];
    rows.push([engine, asked.length, found.length, ...spread, last]);
  }
  const heads = ["engine", "queries", "answered", "bytes, median", "least", "most", "round trips"];
  return table([...heads, `bytes of ${further.length} further`], rows);
}

/** A new reader's query: what was sent until its answer, and for further ones until nothing more is asked for. */
async function paste(server, engine, query, others) {
  return visit(server, engine, { ...FAST_4G, latency: LATENCY }, async (browser) => {
    const isAnswered = await browser.evaluate(`paste(${JSON.stringify(query)})`);
    const { sent } = server.counter;
    const trips = sent.filter(({ at }, i) => i === 0 || at - sent[i - 1].at > LATENCY / 2).length;
    const first = { isAnswered, bytes: sum(sent), trips };
    if (others.length === 0) return first;
    await quiet(server);
    server.counter.restart();
    for (const other of others) await browser.evaluate(`paste(${JSON.stringify(other)})`);
    await quiet(server);
    return { ...first, last: sum(server.counter.sent) };
  });
}

async function visit(server, engine, network, act) {
  const browser = await Chromium.launch(options.chromium, { network });
  try {
    server.counter.restart();
    await browser.visit(`${server.origin}/${engine}.html`);
    return await act(browser);
  } finally {
    await browser.close();
  }
}

async function quiet(server) {
  await wait(QUIET);
  await server.counter.quiet();
}

function sum(sent) {
  return sent.reduce((total, { bytes }) => total + bytes, 0);
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
