// Each stage of the ranking in the browser as in the command: stages.json has queries that each show one.
//
// DOCFUSE_DEMO_SITE: a site with its index in docfuse/. DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { launchChromium, required } from "./chromium.mjs";
import { compare, native } from "./native.mjs";
import { openSearch } from "./open-search.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
const reranker = fileURLToPath(new URL("../fixtures/cross_encoder/", import.meta.url));
const queries = JSON.parse(readFileSync(new URL("stages.json", import.meta.url), "utf8"));

const some = (numbers) => numbers.some((number) => number > 0);
const explained = ({ hits }, key) => hits.map(({ explanation }) => explanation[key]);
const contributions = (answer) => explained(answer, "contributions").flat();
const kind =
  (name) =>
  ({ intent }) =>
    intent.kind === name;

/** Whether an answer shows that the stage took part; the second argument is the answer without its options. */
const SHOWS = {
  "score mix": (answer) => some(contributions(answer).map(({ mixed }) => mixed)),
  links: (answer) => contributions(answer).some(({ retriever }) => retriever === "links"),
  proximity: (answer) => some(explained(answer, "proximity")),
  navigational: (answer) => kind("navigational")(answer) && answer.hits[0].explanation.navigational,
  identifier: kind("identifier"),
  keywords: kind("keywords"),
  question: kind("question"),
  comparison: (answer) => kind("comparison")(answer) && answer.intent.sides.length === 2,
  relationship: kind("relationship"),
  overview: kind("overview"),
  reformulation: ({ query, intent }) => intent.lexical.length < query.length,
  correction: ({ corrections }) => corrections.length === 1,
  "weak fit": ({ hits, fit, closeness, suggestions }) =>
    fit === "weak" && closeness.similarity < 1 && hits.length > 0 && suggestions.length > 0,
  "no hits": ({ hits, total, suggestions }) => hits.length === 0 && total === 0 && suggestions.length > 0,
  threshold: ({ hits, total }, without) => hits.length > 0 && total < without.total,
  aggregates: ({ docAggregates }) =>
    docAggregates.length > 1 && some(docAggregates.map(({ hits }) => hits - 1)),
  "page of hits": ({ hits }, without) => hits.length > 0 && hits[0].url !== without.hits[0].url,
  "one of a page": ({ hits }) =>
    hits.length > 3 && new Set(hits.map(({ page }) => page)).size === hits.length,
  operators: ({ hits, total }, without) => hits.length > 0 && total < without.total,
  typing: ({ hits }) => hits.length > 0,
  reranker: (answer) => some(explained(answer, "reranked")),
};

let browser;
let server;

before(async () => {
  server = await serve(site);
  server.fault = (path) =>
    path.startsWith("/reranker/") ? { instead: join(reranker, path.slice("/reranker/".length)) } : undefined;
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the index of a page in a new profile, with options of `open`. Returns how to ask it and to end it. */
const open = (address, options) => openSearch(browser, address, options);

const plain = { encoder: "eager" };

/** Options without what a stage is about, to see that it changes the answer. */
function without({ text, options: { minScore, similarityThreshold, minimumShouldMatch, offset, ...rest } }) {
  return [text.replaceAll(/["+]|-(?=")/g, ""), rest];
}

for (const stage of Object.keys(SHOWS)) {
  test(`native and browser agree: ${stage}`, async () => {
    const ofStage = queries.filter((query) => query.stage === stage);
    assert.ok(ofStage.length > 0, "stages.json has queries of this stage");
    const more = stage === "reranker" ? ["--reranker", reranker] : [];
    const reranks = { reranker: "/reranker/", rerankBudgetMs: 60_000 };
    const { page, ask, close } = await open(`${server.url}index.html`, {
      ...plain,
      ...(stage === "reranker" && reranks),
    });
    // A fused list looks at all vectors that are loaded; far hits load them all, as the command does.
    await ask("closure", { mode: "dense", offset: 900 });
    for (const query of ofStage) {
      const { text, options } = query;
      // By the site's address where one list answers, so that the command looks at the vectors that a page looks at.
      const index = options.mode === "dense" ? `${server.url}docfuse/` : join(site, "docfuse");
      const expected = await native(index, text, options, more);
      if (stage === "typing") {
        // What was asked for while the reader typed is what the answer is made of.
        const letters = [...text].map((_, at) => text.slice(0, at + 1));
        await page.evaluate((typed) => typed.forEach((some) => globalThis.search.prepare(some)), letters);
      }
      const found = await ask(text, options);
      compare(text, expected, found);
      assert.ok(
        SHOWS[stage](found, await native(join(site, "docfuse"), ...without(query))),
        `“${text}” shows it`,
      );
    }
    await close();
  });
}

test("every query is of a stage", () => {
  assert.deepEqual(new Set(queries.map(({ stage }) => stage)), new Set(Object.keys(SHOWS)));
});

test("pages of hits neither repeat nor skip one", async () => {
  const { ask, close } = await open(`${server.url}index.html`, plain);
  const [mode, limit] = ["hybrid", 6];
  const whole = await native(join(site, "docfuse"), "closure", { mode, limit: 60 });
  const pages = [];
  for (let offset = 0; offset < 60; offset += limit) {
    const { hits } = await ask("closure", { mode, limit, offset });
    pages.push(...hits.map(({ url }) => url));
  }
  assert.deepEqual(
    pages,
    whole.hits.map(({ url }) => url),
  );
  await close();
});

test("the module of the first query ranks as the command does", async () => {
  const { ask, close } = await open(`${server.url}index.html`, { encoder: "off" });
  // What only the full module has would load it.
  const full = ({ explain, docAggregates, minScore }) => explain || docAggregates || minScore;
  const lexical = queries.filter(({ options }) => options.mode === "lexical" && !full(options));
  const loads = (path) => path.endsWith("docfuse_full.wasm.hdf");
  const before = server.requests.filter(loads).length;
  for (const { text, options } of lexical) {
    compare(text, await native(join(site, "docfuse"), text, options), await ask(text, options));
  }
  assert.ok(lexical.length >= 5);
  assert.equal(server.requests.filter(loads).length, before, "the full module is not loaded");
  await close();
});

test("native and browser agree on filters and counts", async () => {
  const about = (topic) =>
    `A value has one owner, which threads share: <b data-docfuse-filter="topic">${topic}</b>.`;
  const small = smallSite({
    "index.html": pageIn("en", "Start", about("memory")),
    "errors.html": pageIn("en", "Errors", about("failure")),
    "threads.html": pageIn("en", "Threads", about("memory")),
  });
  const host = await serve(small.folder);
  const { ask, close } = await open(`${host.url}index.html`, { encoder: "off" });
  for (const [topics, hits] of [
    [["memory"], 2],
    [["failure", "memory"], 3],
    [["none"], 0],
  ]) {
    const options = { mode: "lexical", filters: { topic: topics } };
    const text = "owner of a value";
    const expected = await native(join(small.folder, "docfuse"), text, options);
    assert.equal(expected.hits.length, hits, topics.join());
    compare(topics.join(), expected, await ask(text, options));
    // The full module, which explains, counts the values of a filter without it.
    const counted = { ...options, facets: true, explain: true };
    const whole = await native(join(small.folder, "docfuse"), text, counted);
    assert.deepEqual(whole.facets, { topic: { failure: 1, memory: 2 } });
    compare(topics.join(), whole, await ask(text, counted));
  }
  await close();
  await host.close();
  small.remove();
});
