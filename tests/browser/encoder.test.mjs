// Loading the encoder: once for all pages, in parts, and again after each kind of failure, without a page reload.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/ and the search box in its pages.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { meanwhile, until } from "./still.mjs";

const START = "ch01-00-getting-started.html";
const QUESTION = "how do I share data between threads";

const site = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");
const { model } = JSON.parse(readFileSync(join(site, "docfuse/docfuse.json"), "utf8"));
const files = [...model.parts, model.rows.first, model.tokenizer];

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

/** Names of the encoder's files requested since the last call. */
function asked() {
  const paths = server.requests.splice(0).map((path) => path.replace("/docfuse/", ""));
  return paths.filter((name) => files.some((file) => file.name === name));
}

/** Runs `body` on a page in a new profile; `more` opens another page in the same profile. */
async function withProfile(body, from = browser) {
  const { page, close } = await newPage(from);
  server.requests.length = 0;
  try {
    await page.goto(server.url + START);
    const more = async () => {
      const next = await page.context().newPage();
      await next.goto(server.url + START);
      return next;
    };
    await body(page, more);
  } finally {
    await close();
  }
}

/** Opens the index as the page's global `search`. */
function open(page, encoder) {
  return page.evaluate(async (choice) => {
    const { open } = await import("/docfuse/docfuse.js");
    globalThis.search = await open({ base: "/docfuse/", encoder: choice });
  }, encoder);
}

/** "ready", or the code and the file of the failure. */
function ready(page) {
  return page.evaluate(() =>
    globalThis.search.whenReady().then(
      () => "ready",
      ({ code, file }) => ({ code, file }),
    ),
  );
}

function query(page) {
  return page.evaluate(async (text) => {
    const { hits, degraded } = await globalThis.search.query(text);
    return { urls: hits.map(({ url }) => url), degraded };
  }, QUESTION);
}

/** The keys of its files; the network's speed is kept beside them. */
const kept = async (page) => {
  const urls = await page.evaluate(async () =>
    (await (await caches.open("docfuse-encoder")).keys()).map(({ url }) => url),
  );
  return urls.filter((url) => !url.endsWith("/rate"));
};

/** Waits until exactly these files are kept: writes and deletions happen in the background. */
async function untilKept(page, expected = files) {
  const names = expected.map(({ sha256 }) => sha256).sort();
  const found = async () => (await kept(page)).map((url) => url.split("/").at(-1)).sort();
  await until(async () => isDeepStrictEqual(await found(), names), `${names} kept`);
}

test("parts are small, and the next page loads the encoder without requesting any", async () => {
  assert.ok(model.parts.length > 1);
  assert.ok(files.every(({ stored }) => stored <= 8 << 20));
  await withProfile(async (page, more) => {
    await open(page, "eager");
    assert.equal(await ready(page), "ready");
    assert.deepEqual(asked().sort(), files.map(({ name }) => name).sort());
    await untilKept(page);
    const next = await more();
    await open(next, "eager");
    assert.equal(await ready(next), "ready");
    assert.deepEqual(asked(), []);
    assert.equal((await query(next)).degraded, null);
  });
});

/** The final answer to a text. */
function answer(page, text) {
  return page.evaluate(async (asked) => {
    const { degraded } = await globalThis.search.query(asked, { mode: "hybrid" });
    return { degraded };
  }, text);
}

/** Paths of files of rows requested since the last call. */
const rowsAsked = () => server.requests.splice(0).filter((path) => path.includes("/rows-"));

test("rows of rare words are fetched by range, once for all pages", async () => {
  // The site has none of these words.
  const rare = "chlorophyll of a jellyfish";
  await withProfile(async (page, more) => {
    await open(page, "eager");
    assert.equal(await ready(page), "ready");
    assert.deepEqual(rowsAsked(), [], "the first rows suffice");
    assert.equal((await answer(page, QUESTION)).degraded, null);
    assert.deepEqual(rowsAsked(), []);
    assert.equal((await answer(page, rare)).degraded, null);
    const asked = rowsAsked();
    assert.ok(
      asked.length > 0 && asked.every((path) => model.rows.files.some(({ name }) => path.includes(name))),
      asked,
    );
    assert.equal((await answer(page, `${rare}, ${rare}`)).degraded, null);
    const next = await more();
    await open(next, "eager");
    assert.equal(await ready(next), "ready");
    assert.equal((await answer(next, rare)).degraded, null);
    assert.deepEqual(rowsAsked(), []);
  });
});

