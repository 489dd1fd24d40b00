// What the reader still gets when the host fails, and the recovery. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { violations } from "./accessible.mjs";
import { launchChromium, newPage, required, screenshot } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { holding, serve } from "./server.mjs";
import { meanwhile } from "./still.mjs";

const START = "ch01-00-getting-started.html";
const QUESTION = "how do I share data between threads";

let browser;
let server;
/** Index files of a lexical query, and those that only dense search needs (vectors, model, tokenizer). */
let files;

before(async () => {
  server = await serve(required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/"));
  browser = await launchChromium();
  const forLexical = await requestedBy("lexical");
  const forAll = await requestedBy("hybrid");
  files = {
    lexical: forLexical,
    dense: forAll.filter((path) => !forLexical.includes(path)),
  };
  assert.ok(files.lexical.length > 0 && files.dense.length > 0, JSON.stringify(files));
});

after(async () => {
  await browser?.close();
  await server?.close();
});

async function requestedBy(mode) {
  server.requests.length = 0;
  await ask(mode);
  // Index files have a content hash in their name; scripts and modules have none. Text files depend on the hits and so
  // on the mode; they count for neither retriever.
  const isOfRetriever = (path) => /^\/docfuse\/(?!texts-).*-[0-9a-f]{16}(-\d+)?\./.test(path);
  return [...new Set(server.requests.filter(isOfRetriever))];
}

/** Opens the index in a new profile, waits for the encoder unless `mode` is lexical, and sends the query. */
async function ask(mode) {
  const { page, close } = await newPage(browser);
  try {
    await page.goto(server.url + START);
    return await page.evaluate(
      async ([text, wanted]) => {
        const { open } = await import("/docfuse/docfuse.js");
        const search = await open({
          base: "/docfuse/",
          encoder: wanted === "lexical" ? "off" : "eager",
        });
        if (wanted !== "lexical") await search.whenReady().catch(() => undefined);
        const { hits, degraded } = await search.query(text, { mode: wanted });
        search.close();
        return { urls: hits.map(({ url }) => url), degraded: degraded ?? [] };
      },
      [QUESTION, mode],
    );
  } finally {
    await close();
  }
}

/** As `ask`, with a fault in one file. */
async function askWithout(path, fault, mode) {
  server.fault = (asked) => (asked === path ? fault : undefined);
  try {
    return await ask(mode);
  } finally {
    server.fault = () => undefined;
  }
}

test("a damaged file of the dense retriever is named, and leaves at least the lexical answer", async () => {
  const { urls: lexical } = await ask("lexical");
  // One part of the model stands for all.
  const others = files.dense.filter((path) => path.includes("/model-")).slice(1);
  others.push(files.dense.find(isLinks));
  for (const path of files.dense.filter((path) => !others.includes(path))) {
    const { urls, degraded } = await askWithout(path, "altered", "hybrid");
    assert.ok(
      degraded.some(({ retriever }) => retriever === "dense"),
      `${path}: ${JSON.stringify(degraded)}`,
    );
    // Vectors and nodes in other blocks still answer, and without homes all of them: a section whose vector is damaged counts
    // by its words alone.
    if (/\/(dense|graph|homes)-/.test(path))
      assert.ok(
        lexical.slice(0, 3).some((url) => urls.includes(url)),
        `${path}: ${urls}`,
      );
    else assert.deepEqual(urls, lexical, path);
  }
});

const isLinks = (path) => path.startsWith("/docfuse/links-");

test("without the links both retrievers answer, and the answer says so", async () => {
  const path = files.dense.find(isLinks);
  const { urls, degraded } = await askWithout(path, "altered", "hybrid");
  assert.deepEqual(
    degraded.map(({ retriever }) => retriever),
    ["links"],
  );
  assert.notDeepEqual(urls, (await ask("lexical")).urls);
  assert.notDeepEqual(urls, (await ask("dense")).urls);
});

/** Whether an answer reports this file. */
const names = (degraded, retriever, path) =>
  degraded.some((part) => part.retriever === retriever && path.endsWith(`/${part.file}`));

test("without the term files the dense retriever answers, and the answer says so", async () => {
  const { urls: dense } = await ask("dense");
  server.fault = (path) => (path.startsWith("/docfuse/terms-") ? "altered" : undefined);
  try {
    for (const mode of ["hybrid", "lexical"]) {
      const { urls, degraded } = await ask(mode);
      assert.ok(names(degraded, "lexical", files.lexical[0]), `${mode}: ${JSON.stringify(degraded)}`);
      // A lexical query has no other retriever.
      assert.deepEqual(urls, mode === "hybrid" ? dense : []);
    }
  } finally {
    server.fault = () => undefined;
  }
});

test("without one term file the others still answer, whatever the fault", async () => {
  const { urls: whole } = await ask("lexical");
  const terms = files.lexical.filter((path) => path.startsWith("/docfuse/terms-"));
  assert.ok(terms.length > 1, "the question's terms are in several files");
  const other = files.lexical.find((path) => path !== terms[0]);
  for (const fault of ["missing", "cut", "altered", "error", { instead: join(server.folder, other) }]) {
    const { urls, degraded } = await askWithout(terms[0], fault, "lexical");
    assert.ok(names(degraded, "lexical", terms[0]), `${JSON.stringify(fault)}: ${JSON.stringify(degraded)}`);
    assert.ok(urls.length > 0, JSON.stringify(fault));
  }
  // Not every term changes the hits, but some do.
  let changed = 0;
  for (const path of terms) {
    const { urls } = await askWithout(path, "missing", "lexical");
    changed += Number(!isDeepStrictEqual(urls, whole));
  }
  assert.ok(changed > 0);
});

test("without one text file the other hits stay, whatever the fault", async () => {
  const { urls: whole } = await ask("lexical");
  const texts = server.requests.findLast((path) => path.startsWith("/docfuse/texts-"));
  for (const fault of ["missing", "cut", "altered", "error"]) {
    const { urls, degraded } = await askWithout(texts, fault, "lexical");
    assert.ok(names(degraded, "texts", texts), `${fault}: ${JSON.stringify(degraded)}`);
    assert.ok(urls.length > 0 && urls.length < whole.length, `${fault}: ${urls}`);
    const rest = whole.filter((url) => urls.includes(url));
    assert.deepEqual(urls, rest, "in the same order");
  }
});

test("each kind of failure degrades the dense retriever and names the file", async () => {
  const path = files.dense.find((name) => !/model|first|tokenizer/.test(name));
  for (const fault of ["missing", "cut", "altered", "error"]) {
    const { urls, degraded } = await askWithout(path, fault, "hybrid");
    assert.ok(urls.length > 0, fault);
    assert.ok(names(degraded, "dense", path), `${fault}: ${JSON.stringify(degraded)}`);
  }
});

/** The box on a page; console errors of failed requests are allowed. */
async function withBox(body) {
  const { page, close } = await newPage(browser);
  try {
    await body(await SearchBox.at(page, server.url + START), page);
  } finally {
    server.fault = () => undefined;
    await close();
  }
}

test("without docfuse.json the box says that search is not available, and “Try again” recovers", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined);
    // At once: each further key would retry.
    await box.input.fill("ownership");
    await box.retry.waitFor();
    await screenshot(page, "failure");
    assert.equal(await box.hits.count(), 0);
    server.fault = () => undefined;
    server.requests.length = 0;
    await box.retry.click();
    await box.waitForAnswerTo("ownership");
    assert.ok((await box.hits.count()) > 0);
    assert.equal(await box.retry.isVisible(), false);
    assert.equal(server.requests.filter((path) => path.endsWith("/docfuse.json")).length, 1);
  });
});

