// Whole texts for programs: browser and command gather the same sections, and count their tokens alike.
//
// DOCFUSE_DEMO_SITE: a site with its index in docfuse/. DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { serve } from "./server.mjs";

const QUERIES = ["how do I share data between threads", "HashMap", "what is ownership", "thraeds"];
const BUDGETS = [0, 60, 300, 3000, 20_000];

const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
const command = required("DOCFUSE_BIN", "the docfuse command");

let browser;
let server;

before(async () => {
  server = await serve(site);
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Runs `body` on a page with an open search. */
async function withSearch(encoder, body) {
  const { page, close } = await newPage(browser);
  try {
    await page.goto(`${server.url}index.html`);
    await page.evaluate(async (choice) => {
      const { open } = await import("/docfuse/docfuse.js");
      globalThis.search = await open({ base: "/docfuse/", encoder: choice });
    }, encoder);
    await body(page);
  } finally {
    await close();
  }
}

/** What is undefined there is missing in JSON. */
async function inBrowser(page, text, options) {
  const ask = ([query, asked]) => globalThis.search.context(query, asked);
  return JSON.parse(JSON.stringify(await page.evaluate(ask, [text, options])));
}

async function native(text, maxTokens) {
  const values = ["context", join(site, "docfuse"), text, "--json", "--site", server.url];
  values.push("--max-tokens", String(maxTokens));
  const { stdout } = await promisify(execFile)(command, values, { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

test("native and browser gather the same texts, counted by the encoder", () =>
  withSearch("eager", async (page) => {
    await page.evaluate(() => globalThis.search.whenReady());
    let sections = 0;
    for (const text of QUERIES) {
      for (const maxTokens of BUDGETS) {
        const [expected, found] = await Promise.all([
          native(text, maxTokens),
          inBrowser(page, text, { maxTokens }),
        ]);
        const name = `“${text}” within ${maxTokens}`;
        assert.deepEqual([found.counted, found.degraded], ["encoder", null], name);
        assert.ok(found.tokens <= maxTokens, name);
        assert.equal(found.markdown, expected.markdown, name);
        assert.deepEqual(
          found.sections.map(({ href, url: _, ...section }) => ({ ...section, url: href })),
          expected.sections,
          name,
        );
        assert.deepEqual(
          found.leftOut.map(({ href, url: _, ...section }) => ({ ...section, url: href })),
          expected.left_out,
          name,
        );
        assert.deepEqual([found.corrections, found.query], [expected.corrections, expected.query], name);
        sections += found.sections.length;
      }
    }
    assert.ok(sections > QUERIES.length * BUDGETS.length, `${sections} sections`);
  }));

test("without the encoder, texts come all the same, within the budget by an estimate", () =>
  withSearch("off", async (page) => {
    const found = await inBrowser(page, QUERIES[0], { maxTokens: 2000 });
    assert.equal(found.counted, "estimate");
    assert.ok(found.sections.length > 1 && found.tokens <= 2000, JSON.stringify(found.tokens));
    assert.ok(
      found.markdown.startsWith(`## ${found.sections[0].breadcrumb.join(" › ")}\n\nSource: ${server.url}`),
    );
    const texts = found.sections.map(({ text }) => text);
    assert.equal(new Set(texts).size, texts.length);
    for (const maxTokens of [-1, 0.5, "many", undefined]) {
      const code = await page.evaluate(
        (asked) => globalThis.search.context("a", { maxTokens: asked }).catch((error) => error.code),
        maxTokens,
      );
      assert.equal(code, "request", String(maxTokens));
    }
  }));