for (const fault of ["missing", "cut", "altered"]) {
  test(`without its rows (${fault}) a query is answered by words, and the next one tries again`, async () => {
    await withProfile(async (page) => {
      await open(page, "eager");
      assert.equal(await ready(page), "ready");
      server.fault = (path) => (path.includes("/rows-") ? fault : undefined);
      const { degraded } = await answer(page, "chlorophyll of a jellyfish");
      assert.deepEqual(
        degraded.map(({ retriever }) => retriever),
        ["dense"],
      );
      assert.match(degraded[0].message, /rows-/);
      server.fault = () => undefined;
      assert.equal((await answer(page, "chlorophyll of a  jellyfish")).degraded, null);
    });
  });
}

test("a question loads the encoder behind its answer, which then comes better", async () => {
  await withProfile(async (page) => {
    const box = await SearchBox.at(page, server.url + START);
    await box.type(QUESTION);
    await box.waitForAnswerTo(QUESTION);
    await untilKept(page);
    await box.waitForWhole();
  });
});

test("a page that has all from the browser's cache knows from an earlier one that the network is slow", async () => {
  const context = await browser.newContext(); // routes, as of other tests, would switch the cache off
  /** What is requested behind the answer to a query on a new page. */
  const behind = async (text) => {
    const page = await context.newPage();
    await page.goto(server.url + START);
    await open(page, "auto");
    server.requests.length = 0;
    await page.evaluate((text) => void globalThis.search.query(text, { onUpdate: () => undefined }), text);
    await meanwhile(2500);
    return { page, isModuleAsked: server.requests.some((path) => path.includes("docfuse_full")) };
  };
  try {
    const { page, isModuleAsked } = await behind("trait objects");
    assert.ok(isModuleAsked);
    await page.evaluate(async () => {
      const cache = await caches.open("docfuse-encoder");
      await cache.put("https://docfuse.invalid/rate", new Response(JSON.stringify([100_000, Date.now()])));
    });
    const next = await behind(QUESTION);
    assert.equal(next.isModuleAsked, false);
    assert.deepEqual(asked(), []);
  } finally {
    await context.close();
  }
});

for (const [fault, code] of [
  ["missing", "not-found"],
  ["cut", "network"],
  ["altered", "damaged"],
]) {
  test(`a part that is ${fault} leaves lexical matches, is reported, and recovers without a reload`, async () => {
    const { name } = files.at(-1);
    await withProfile(async (page) => {
      await open(page, "off");
      const { urls: lexical } = await query(page);
      await page.evaluate(() => globalThis.search.close());
      server.fault = (path) => (path.endsWith(name) ? fault : undefined);
      await open(page, "auto");
      const failed = await ready(page);
      assert.deepEqual(failed, { code, file: name });
      const { urls, degraded } = await query(page);
      assert.deepEqual(urls, lexical);
      assert.deepEqual(
        degraded.map((part) => [part.retriever, part.code]),
        [["dense", code]],
      );
      assert.ok(degraded[0].message.includes(name), degraded[0].message);
      server.fault = () => undefined;
      asked();
      assert.equal(await ready(page), "ready");
      // Which others had arrived before the fault, and are kept, is up to the network.
      assert.ok(asked().includes(name));
      assert.equal((await query(page)).degraded, null);
    });
  });
}

test("a later query retries a failed encoder", async () => {
  await withProfile(async (page) => {
    server.fault = (path) => (path.endsWith(model.tokenizer.name) ? "missing" : undefined);
    await open(page, "auto");
    await ready(page);
    server.fault = () => undefined;
    await meanwhile(5100);
    // The lexicon answers in between.
    await page.evaluate(
      (text) =>
        new Promise((resolve) => {
          const onUpdate = ({ degraded, pending }) => degraded ?? (pending.length || resolve());
          void globalThis.search.query(text, { onUpdate });
        }),
      QUESTION,
    );
  });
});

