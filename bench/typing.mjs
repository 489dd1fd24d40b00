// What a typist's query costs: node typing.mjs --site DIR [TEXT…]
//
// DIR is a site with its index and the browser files in docfuse/, as `docfuse build` writes it. In Chromium, in a new profile
// each time, on Fast 4G, the box opens, and once all is quiet a text is typed into it, with 80 to 120 ms between two keys.
// Counted is what the server sends from the first key on until nothing more is asked for, and the milliseconds from the
// last key until its answer is painted. `--pagefind DIR` types into the box of that index too.
//
// `--runs N` (5), medians. `--dense WHICH` (off) is the box's attribute. `--list` prints what was sent of the last run.
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Chromium, FAST_4G } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { randomFrom } from "./lib/random.mjs";
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
const PATIENCE = 60_000;

const options = read(
  {
    site: { type: "string" },
    pagefind: { type: "string" },
    dense: { type: "string", default: "off" },
    runs: { type: "string", default: "5" },
    list: { type: "boolean", default: false },
    chromium: COMMON.chromium,
  },
  "texts",
);
if (!options.site) throw new InputError("expected --site DIR, a site with its index in docfuse/");
const texts = options.texts.length > 0 ? options.texts : TEXTS;
const folder = mkdtempSync(join(tmpdir(), "docfuse-typing-"));

const DOCFUSE = `<script type="module" src="docfuse/docfuse.js"></script>
<docfuse-search layout="modal" dense="${options.dense}"></docfuse-search>
<script>
  let answered;
  addEventListener("docfuse-answer", ({ detail }) => (answered = detail.query));
  globalThis.shows = (text) => answered === text;
</script>`;
const PAGEFIND = `<link rel="stylesheet" href="pagefind/pagefind-ui.css">
<script src="pagefind/pagefind-ui.js"></script>
<div id="search"></div>
<script>
  addEventListener("DOMContentLoaded", () => {
    new PagefindUI({ element: "#search", showImages: false });
    document.querySelector(".pagefind-ui__search-input").focus();
  });
  globalThis.shows = (text) => (document.querySelector(".pagefind-ui__message")?.textContent ?? "").includes(text) &&
    document.querySelector(".pagefind-ui__result-title") !== null;
</script>`;
const PAINTED = `
addEventListener("keydown", () => (globalThis.lastKey = performance.now()), true);
/** Milliseconds from the last key to the frame behind its answer. */
globalThis.painted = async (text) => {
  const end = performance.now() + ${PATIENCE};
  while (!shows(text)) {
    if (performance.now() > end) throw new Error("no answer to " + text);
    await new Promise((go) => setTimeout(go, 2));
  }
  await new Promise((go) => requestAnimationFrame(go));
  return performance.now() - lastKey;
};`;
const pages = { docfuse: DOCFUSE, ...(options.pagefind && { pagefind: PAGEFIND }) };
try {
  symlinkSync(resolve(options.site, "docfuse"), join(folder, "docfuse"));
  if (options.pagefind) {
    if (!existsSync(join(options.pagefind, "pagefind-ui.js")))
      throw new InputError("expected --pagefind DIR, a folder with pagefind-ui.js");
    symlinkSync(resolve(options.pagefind), join(folder, "pagefind"));
  }
  for (const [engine, page] of Object.entries(pages))
    writeFileSync(
      join(folder, `${engine}.html`),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Typing</title><link rel="icon" href="data:,"><script>${PAINTED}</script>${page}</html>`,
    );
  await measure();
} finally {
  rmSync(folder, { recursive: true });
}

async function measure() {
  const server = await serve(folder);
  try {
    const { date, processor, cores, load } = circumstances();
    say(
      `${date.slice(0, 10)}, ${processor}, ${cores} cores, load ${load.toFixed(1)}; ${options.runs} runs, median (most)`,
    );
    say(
      "| typed | engine | requests | bytes | requests with code | bytes with code | last key to paint, ms |",
    );
    for (const text of texts)
      for (const engine of Object.keys(pages)) {
        const runs = [];
        for (let run = 0; run < count(options.runs, "runs"); run += 1)
          runs.push(await visit(server, engine, text, randomFrom(SEED + run)));
        const of = (figure) => {
          const values = runs.map((each) => Math.round(each[figure]));
          return `${percentile(values, 0.5)} (${Math.max(...values)})`;
        };
        const figures = ["requests", "bytes", "allRequests", "allBytes", "ms"].map(of);
        say(`| ${[text, engine, ...figures].join(" | ")} |`);
        if (options.list)
          for (const { path, bytes, after } of runs.at(-1).sent) say(`${after} ms ${bytes} ${path}`);
      }
  } finally {
    await server.close();
  }
}

/** A new reader types a text; what was sent for it, and when it was answered. */
async function visit(server, engine, text, random) {
  const browser = await Chromium.launch(options.chromium, { network: FAST_4G });
  try {
    server.counter.restart();
    await browser.visit(`${server.origin}/${engine}.html`);
    if (engine === "docfuse") await browser.key("/"); // as a reader does
    await quiet(server);
    const before = server.counter.sent;
    const begun = Date.now();
    for (const letter of text) {
      await browser.key(letter);
      await wait(LEAST + random() * (MOST - LEAST));
    }
    const ms = await browser.evaluate(`painted(${JSON.stringify(text)})`);
    await quiet(server);
    const all = server.counter.sent;
    const sent = all.slice(before.length).map((each) => ({ ...each, after: each.at - begun }));
    return { requests: sent.length, bytes: sum(sent), allRequests: all.length, allBytes: sum(all), ms, sent };
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
