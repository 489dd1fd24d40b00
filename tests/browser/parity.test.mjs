// Browser and command give the same hits in the same order, with scores within 1e-3, in every mode. Also measures a
// hybrid query in Chromium, encoder included.
//
// DOCFUSE_DEMO_SITE: a site with its index in docfuse/. DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { serve } from "./server.mjs";

const LIMIT = 10;
const TOLERANCE = 1e-3;
const MODES = ["lexical", "dense", "hybrid"];

const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
const command = required("DOCFUSE_BIN", "the docfuse command");
const queries = readFileSync(new URL("queries.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

let browser;
let server;
let page;

before(async () => {
  server = await serve(site);
  browser = await launchChromium();
  ({ page } = await newPage(browser));
  await page.goto(`${server.url}index.html`);
  await page.evaluate(async () => {
    const { open } = await import("/docfuse/docfuse.js");
    globalThis.search = await open({ base: "/docfuse/", encoder: "eager" });
    await globalThis.search.whenReady();
  });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

async function native(text, mode, ...more) {
  const options = ["--mode", mode, "--limit", String(LIMIT), "--json", ...more];
  const { stdout } = await promisify(execFile)(command, ["query", join(site, "docfuse"), text, ...options]);
  return JSON.parse(stdout);
}

function inBrowser(text, mode, more = {}) {
  return page.evaluate(
    ([query, options]) => globalThis.search.query(query, options),
    [text, { mode, limit: LIMIT, ...more }],
  );
}

/** Compares two answers; returns the largest difference of scores. */
function compare(text, expected, found) {
  assert.equal(found.degraded, null, `“${text}”: ${JSON.stringify(found.degraded)}`);
  const urls = ({ hits }) => hits.map(({ url }) => url);
  assert.deepEqual(urls(found), urls(expected), `“${text}”`);
  assert.equal(found.total, expected.total, `“${text}”`);
  assert.deepEqual(found.corrections, expected.corrections, `“${text}”`);
  let largest = 0;
  expected.hits.forEach((hit, rank) => {
    const other = found.hits[rank];
    const difference = Math.abs(hit.score - other.score);
    largest = Math.max(largest, difference);
    assert.ok(difference <= TOLERANCE, `“${text}”, rank ${rank + 1}: ${difference}`);
    assert.deepEqual(
      [other.excerpt, other.highlights, other.textFragment],
      [hit.excerpt, hit.highlights, hit.text_fragment],
      `“${text}”, rank ${rank + 1}`,
    );
  });
  return largest;
}

test("there are 50 queries, all different", () => {
  assert.equal(new Set(queries).size, 50);
});

for (const mode of MODES) {
  test(`native and browser agree: ${mode}`, async () => {
    let hits = 0;
    let largest = 0;
    for (const text of queries) {
      const [expected, found] = await Promise.all([native(text, mode), inBrowser(text, mode)]);
      largest = Math.max(largest, compare(text, expected, found));
      hits += expected.hits.length;
    }
    assert.ok(hits > queries.length, `${hits} hits for ${queries.length} queries`);
    console.log(`${mode}: ${hits} hits compared, largest score difference ${largest.toExponential(1)}`);
  });
}

test("native and browser agree on phrases, operators and unfinished words", async () => {
  for (const [text, option, options] of [
    ['"borrow checker"', [], {}],
    ['+thread -"message passing"', [], {}],
    ["interior mutab", ["--prefix"], { prefix: true }],
    ["share data between threads", ["--minimum-should-match", "75%"], { minimumShouldMatch: "75%" }],
    ["ownership", ["--max-per-page", "1"], { maxPerPage: 1 }],
    ["trait", ["--offset", "5"], { offset: 5 }],
  ]) {
    const expected = await native(text, "lexical", ...option);
    assert.ok(expected.hits.length > 0, `“${text}” finds something`);
    compare(text, expected, await inBrowser(text, "lexical", options));
  }
});

test("time of a hybrid query in Chromium, encoder included", async () => {
  const times = await page.evaluate(async (texts) => {
    const measured = [];
    // The first round loads what the queries need and is not measured.
    for (const round of ["load", "measure"]) {
      for (const text of texts) {
        const start = performance.now();
        const { hits, degraded } = await globalThis.search.query(text, {
          limit: 10,
        });
        if (degraded) throw new Error(`“${text}” is degraded: ${JSON.stringify(degraded)}`);
        if (round === "measure")
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
