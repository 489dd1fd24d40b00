// Compares two builds of Docfuse: node paired.mjs --old DIR --new DIR [--runs N] [--queries FILE]
//
// DIR is an index folder of the same site, with its browser files, as `docfuse build` writes it. What needs an encoder is
// measured if both have one. In each run, both builds start in a new browser with a new profile and take turns. The report gives, for each measure, the
// median of the ratios new/old of the runs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelOf, placeIndex } from "./lib/built-index.mjs";
import { Chromium } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { privateMemory } from "./lib/private-memory.mjs";
import { queryTexts } from "./lib/queries.mjs";
import { pairedRatios } from "./lib/ratios.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";

const SIDES = ["old", "new"];
/** Queries that one build answers before it is the other's turn. */
const TURN = 10;
/** Passes over all queries before the timed ones. They fetch blocks, and let Chromium optimize the modules. */
const WARM_UP = 2;
/** Timed passes over all queries. */
const TIMED = 4;
/** Each with its unit. */
const MEASURES = {
  cold: ["first lexical query, new profile", "ms"],
  lexical50: ["warm lexical query, p50", "ms"],
  lexical95: ["warm lexical query, p95", "ms"],
  start: ["from opening to the encoder being ready", "ms"],
  loaded: ["bytes of the first query and of the encoder's start, code included", "MB"],
  memory: ["private memory of the page's process with the encoder ready", "MB"],
  hybrid50: ["hybrid query with encoder, p50", "ms"],
};

/** Those that need an encoder. */
const WITH_ENCODER = ["start", "loaded", "memory", "hybrid50"];

const options = read({
  old: { type: "string" },
  new: { type: "string" },
  runs: { type: "string", default: "12" },
  queries: { type: "string" },
  chromium: COMMON.chromium,
});
const runs = count(options.runs, "runs");
if (runs === 0) throw new InputError("--runs: expected at least 1, found 0");
const queries = queryTexts(options.queries ?? new URL("../tests/browser/queries.txt", import.meta.url));
const hasEncoder = SIDES.every((side) => options[side] && modelOf(options[side]));
const times = Object.fromEntries(Object.keys(MEASURES).map((name) => [name, { old: [], new: [] }]));
/** Milliseconds until the encoder is ready; its files come from loopback. */
const TIMED_START =
  "(async () => { const started = performance.now(); await engine.openHybrid(); return performance.now() - started; })()";
/** Queries, by mode, for which the builds show other results. */
const different = { lexical: new Set(), hybrid: new Set() };

const www = mkdtempSync(join(tmpdir(), "docfuse-paired-"));
try {
  for (const side of SIDES) {
    if (!options[side]) throw new InputError("expected --old DIR and --new DIR");
    placeIndex(options[side], side, join(www, side));
  }
  const server = await serve(www);
  try {
    for (let run = 0; run < runs; run += 1) await measure(server, run);
  } finally {
    await server.close();
  }
} finally {
  rmSync(www, { recursive: true, force: true });
}
report();

/** One run: both builds, each in its own browser. Who comes first alternates. */
async function measure(server, run) {
  const order = run % 2 === 0 ? SIDES : SIDES.toReversed();
  const browsers = {};
  try {
    const first = JSON.stringify(queries[run % queries.length]);
    const cold = {};
    server.counter.restart();
    for (const side of order) {
      browsers[side] = await Chromium.launch(options.chromium);
      await browsers[side].visit(`${server.origin}/${side}/index.html`);
      cold[side] = await browsers[side].evaluate(`bench.first(${first})`);
      await server.counter.quiet();
    }
    const ofFirst = bytesSent(server.counter);
    for (const side of SIDES) times.cold[side].push(cold[side].ms);
    const lexical = await warm(browsers, order, "lexical");
    for (const side of SIDES) {
      times.lexical50[side].push(percentile(lexical[side], 0.5));
      times.lexical95[side].push(percentile(lexical[side], 0.95));
    }
    if (hasEncoder) await measureEncoder(server, browsers, order, ofFirst);
    const last = (name) => SIDES.map((side) => times[name][side].at(-1).toFixed(2)).join(" → ");
    say(
      `run ${run + 1} of ${runs}: ${measured()
        .map(([name, [, unit]]) => `${name} ${last(name)} ${unit}`)
        .join(", ")}`,
    );
  } finally {
    for (const browser of Object.values(browsers)) await browser.close();
  }
}

