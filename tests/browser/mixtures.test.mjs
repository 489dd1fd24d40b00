// Two versions at once: scripts that a cache has kept beside an index of another build, boxes of two builds in a page, a
// page that comes back from the browser's memory, a service worker with stale files. Each answers, or says what to do.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const TEXT = "An owl hunts at night, above the fields of the north.";
const IMMUTABLE = "public, max-age=31536000, immutable";

let browser;

before(async () => {
  browser = await launchChromium([], { ignoreDefaultArgs: ["--disable-back-forward-cache"] });
});

after(() => browser?.close());

/** Runs `body` with a page, whose requests may come from the cache, and a site. */
async function on(body, pages = {}) {
  const site = smallSite({ "index.html": pageIn("en", "Birds", TEXT), ...pages });
  const server = await serve(site.folder);
  const context = await browser.newContext();
  try {
    await body(await context.newPage(), server, site);
  } finally {
    await context.close();
    await server.close();
    site.remove();
  }
}

/** Changes a file of an index. */
function change(site, name, from, to) {
  const path = join(site.folder, "docfuse", name);
  const text = readFileSync(path, "utf8");
  assert.match(text, from);
  writeFileSync(path, text.replace(from, to));
}

/** In the page: what an index answers, or why it does not. */
const ask = (page, base = "/docfuse/") =>
  page.evaluate(async (folder) => {
    try {
      const { open } = await import(`${folder}docfuse.js`);
      const search = await open({ base: folder, encoder: "off" });
      const { hits, degraded } = await search.query("owl", { mode: "lexical" });
      search.close();
      return { hits: hits.map(({ title }) => title), lacks: (degraded ?? []).length };
    } catch (error) {
      return { code: error.code, message: error.message };
    }
  }, base);

const VERSION = /(["']?version["']?:)(\d+)(?=,["']?analyzer)/;

test("a worker of an older build that the browser kept is loaded anew, and answers", () =>
  on(async (page, server, site) => {
    const kept = (reply) => {
      if (reply.path.includes("docfuse-worker")) reply.headers["cache-control"] = IMMUTABLE;
    };
    server.habits = [kept];
    const script = join(site.folder, "docfuse", "docfuse-worker.js");
    const newer = readFileSync(script);
    change(site, "docfuse-worker.js", VERSION, (_, name, number) => `${name}${number - 1}`);
    await page.goto(server.url);
    assert.equal((await ask(page)).code, "version");
    writeFileSync(script, newer);
    await page.goto(server.url);
    assert.deepEqual(await ask(page), { hits: ["Birds"], lacks: 0 });
  }));

test("scripts and an index of other builds say what to do", () =>
  on(async (page, server, site) => {
    await page.goto(server.url);
    change(site, "docfuse.json", /"version":(\d+)/, (_, number) => `"version":${Number(number) + 1}`);
    const newer = await ask(page);
    assert.equal(newer.code, "version");
    assert.match(newer.message, /reload the page/);
    change(site, "docfuse.json", /"version":(\d+)/, (_, number) => `"version":${Number(number) - 2}`);
    assert.match((await ask(page)).message, /build the index anew/);
  }));

test("boxes of two builds stand in one page, and both builds answer", () =>
  on(
    async (page, server, site) => {
      cpSync(join(site.folder, "docfuse"), join(site.folder, "other"), { recursive: true });
      const problems = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(`${server.url}two.html`);
      await page.addScriptTag({ url: "/other/docfuse.js", type: "module" });
      assert.deepEqual(await ask(page), { hits: ["Birds"], lacks: 0 });
      assert.deepEqual(await ask(page, "/other/"), { hits: ["Birds"], lacks: 0 });
      const boxes = page.locator("docfuse-search");
      for (const number of [0, 1]) {
        const box = boxes.nth(number);
        await box.locator("input[role=combobox]").fill("owl");
        await box.locator("a.hit").first().waitFor();
      }
      assert.deepEqual(problems, []);
    },
    {
      "two.html": pageIn("en", "Two", "").replace(
        "<docfuse-search></docfuse-search>",
        `<docfuse-search></docfuse-search><docfuse-search base="/other/"></docfuse-search>`,
      ),
    },
  ));

test("a page that comes back from the browser's memory answers, from the old index or the new one", () =>
  on(
    async (page, server, site) => {
      await page.goto(`${server.url}index.html`);
      await page.evaluate(async () => {
        const { open } = await import("/docfuse/docfuse.js");
        globalThis.search = await open({ base: "/docfuse/", encoder: "off" });
        await globalThis.search.query("owl", { mode: "lexical" });
      });
      await page.goto(`${server.url}plain.html`);
      site.build({ "index.html": pageIn("en", "Larks", `A lark sings. ${TEXT}`) });
      // A page that comes back is not loaded.
      await page.goBack({ waitUntil: "commit" });
      const found = await page.evaluate(async () => {
        const { hits, degraded } = await globalThis.search.query("fields", { mode: "lexical" });
        return [hits.map(({ title }) => title).join(), degraded];
      });
      assert.ok(["Birds", "Larks"].includes(found[0]), JSON.stringify(found));
      assert.equal(found[1], null);
    },
    { "plain.html": `<!doctype html><title>Plain</title><main><h1>Plain</h1><p>Nothing.</p></main>` },
  ));

/** A service worker that answers from what it has kept, whatever the request says, and keeps all but blocks. */
const STALE = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
async function answer(request) {
  const cache = await caches.open("stale");
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && /docfuse[^/]*$/.test(request.url)) await cache.put(request.url, response.clone());
  return response;
}`;

test("behind a service worker with an old manifest, the box says that it lacks something, and recovers without it", () =>
  on(
    async (page, server, site) => {
      await page.goto(server.url);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register("/sw.js");
        await navigator.serviceWorker.ready;
        await fetch("/docfuse/docfuse.json");
      });
      await page.goto(server.url);
      await page.evaluate(() => fetch("/docfuse/docfuse.json"));
      rmSync(join(site.folder, "docfuse"), { recursive: true });
      site.build({ "index.html": pageIn("en", "Larks", "A lark sings in the morning.") });
      await page.goto(server.url);
      const stale = await ask(page);
      assert.ok(stale.code || stale.lacks > 0, JSON.stringify(stale));
      await page.evaluate(async () => {
        for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
      });
      await page.goto(server.url);
      assert.deepEqual(await ask(page), { hits: [], lacks: 0 });
    },
    { "sw.js": STALE },
  ));
