// How soon the box shows what is typed: node inp.mjs --site DIR [--page PATH]
//
// DIR is a site with its index and the browser files in docfuse/, as `docfuse build` writes it, with an encoder. Types 40
// characters quickly into the box of a page in Chromium, in a new profile, while the encoder loads. Prints percentiles of
// the duration of a key by the Event Timing API: from the key to the next frame. --runs N (5), --slowdown N for a slower
// processor. Writes a trace of the first run of each form for Chromium's developer tools, OUT/inp-….trace.json.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chromium } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";

const TEXT = "how do I share data between two threads?";
/** Milliseconds between two letters: 120 words a minute. */
const PAUSE = 60;
/** Milliseconds after the last letter, in which its events are still measured. */
const AFTER = 1500;
/** At most this many milliseconds for the 95th percentile. */
const BAR = 50;

const options = read({
  site: { type: "string" },
  page: { type: "string", default: "index.html" },
  runs: { type: "string", default: "5" },
  slowdown: { type: "string", default: "1" },
  chromium: COMMON.chromium,
  out: COMMON.out,
});
const runs = count(options.runs, "runs");
if (!options.site) throw new InputError("expected --site DIR, a site with its index in docfuse/");
for (const name of [options.page, "docfuse/docfuse.js", "docfuse/docfuse.json"]) {
  const path = join(options.site, name);
  if (!existsSync(path)) throw new InputError(`--site: expected a site with its index, found no ${path}`);
}

const server = await serve(options.site);
try {
  const { date, processor, cores, load } = circumstances();
  say(
    `${date.slice(0, 10)}, ${processor}, ${cores} cores, load ${load.toFixed(1)}; slowed down ${options.slowdown}-fold`,
  );
  const traces = {};
  let slowest = 0;
  for (const layout of ["inline", "modal"]) {
    const measured = [];
    let loading = 0;
    for (let run = 0; run < runs; run += 1) {
      const { keys, trace, whileLoading } = await typed(layout);
      loading += whileLoading;
      measured.push(...keys);
      traces[layout] ??= trace;
    }
    const [half, most, all] = [0.5, 0.95, 1].map((share) => percentile(measured, share));
    slowest = Math.max(slowest, most);
    const share = `${loading} of them while the encoder loaded`;
    say(`${layout}: ${measured.length} keys, ${share}, p50 / p95 / max ms: ${half} / ${most} / ${all}`);
  }
  mkdirSync(options.out, { recursive: true });
  for (const [layout, trace] of Object.entries(traces)) {
    const path = join(options.out, `inp-${layout}.trace.json`);
    writeFileSync(path, JSON.stringify({ traceEvents: trace }));
    say(`trace: ${path}`);
  }
  if (slowest > BAR) process.exitCode = 1;
  say(`p95 of at most ${BAR} ms: ${slowest > BAR ? "missed" : "kept"}`);
} finally {
  await server.close();
}

/** Durations of the keys of one run, in a new browser; its trace; the number of keys before the encoder was ready. */
async function typed(layout) {
  const browser = await Chromium.launch(options.chromium);
  try {
    await browser.visit(`${server.origin}/${options.page}`);
    await browser.evaluate(prepare(layout));
    await browser.slowDown(Number(options.slowdown));
    const stop = await browser.trace();
    for (const letter of TEXT) {
      await browser.key(letter);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    await new Promise((resolve) => setTimeout(resolve, AFTER));
    const { durations, whileLoading } = await browser.evaluate("measured()");
    const value = await browser.evaluate("box.shadowRoot.querySelector('input').value");
    if (value !== TEXT) throw new Error(`typed “${TEXT}”, the box has “${value}”`);
    // The API reports no shorter durations than 16 ms.
    const missing = Array.from({ length: TEXT.length - durations.length }, () => 16);
    return { keys: [...durations, ...missing], trace: await stop(), whileLoading };
  } finally {
    await browser.close();
  }
}

/** In the page: the box in a layout, with the focus, and the longest duration of the events of each key. */
function prepare(layout) {
  return `(async () => {
    const durations = new Map();
    const pressed = [];
    let readyAt = Infinity;
    addEventListener("keydown", () => pressed.push(performance.now()), true);
    globalThis.measured = () => ({
      durations: [...durations.values()],
      whileLoading: pressed.filter((time) => time < readyAt).length,
    });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
    }).observe({ type: "event", durationThreshold: 16 });
    await customElements.whenDefined("docfuse-search");
    const box = globalThis.box = document.querySelector("docfuse-search");
    box.setAttribute("layout", ${JSON.stringify(layout)});
    box.setAttribute("encoder", "eager"); // it loads while the reader types
    box.show();
    const search = await box.open();
    search.on("ready", () => (readyAt = performance.now()));
  })()`;
}
