// Warm queries: their times, and the share of WebAssembly in them.
import { answeredTimes, check } from "./answers.mjs";
import { Chromium } from "./chromium.mjs";
import { wasmClock } from "./page.mjs";
import { percentile } from "./statistics.mjs";

/** Queries before the next engine's turn. Short turns spread load on the machine over all engines. */
const TURN = 20;

/**
 * Runs the same queries twice in each engine (`{ name, address }`), each in its own browser: `first` still fetches
 * blocks, `again` has them all. Returns percentiles in milliseconds of the queries that were answered.
 */
export async function warmRuns({ chromium }, engines, queries) {
  const open = [];
  try {
    for (const { name, address } of engines) {
      const browser = await Chromium.launch(chromium);
      open.push({ name, browser, passes: [[], []] });
      await browser.visit(address);
      await browser.evaluate(`bench.first(${JSON.stringify(queries.first[0].text)})`);
    }
    for (const pass of [0, 1]) {
      for (let from = 0; from < queries.warm.length; from += TURN) {
        const texts = queries.warm.slice(from, from + TURN).map(({ text }) => text);
        for (const { browser, passes } of open) {
          passes[pass].push(...(await browser.evaluate(`bench.each(${JSON.stringify(texts)})`)));
        }
      }
    }
    return Object.fromEntries(open.map(({ name, passes }) => [name, summary(passes, queries.warm)]));
  } finally {
    for (const { browser } of open) await browser.close();
  }
}

function summary([first, again], queries) {
  return {
    first: percentiles(answeredTimes(first)),
    again: percentiles(answeredTimes(again)),
    answers: [check(queries, first), check(queries, again)],
  };
}

function percentiles(times) {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/**
 * Percentiles of the milliseconds that a warm query spends in the WebAssembly of workers; `undefined` for an engine
 * without any. Uses a separate browser, because the clock costs some microseconds.
 */
export async function wasmTimes({ chromium }, address, queries) {
  const browser = await Chromium.launch(chromium, { workerScript: wasmClock() });
  try {
    await browser.visit(address);
    await browser.evaluate(`bench.first(${JSON.stringify(queries.first[0].text)})`);
    const texts = queries.warm.map(({ text }) => text);
    await browser.evaluate(`bench.each(${JSON.stringify(texts)})`);
    const clock = async () => {
      const times = await browser.evaluateInWorkers("wasmClock.ms");
      return times.reduce((sum, ms) => sum + ms, 0);
    };
    let before = await clock();
    if (before === 0) return undefined;
    const times = [];
    for (const text of texts) {
      const [answer] = await browser.evaluate(`bench.each(${JSON.stringify([text])})`);
      const after = await clock();
      if (answer.urls.length > 0) times.push(after - before);
      before = after;
    }
    return percentiles(times);
  } finally {
    await browser.close();
  }
}
