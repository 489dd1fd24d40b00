// Browser and command give the same hits in the same order, with scores within 1e-3, in every mode. Also measures a
// hybrid query in Chromium, encoder included.
//
// DOCFUSE_DEMO_SITE: a site with its index in docfuse/. DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium, required } from "./chromium.mjs";
import { compare, native } from "./native.mjs";
import { openSearch } from "./open-search.mjs";
import { serve } from "./server.mjs";

const LIMIT = 10;
const MODES = ["lexical", "dense", "hybrid"];

const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
const queries = readFileSync(new URL("queries.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

let browser;
let server;
let page;
let ask;

before(async () => {
  server = await serve(site);
  browser = await launchChromium();
  ({ page, ask } = await openSearch(browser, `${server.url}index.html`, { encoder: "eager" }));
});

after(async () => {
  await browser?.close();
  await server?.close();
});

const inBrowser = (text, options) => ask(text, { limit: LIMIT, ...options });

/** Compares both answers to a query; returns that of the command, and the largest difference of scores. */
async function agree(text, options) {
  // Of a site on another machine, the command looks at the vectors that a page would load. Of one here it looks at all,
  // and so does a fused list in this page, which by then has loaded nearly all.
  const index = options.mode === "dense" ? `${server.url}docfuse/` : join(site, "docfuse");
  const [expected, found] = await Promise.all([
    native(index, text, { limit: LIMIT, ...options }),
    inBrowser(text, options),
  ]);
  return { expected, difference: compare(text, expected, found) };
}

for (const mode of MODES) {
  test(`native and browser agree: ${mode}`, async () => {
    let hits = 0;
    let largest = 0;
    for (const text of queries) {
      const { expected, difference } = await agree(text, { mode, explain: true });
      largest = Math.max(largest, difference);
      hits += expected.hits.length;
    }
    assert.ok(hits > queries.length, `${hits} hits for ${queries.length} queries`);
    console.log(`${mode}: ${hits} hits compared, largest score difference ${largest.toExponential(1)}`);
  });
}

test("time of a hybrid query in Chromium, encoder included", async () => {
  const times = await page.evaluate(async (texts) => {
    const measured = [];
    // The first round loads what the queries need and is not measured. Of the second, no answer has been kept.
    for (const limit of [10, 9]) {
      for (const text of texts) {
        const start = performance.now();
        const { hits, degraded } = await globalThis.search.query(text, { limit });
        if (degraded) throw new Error(`“${text}” is degraded: ${JSON.stringify(degraded)}`);
        if (limit === 9)
          measured.push({
            text,
            ms: performance.now() - start,
            hits: hits.length,
          });
      }
    }
    return measured;
  }, queries);
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  console.log(`hybrid query in Chromium: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${sorted.length} queries)`);
  assert.equal(times.length, queries.length);
});
