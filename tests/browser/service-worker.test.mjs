// Search without a network: the recipes of docs/offline.md, as they stand there.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_MODEL: the encoder.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium, newPage } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const www = new URL("../../www/package.json", import.meta.url);
const { buildSync } = createRequire(www)("esbuild");
const GUIDE = readFileSync(new URL("../../docs/offline.md", import.meta.url), "utf8");

/** The code block of the guide that begins with `line`. */
function recipe(line) {
  const [, code] = GUIDE.split(`\`\`\`js\n${line}\n`);
  assert.ok(code, `docs/offline.md has no code that begins with “${line}”`);
  return code.slice(0, code.indexOf("```"));
}

let browser;

before(async () => {
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
});

/** Bundles a script with the packages of www/. */
function bundled(code) {
  const { outputFiles } = buildSync({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL(".", www)) },
    bundle: true,
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  return outputFiles[0].text;
}

const BY_HAND = "// sw.js, in the root of the site";
const TEXT = "An owl hunts at night, above the fields of the north.";

/** A page of parts, as in docs/box.md. */
const PARTS = pageIn("en", "Search", "", 'data-docfuse-ignore="all"').replace(
  "<docfuse-search></docfuse-search>",
  '<docfuse-input param="q"></docfuse-input><docfuse-results></docfuse-results>',
);

/** Runs `body(page, url)` where a service worker has the files of a small site, and the network is cut. */
async function withoutNetwork(script, options, body) {
  const pages = { "index.html": pageIn("en", "Birds", TEXT), "search.html": PARTS };
  const site = smallSite(pages, ["--precache-manifest"], options);
  writeFileSync(join(site.folder, "sw.js"), script);
  const server = await serve(site.folder);
  const { page, problems, close } = await newPage(browser);
  try {
    await page.goto(`${server.url}index.html`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
      await navigator.serviceWorker.ready;
    });
    const { url } = server;
    await server.close();
    await body(page, url);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close().catch(() => undefined); // closed already
    site.remove();
  }
}

for (const [name, script] of [
  ["by hand", () => recipe(BY_HAND)],
  ["Workbox", () => bundled(recipe("// sw.js, to be bundled"))],
]) {
  test(`a service worker answers with the network cut (${name})`, () =>
    withoutNetwork(script(), {}, async (page, url) => {
      const box = await SearchBox.at(page, `${url}index.html`);
      // A plain query, one with a mistake, and a phrase need files of different kinds.
      for (const query of ["owls", "nihgt", '"above the fields"']) {
        await box.type(query);
        await box.waitForAnswerTo(query);
        assert.deepEqual(await box.urls(), ["index.html#top"], query);
        assert.equal(await box.note(), "");
      }
      await page.goto(`${url}search.html?q=owls`);
      const link = page.locator("docfuse-results a").first();
      assert.match(await link.getAttribute("href"), /index\.html/);
      assert.equal(await page.locator("docfuse-input input").inputValue(), "owls");
    }));
}

test("a service worker that keeps the encoder answers by meaning with the network cut", () => {
  const script = recipe(BY_HAND)
    .replaceAll("lexical }", "lexical, encoder }")
    .replace("...lexical]", "...lexical, ...encoder]");
  return withoutNetwork(script, { vectors: true }, async (page, url) => {
    await page.goto(`${url}index.html`);
    const found = await page.evaluate(async () => {
      const { open } = await import("/docfuse/docfuse.js");
      const search = await open({ base: "/docfuse/", encoder: "eager" });
      await search.whenReady();
      const { hits, degraded } = await search.query("nocturnal bird of prey", { mode: "dense" });
      return { urls: hits.map(({ url }) => url), degraded };
    });
    assert.deepEqual(found, { urls: ["index.html#top"], degraded: null });
  });
});

test("the lists name the deployed files, each once", async () => {
  const site = smallSite({ "index.html": pageIn("en", "Birds", "An owl.") }, ["--precache-manifest"]);
  const server = await serve(site.folder);
  try {
    const read = () => JSON.parse(readFileSync(join(site.folder, "docfuse/docfuse-precache.json"), "utf8"));
    const lists = read();
    const entries = [...lists.first, ...lists.lexical, ...lists.encoder];
    const urls = entries.map(({ url }) => url);
    assert.equal(new Set(urls).size, urls.length);
    for (const { url, revision } of entries) {
      const named = /-[0-9a-f]{16}(-\d+)?\.\w+$|\?v=[0-9a-f]{6}$/.test(url);
      assert.equal(revision === null, named, url);
      assert.equal((await fetch(server.url + url)).status, 200, url);
    }
    const script = readFileSync(join(site.folder, "docfuse/docfuse.js"), "utf8");
    const worker = lists.first.find(({ url }) => url.includes("docfuse-worker.js"));
    assert.ok(
      script.includes(`./${worker.url.replace("docfuse/", "")}`),
      "the address that docfuse.js requests",
    );
    site.build({ "index.html": pageIn("en", "Birds", "A lark.") }, "--precache-manifest");
    const changed = read();
    assert.notEqual(changed.version, lists.version);
  } finally {
    await server.close();
    site.remove();
  }
});
