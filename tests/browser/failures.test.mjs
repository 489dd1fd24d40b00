// What the reader still gets when the host fails, and that it heals. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, newPage, required, screenshot } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";

const START = "ch01-00-getting-started.html";
const QUESTION = "how do I share data between threads";

let browser;
let server;
/** Index files that a lexical query asks for, and those that only meaning needs (vectors, model, tokenizer). */
let files;

before(async () => {
  server = await serve(required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/"));
  browser = await launchChromium();
  const forWords = await requestedBy("lexical");
  const forAll = await requestedBy("hybrid");
  files = {
    words: forWords,
    meaning: forAll.filter((path) => !forWords.includes(path)),
  };
  assert.ok(files.words.length > 0 && files.meaning.length > 0, JSON.stringify(files));
});

after(async () => {
  await browser?.close();
  await server?.close();
});

async function requestedBy(mode) {
  server.requests.length = 0;
  await ask(mode);
  // Names with a content hash are the index; the scripts and modules beside it have none. Which texts are read
  // depends on the hits, and so on the mode; they belong to neither side.
  const isSide = (path) => /^\/docfuse\/(?!texts-).*-[0-9a-f]{16}\./.test(path);
  return [...new Set(server.requests.filter(isSide))];
}

/** Opens the index in a new profile, waits for the encoder unless words alone are asked for, and asks. */
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

/** As `ask`, with one file at fault. */
async function askWithout(path, fault, mode) {
  server.fault = (asked) => (asked === path ? fault : undefined);
  try {
    return await ask(mode);
  } finally {
    server.fault = () => undefined;
  }
}

test("a damaged file of the dense side leaves the lexical answer, and the answer says so", async () => {
  const { urls: lexical } = await ask("lexical");
  for (const path of files.meaning) {
    const { urls, degraded } = await askWithout(path, "altered", "hybrid");
    assert.ok(
      degraded.some(({ retriever }) => retriever === "dense"),
      `${path}: ${JSON.stringify(degraded)}`,
    );
    assert.deepEqual(urls, lexical, path);
  }
});

test("a damaged lexical file leaves the dense answer, and the answer says so", async () => {
  const { urls: dense } = await ask("dense");
  let lexicalFiles = 0;
  for (const path of files.words) {
    const { urls, degraded } = await askWithout(path, "altered", "hybrid");
    assert.ok(
      degraded.some(({ file }) => path.endsWith(`/${file}`)),
      `${path}: ${JSON.stringify(degraded)}`,
    );
    if (!degraded.some(({ retriever }) => retriever === "lexical")) continue;
    lexicalFiles += 1;
    assert.deepEqual(urls, dense, path);
    const alone = await askWithout(path, "altered", "dense");
    assert.deepEqual(alone.urls, dense, path);
  }
  assert.ok(lexicalFiles > 0, "at least one file belongs to the lexical side alone");
});

test("each way to fail degrades the answer and names the file", async () => {
  const path = files.meaning.find((name) => !/model|tokenizer/.test(name));
  for (const fault of ["missing", "cut", "altered", "error"]) {
    const { urls, degraded } = await askWithout(path, fault, "hybrid");
    assert.ok(urls.length > 0, fault);
    const named = degraded.some(({ retriever, file }) => retriever === "dense" && path.endsWith(`/${file}`));
    assert.ok(named, `${fault}: ${JSON.stringify(degraded)}`);
  }
});

/** The box on a page whose console may speak of the failed requests. */
async function withBox(body) {
  const { page, close } = await newPage(browser);
  try {
    await body(await SearchBox.at(page, server.url + START), page);
  } finally {
    server.fault = () => undefined;
    await close();
  }
}

test("without docfuse.json the box says that search is not available, and “Try again” heals it", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined);
    // In one piece: each further key would try again by itself.
    await box.input.fill("ownership");
    await box.retry.waitFor();
    await screenshot(page, "failure");
    assert.equal(await box.hits.count(), 0);
    server.fault = () => undefined;
    await box.retry.click();
    await box.waitForAnswerTo("ownership");
    assert.ok((await box.hits.count()) > 0);
    assert.equal(await box.retry.isVisible(), false);
  });
});

test("without the worker script the box says so too", async () => {
  await withBox(async (box) => {
    server.fault = (path) => (path.endsWith("/docfuse-worker.js") ? "missing" : undefined);
    await box.type("ownership");
    await box.retry.waitFor();
  });
});

test("with a damaged model the box shows word matches and says that meaning is not available", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (files.meaning.includes(path) ? "altered" : undefined);
    await box.type(QUESTION);
    await box.waitForAnswerTo(QUESTION);
    await box.waitForNote("Word matches only; search by meaning is not available.");
    assert.ok((await box.hits.count()) > 0);
    await screenshot(page, "degraded");
  });
});

test("a passing failure heals with a later query, without a reload", async () => {
  await withBox(async (box, page) => {
    server.fault = (path) => (files.words.includes(path) ? "error" : undefined);
    await box.setAttribute("encoder", "off");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    server.fault = () => undefined;
    await page.waitForTimeout(1500);
    await box.type("borrowing");
    await box.waitForAnswerTo("borrowing");
    assert.ok((await box.hits.count()) > 0);
    assert.equal(await box.note(), "");
  });
});
