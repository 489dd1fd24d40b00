// Times of Docfuse's warm queries on one index: node latency.mjs --index DIR --queries FILE
//
// DIR is an index folder with its browser files and encoder, as `docfuse build` writes it. FILE has one query a line, or
// `{"text"}` in each line of a .jsonl file; a hundred or more, because the browser keeps the last 50 answers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeIndex } from "./lib/built-index.mjs";
import { Chromium } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, read, say } from "./lib/options.mjs";
import { wasmClock } from "./lib/page.mjs";
import { queryTexts } from "./lib/queries.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";

/** Passes over all queries before the timed ones. They fetch blocks, and let Chromium optimize the modules. */
const WARM_UP = 2;
/** Timed passes. The median of a query's times counts. */
const TIMED = 5;

const options = read({
  index: { type: "string" },
  queries: { type: "string" },
  chromium: COMMON.chromium,
});
if (!options.index || !options.queries) throw new InputError("expected --index DIR and --queries FILE");
const queries = queryTexts(options.queries);

const www = mkdtempSync(join(tmpdir(), "docfuse-latency-"));
try {
  placeIndex(options.index, "index", www);
  const server = await serve(www);
  try {
    const { date, processor, cores } = circumstances();
    say(`${date.slice(0, 10)}, ${processor}, ${cores} cores; ${queries.length} queries`);
    for (const mode of ["lexical", "hybrid"]) await warm(server, mode);
  } finally {
    await server.close();
  }
} finally {
  rmSync(www, { recursive: true, force: true });
}

/** Time inside the modules of one warm query: of the search with all its lists, and of the encoder. */
async function warm(server, mode) {
  const browser = await Chromium.launch(options.chromium, { workerScript: wasmClock() });
  try {
    await browser.visit(`${server.origin}/index.html`);
    await browser.evaluate(`bench.first(${JSON.stringify(queries[0])})`);
    if (mode === "hybrid") await browser.evaluate("engine.openHybrid()");
    for (let pass = 0; pass < WARM_UP; pass += 1)
      await browser.evaluate(`bench.each(${JSON.stringify(queries)})`);
    const clock = async () => {
      const clocks = await browser.evaluateInWorkers("({ ...wasmClock })");
      return clocks.reduce((sum, { ms, encoder }) => [sum[0] + ms - encoder, sum[1] + encoder], [0, 0]);
    };
    const times = { search: [], encoder: [], total: [] };
    let before = await clock();
    for (let pass = 0; pass < TIMED; pass += 1) {
      for (const [at, text] of queries.entries()) {
        const [{ ms }] = await browser.evaluate(`bench.each(${JSON.stringify([text])})`);
        const after = await clock();
        const took = { search: after[0] - before[0], encoder: after[1] - before[1], total: ms };
        for (const part of Object.keys(times)) (times[part][at] ??= []).push(took[part]);
        before = after;
      }
    }
    const parts = Object.entries(times).map(
      ([part, each]) => `${part} ${percentiles(each.map((passes) => percentile(passes, 0.5)))}`,
    );
    say(`warm, ${mode}, p50 / p95 ms: ${parts.join(", ")}`);
  } finally {
    await browser.close();
  }
}

function percentiles(times) {
  return [0.5, 0.95].map((share) => percentile(times, share).toFixed(2)).join(" / ");
}
