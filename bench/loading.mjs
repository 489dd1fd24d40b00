// What readers wait for and load: node loading.mjs --site DIR
//
// DIR is a site with its index and the browser files in docfuse/, as `docfuse build` writes it, with an encoder. In Chromium,
// in a new profile each time, over two networks, the box opens at once and a question is typed into it, then five further
// queries, each a second behind the answer before. Printed are the milliseconds from the last key to the first answer, with
// dense="auto" beside dense="off", and which lists had a first answer; and the bytes of a box that is opened and left for
// eight seconds, and of one that is asked for a name or a question. --runs N (3).
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Chromium, FAST_4G } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";

/** "Slow 4G": 1.4 Mbit/s, 150 ms a request. */
const SLOW_4G = { ...FAST_4G, latency: 150, downloadThroughput: 1.4e6 / 8 };
const NETWORKS = { "1.4 Mbit/s": SLOW_4G, "9 Mbit/s": FAST_4G };

const QUERIES = [
  "how do I share data between threads",
  "unwrap_or_else",
  "what happens when a value goes out of scope",
  "trait objects",
  "how to read a file given on the command line",
  "lifetime elision",
];
/** Milliseconds between two letters: 120 words a minute. */
const PAUSE = 60;
const READING = 1000;
const LEFT = 8000;
/** Limit of an answer. */
const PATIENCE = 60_000;

const options = read({
  site: { type: "string" },
  runs: { type: "string", default: "3" },
  chromium: COMMON.chromium,
});
const runs = count(options.runs, "runs");
if (!options.site) throw new InputError("expected --site DIR, a site with its index in docfuse/");

const page = (dense) => `<!doctype html><html lang="en"><title>Loading</title><link rel="icon" href="data:,">
<script type="module" src="docfuse/docfuse.js"></script>
<docfuse-search layout="modal" dense="${dense}"></docfuse-search>
<script>
  globalThis.answered = [];
  document.addEventListener("docfuse-answer", ({ detail: { query, hits } }) =>
    answered.push({ query, at: performance.now(), lists: [...new Set(hits.flatMap(({ lists = ["lexical"] }) => lists))] }));
  addEventListener("keydown", () => (globalThis.lastKey = performance.now()), true);
  /** Milliseconds from the last key to the first answer, and its lists. */
  globalThis.first = async (query) => {
    for (const end = performance.now() + ${PATIENCE}; performance.now() < end; await new Promise((go) => setTimeout(go, 5))) {
      const answer = answered.find((each) => each.query === query);
      if (answer) return { ms: Math.max(0, answer.at - lastKey), lists: answer.lists };
    }
    throw new Error("no answer to " + query);
  };
</script></html>`;

const folder = mkdtempSync(join(tmpdir(), "docfuse-loading-"));
symlinkSync(resolve(options.site, "docfuse"), join(folder, "docfuse"));
for (const dense of ["auto", "off"]) writeFileSync(join(folder, `${dense}.html`), page(dense));
const server = await serve(folder);
try {
  const { date, processor, cores, load } = circumstances();
  say(`${date.slice(0, 10)}, ${processor}, ${cores} cores, load ${load.toFixed(1)}; ${runs} runs, median`);
  for (const [name, network] of Object.entries(NETWORKS)) {
    const times = {};
    const lists = {};
    for (let run = 0; run < runs; run += 1)
      for (const dense of ["off", "auto"]) (await visit(dense, network)).forEach(note(dense));
    say(
      `\n| ${name} | words alone, ms | auto, ms | ratio | lists of the first answer |\n|---|---|---|---|---|`,
    );
    QUERIES.forEach((query, number) => {
      const [off, auto] = ["off", "auto"].map((dense) => percentile(times[`${dense} ${number}`], 0.5));
      say(
        `| ${query} | ${off.toFixed(0)} | ${auto.toFixed(0)} | ${(auto / off).toFixed(2)} | ${lists[number].join("; ")} |`,
      );
    });
    function note(dense) {
      return ({ ms, lists: found }, number) => {
        (times[`${dense} ${number}`] ??= []).push(ms);
        if (dense === "auto") (lists[number] ??= []).push(found.join(" "));
      };
    }
  }
  say(`\nopened and left for ${LEFT / 1000} s: ${await left()} bytes`);
  for (const query of QUERIES.slice(0, 2)) say(`the same behind “${query}”: ${await left(query)} bytes`);
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}

/** What each query of a visit waited for. */
async function visit(dense, network) {
  const browser = await Chromium.launch(options.chromium, { network });
  try {
    await opened(browser, dense);
    const found = [];
    for (const query of QUERIES) {
      await browser.evaluate(
        `document.querySelector("docfuse-search").shadowRoot.querySelector("input").select()`,
      );
      for (const letter of query) {
        await browser.key(letter);
        await wait(PAUSE);
      }
      found.push(await browser.evaluate(`first(${JSON.stringify(query)})`));
      await wait(READING);
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** Bytes of a visit with this query, or with none. */
async function left(query = "") {
  const browser = await Chromium.launch(options.chromium);
  try {
    await opened(browser, "auto");
    for (const letter of query) await browser.key(letter);
    await wait(LEFT);
    return browser.received;
  } finally {
    await browser.close();
  }
}

async function opened(browser, dense) {
  await browser.visit(`${server.origin}/${dense}.html`);
  await browser.key("/"); // as a reader does: a page without the focus tells its input of none
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