test("Escape on “Try again” closes the panel and goes back to the input", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined);
    await box.input.fill("ownership");
    await box.retry.focus();
    await page.keyboard.press("Escape");
    await box.panel.waitFor({ state: "hidden" });
    assert.equal(await box.input.evaluate((input) => input.matches(":focus")), true);
    assert.equal(await box.input.inputValue(), "ownership");
  });
});

test("an opening that fails late leaves its successor alone", async () => {
  await withBox(async (box) => {
    const release = holding(server, /^\/elsewhere\//);
    await box.host.evaluate(async (host) => {
      host.setAttribute("base", "/elsewhere/");
      globalThis.failing = host.open().catch(() => undefined);
      host.setAttribute("base", "/docfuse/");
      globalThis.opened = await host.open();
    });
    release();
    const isSame = await box.host.evaluate(async (host) => {
      await globalThis.failing;
      return globalThis.opened === (await host.open());
    });
    assert.equal(isSame, true);
  });
});

test("without the worker script the box says so too", async () => {
  await withBox(async (box) => {
    server.fault = (path) => (path.endsWith("/docfuse-worker.js") ? "missing" : undefined);
    await box.type("ownership");
    await box.retry.waitFor();
  });
});

test("with a damaged model the box shows lexical matches, and offers to try again", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (files.dense.includes(path) ? "altered" : undefined);
    await box.type(QUESTION);
    await box.waitForAnswerTo(QUESTION);
    await box.waitForNote("Some results may be missing.");
    assert.ok((await box.hits.count()) > 0);
    await screenshot(page, "degraded");
    const ours = (await violations(page)).filter((each) => each.includes("docfuse-search"));
    assert.deepEqual(ours, []);
    server.fault = () => undefined;
    await box.retry.click();
    await box.waitForNote("");
    await box.waitForWhole();
  });
});

test("where the lexicon answers without the encoder, the note says that a part is missing", async () => {
  await withBox(async (box) => {
    server.fault = (path) => (path.includes("/docfuse/model-") ? "altered" : undefined);
    await box.type(QUESTION);
    await box.waitForAnswerTo(QUESTION);
    await box.waitForNote("Some results may be missing.");
    assert.ok((await box.hits.count()) > 0);
  });
});

test("a later query recovers from a temporary failure without a reload", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (files.lexical.includes(path) ? "error" : undefined);
    await box.setAttribute("encoder", "off");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    server.fault = () => undefined;
    await meanwhile(1500);
    await box.type("borrowing");
    await box.waitForAnswerTo("borrowing");
    assert.ok((await box.hits.count()) > 0);
    assert.equal(await box.note(), "");
  });
});