test("only a kept part that was altered is fetched again", async () => {
  await withProfile(async (page, more) => {
    await open(page, "eager");
    await ready(page);
    await untilKept(page);
    asked();
    const { name, sha256 } = model.parts[1];
    const middleByte = async ([hash, altered]) => {
      const cache = await caches.open("docfuse-encoder");
      const [key] = (await cache.keys()).filter(({ url }) => url.endsWith(hash));
      const bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
      const byte = bytes[bytes.length >> 1];
      bytes[bytes.length >> 1] ^= 1;
      if (altered) await cache.put(key, new Response(bytes));
      return byte;
    };
    const byte = await page.evaluate(middleByte, [sha256, true]);
    for (const expected of [[name], []]) {
      const next = await more();
      await open(next, "eager");
      assert.equal(await ready(next), "ready");
      assert.deepEqual(asked(), expected);
      assert.equal((await query(next)).degraded, null);
      await untilKept(next);
      const isReplaced = async () => (await next.evaluate(middleByte, [sha256, false])) === byte;
      await until(isReplaced, "the altered part is replaced");
      await next.close();
    }
  });
});

test("files of another model are deleted once this one is ready", async () => {
  await withProfile(async (page) => {
    const old = `https://docfuse.invalid/${"0".repeat(64)}`;
    await page.evaluate(async (key) => {
      await (await caches.open("docfuse-encoder")).put(key, new Response("weights"));
    }, old);
    await open(page, "eager");
    assert.equal(await ready(page), "ready");
    await untilKept(page);
  });
});

test("without SIMD the lexical retriever answers, and the answer says why", async () => {
  const plain = await launchChromium(["--js-flags=--no-enable-sse4-1"]);
  try {
    await withProfile(async (page) => {
      await open(page, "auto");
      assert.equal((await ready(page)).code, "encoder-unsupported");
      const { urls, degraded } = await query(page);
      assert.ok(urls.length > 0);
      assert.deepEqual(
        degraded.map(({ code }) => code),
        ["encoder-unsupported"],
      );
      assert.deepEqual(asked(), []);
    }, plain);
  } finally {
    await plain.close();
  }
});

test("refused memory is reported, and a later attempt succeeds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-memory-"));
  const script = join(folder, "docfuse-dense.js");
  // Chromium throws a RangeError when it creates the instance.
  const refusing = `let refusals = 1;
    WebAssembly.Instance = class extends WebAssembly.Instance {
      constructor(module, imports) {
        const isEncoder = WebAssembly.Module.exports(module).some(({ name }) => name.startsWith("encoder"));
        if (isEncoder && refusals-- > 0) throw new RangeError("Out of memory");
        super(module, imports);
      }
    };`;
  writeFileSync(script, refusing + readFileSync(join(site, "docfuse/docfuse-dense.js"), "utf8"));
  try {
    await withProfile(async (page) => {
      server.fault = (path) => (path.endsWith("/docfuse-dense.js") ? { instead: script } : undefined);
      await open(page, "auto");
      assert.equal((await ready(page)).code, "encoder-memory");
      const { urls, degraded } = await query(page);
      assert.ok(urls.length > 0 && degraded[0].code === "encoder-memory", JSON.stringify(degraded));
      assert.equal(await ready(page), "ready");
      assert.equal((await query(page)).degraded, null);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("without docfuse-dense.js the lexical retriever answers, and the script is requested again", async () => {
  await withProfile(async (page) => {
    server.fault = (path) => (path.endsWith("/docfuse-dense.js") ? "missing" : undefined);
    await open(page, "auto");
    assert.deepEqual(await ready(page), { code: "network", file: "docfuse-dense.js" });
    assert.ok((await query(page)).urls.length > 0);
    server.fault = () => undefined;
    assert.equal(await ready(page), "ready");
  });
});

test("closing the search aborts downloads and keeps complete files", async () => {
  await withProfile(async (page, more) => {
    const [first, ...others] = files.map(({ name }) => name);
    server.fault = (path) => (others.some((name) => path.endsWith(name)) ? "mute" : undefined);
    await open(page, "auto");
    const ending = ready(page);
    await untilKept(page, [files[0]]);
    // Three are under way at a time, so the fourth follows the first.
    await until(() => server.requests.some((path) => path.endsWith(files[3].name)), "the fourth file");
    await page.evaluate(() => globalThis.search.close());
    assert.equal((await ending).code, "closed");
    assert.ok(asked().includes(first));
    await meanwhile(1500);
    assert.deepEqual(asked(), []);
    server.fault = () => undefined;
    const next = await more();
    await open(next, "eager");
    assert.equal(await ready(next), "ready");
    assert.equal(asked().includes(first), false);
  });
});