/** What needs an encoder; `ofFirst`: bytes of the first query, by side. */
async function measureEncoder(server, browsers, order, ofFirst) {
  server.counter.restart();
  for (const side of order) {
    times.start[side].push(await browsers[side].evaluate(TIMED_START));
    await server.counter.quiet();
  }
  const ofStart = bytesSent(server.counter);
  for (const side of SIDES) times.loaded[side].push((ofFirst[side] + ofStart[side]) / 1e6);
  for (const side of order) times.memory[side].push((await memoryOf(browsers[side])) / 1e6);
  const hybrid = await warm(browsers, order, "hybrid");
  for (const side of SIDES) times.hybrid50[side].push(percentile(hybrid[side], 0.5));
}

/** The measures of these builds. */
function measured() {
  return Object.entries(MEASURES).filter(([name]) => hasEncoder || !WITH_ENCODER.includes(name));
}

/** Bytes of the responses so far, by side. */
function bytesSent({ sent }) {
  const of = (side) => sent.filter(({ path }) => path.startsWith(`/${side}/`));
  const sum = (responses) => responses.reduce((bytes, response) => bytes + response.bytes, 0);
  return Object.fromEntries(SIDES.map((side) => [side, sum(of(side))]));
}

/** Bytes, after a garbage collection. */
async function memoryOf(browser) {
  await browser.heapsOfWorkers();
  const processes = await browser.processes("renderer");
  return processes.map(privateMemory).reduce((sum, bytes) => sum + bytes, 0);
}

/** Milliseconds of the queries that both builds answered, by side, after the warm-up. */
async function warm(browsers, order, mode) {
  const answers = { old: [], new: [] };
  for (let pass = 0; pass < WARM_UP + TIMED; pass += 1) {
    for (let from = 0; from < queries.length; from += TURN) {
      const texts = JSON.stringify(queries.slice(from, from + TURN));
      const turn = (pass + from / TURN) % 2 === 0 ? order : order.toReversed();
      for (const side of turn) {
        const found = await browsers[side].evaluate(`bench.each(${texts})`);
        if (pass >= WARM_UP) answers[side].push(...found);
      }
    }
  }
  queries.forEach((text, at) => {
    if (String(answers.old[at].urls) !== String(answers.new[at].urls)) different[mode].add(text);
  });
  const isAnswered = (at) => SIDES.every((side) => answers[side][at].urls.length > 0);
  const both = [...answers.old.keys()].filter(isAnswered);
  if (both.length === 0)
    throw new Error(`${mode}: none of ${queries.length} queries was answered by both builds`);
  return Object.fromEntries(SIDES.map((side) => [side, both.map((at) => answers[side][at].ms)]));
}

function report() {
  const { date, processor, cores } = circumstances();
  process.stdout.write(
    `\n${date.slice(0, 10)}, ${processor}, ${cores} cores; ${runs} runs, ${queries.length} queries\n`,
  );
  process.stdout.write("| measure | old | new | new/old | of the runs |\n|---|--:|--:|--:|--:|\n");
  for (const [name, [title, unit]] of measured()) {
    const { older, newer, ratio, least, most } = pairedRatios(times[name].old, times[name].new);
    const range = `${least.toFixed(2)}–${most.toFixed(2)}`;
    const row = [
      title,
      `${older.toFixed(2)} ${unit}`,
      `${newer.toFixed(2)} ${unit}`,
      ratio.toFixed(3),
      range,
    ];
    process.stdout.write(`| ${row.join(" | ")} |\n`);
  }
  for (const [mode, texts] of Object.entries(different).slice(0, hasEncoder ? 2 : 1)) {
    const named = texts.size > 0 ? `: ${[...texts].join("; ")}` : "";
    process.stdout.write(`${mode}: other results for ${texts.size} of ${queries.length} queries${named}\n`);
  }
}
