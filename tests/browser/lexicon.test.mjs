// The site lexicon in the browser: it refines the first answer without the encoder, and ranks as the command does.
//
// DOCFUSE_DEMO_SITE: a site with its index in docfuse/. DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { compare, native } from "./native.mjs";
import { answers } from "./open-search.mjs";
import { serve } from "./server.mjs";

const QUESTION = "how do I share data between threads";

const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
const texts = readFileSync(new URL("queries.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

let browser;
let server;

before(async () => {
  server = await serve(site);
  browser = await launchChromium();
});

afterEach(() => {
  server.fault = () => undefined;
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the index on a page in a new profile, with options of `open`, and runs `body` with the page. */
async function withSearch(options, body) {
  const { page, close } = await newPage(browser);
  server.requests.length = 0;
  try {
    await page.goto(`${server.url}index.html`);
    await page.evaluate(async (given) => {
      const { open } = await import("/docfuse/docfuse.js");
      globalThis.search = await open({ base: "/docfuse/", ...given });
    }, options);
    await body(page);
  } finally {
    await close();
  }
}

const requested = (kind) => server.requests.filter((path) => path.includes(`/${kind}`));
const lists = ({ hits }) => new Set(hits.flatMap((hit) => hit.lists ?? []));
const urls = ({ hits }) => hits.map(({ url }) => url);

test("the lexicon refines the first answer, without the encoder", async () => {
  await withSearch({ dense: "lexicon" }, async (page) => {
    const [first, second] = await answers(page, QUESTION, 1);
    assert.ok(!lists(first).has("lexicon") && lists(second).has("lexicon"));
    // By its address, so that the command looks at the vectors that a page looks at.
    const expected = await native(`${server.url}docfuse/`, QUESTION, {
      dense: "lexicon",
    });
    assert.deepEqual(urls(second), urls(expected));
    assert.equal(requested("model-").length + requested("docfuse_embed").length, 0, "no encoder");
    const before = requested("termvectors-").length;
    assert.ok(before > 0);
    const [again] = await answers(page, QUESTION, 0);
    assert.deepEqual(urls(again), urls(second), "from then on the first answer has it");
    assert.equal(requested("termvectors-").length, before, "the answer is kept");
  });
});

test("a reader whose encoder is off has the lexicon, unless meaning is off", async () => {
  await withSearch({ encoder: "off" }, async (page) => {
    const [, second] = await answers(page, QUESTION, 1);
    assert.ok(lists(second).has("lexicon"));
  });
  for (const options of [{ dense: "off" }, { dense: "encoder", encoder: "off" }]) {
    await withSearch(options, async (page) => {
      const [only] = await answers(page, QUESTION, 0);
      assert.ok(only.hits.length > 0);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      assert.equal(requested("docfuse_full").length + requested("termvectors-").length, 0);
    });
  }
});

test("the encoder takes the lexicon's place", async () => {
  await withSearch({ encoder: "auto" }, async (page) => {
    const [, second, third] = await answers(page, QUESTION, 2);
    assert.ok(lists(second).has("lexicon") && !lists(second).has("dense"));
    assert.ok(lists(third).has("dense") && !lists(third).has("lexicon"));
  });
});

test("what fails costs the lexicon alone", async () => {
  for (const broken of ["/docfuse/termvectors-", "/docfuse/graph-", "/docfuse/docfuse_full"]) {
    server.fault = (path) => (path.startsWith(broken) ? "missing" : undefined);
    await withSearch({ dense: "lexicon" }, async (page) => {
      const [first, second] = await answers(page, QUESTION, 1);
      assert.deepEqual(urls(second), urls(first), broken);
      assert.ok(
        second.degraded.some(({ retriever }) => retriever === "lexicon"),
        broken,
      );
    });
  }
});

test("native and browser rank alike by the lexicon", async () => {
  await withSearch({ dense: "lexicon" }, async (page) => {
    for (const text of texts.slice(0, 50)) {
      const options = { mode: "lexicon", explain: true };
      const found = await page.evaluate(
        ([query, asked]) => globalThis.search.query(query, asked),
        [text, options],
      );
      compare(text, await native(`${server.url}docfuse/`, text, options), found);
    }
  });
});
