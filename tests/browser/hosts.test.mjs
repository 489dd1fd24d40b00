// Sites in several languages, hosts without byte ranges, caching between pages, and deployments while a page is open.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/. DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium, newPage, required, screenshot } from "./chromium.mjs";
import { HOSTS, MISSING } from "./host-habits.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";
import { until } from "./still.mjs";

let browser;

before(async () => {
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
});

/** Runs `body` on a new page at `path` of a served folder. */
async function onSite(folder, options, path, body) {
  const server = await serve(folder, options);
  const { page, problems, close } = await newPage(browser);
  try {
    await body(await SearchBox.at(page, server.url + path), server, page, problems);
  } finally {
    await close();
    await server.close();
  }
}

async function find(box, text) {
  await box.type(text);
  await box.waitForAnswerTo(text.trim());
  return box.links();
}

test("each page searches in its language and loads the worker for it", async () => {
  const site = smallSite({
    "en/houses.html": pageIn("en", "Houses", "The house is running out of paint."),
    "en/trees.html": pageIn("en", "Trees", "An owl lives in the tree."),
    "de/haus.html": pageIn("de-AT", "Häuser", "Die Häuser stehen auf dem Berg."),
    "fr/index.html": pageIn("fr", "Rien", "", 'data-docfuse-ignore="all"'),
  });
  try {
    const worker = (languages) =>
      languages ? "/docfuse/docfuse-worker-languages.js" : "/docfuse/docfuse-worker.js";
    for (const [path, text, found, languages] of [
      ["en/houses.html", "run", "en/houses.html#top", false],
      ["de/haus.html", "haus", "de/haus.html#top", true],
      // No French index: the main language answers, in its own worker.
      ["fr/index.html", "owls", "en/trees.html#top", false],
    ]) {
      await onSite(site.folder, {}, path, async (box, server, page, problems) => {
        const links = await find(box, text);
        assert.deepEqual(links, [server.url + found], path);
        assert.equal(await box.note(), "", "a site without vectors shows no note");
        const { requests } = server;
        // The page's language tells the likely worker; the index's decides.
        const started = requests.filter((name) => name.includes("docfuse-worker"));
        assert.equal(started.at(-1), worker(languages), `${started}`);
        assert.equal(started.length, path.startsWith("fr") ? 2 : 1);
        assert.deepEqual(problems, []);
        await screenshot(page, `language-${path.slice(0, 2)}`);
      });
    }
  } finally {
    site.remove();
  }
});

test("the attribute “language” overrides the page's language", async () => {
  const site = smallSite({
    "a.html": pageIn("en", "Houses", "The house is running out of paint."),
    "b.html": pageIn("de", "Häuser", "Die Häuser stehen auf dem Berg."),
  });
  try {
    await onSite(site.folder, {}, "a.html", async (box, server) => {
      await box.setAttribute("language", "de");
      const [link] = await find(box, "haus");
      assert.ok(link.startsWith(`${server.url}b.html#top`), link);
    });
  } finally {
    site.remove();
  }
});

const QUERIES = [
  "ownership",
  "onwership",
  '"borrow checker"',
  "how to read a file given on the command line",
];

/** The lexical answers to `QUERIES` on a page. */
function findAll(page) {
  return page.evaluate(async (texts) => {
    const { open } = await import("/docfuse/docfuse.js");
    const search = await open({ base: "/docfuse/", encoder: "off" });
    const found = [];
    for (const text of texts) {
      const { hits, degraded, corrections } = await search.query(text, { mode: "lexical" });
      found.push({ urls: hits.map(({ url }) => url), degraded, corrections });
    }
    search.close();
    return found;
  }, QUERIES);
}

/** The requested pack files. */
const packsOf = ({ requests }) => requests.filter((path) => /-[0-9a-f]{16}(-\d+)?\.hdf$/.test(path));

test("a host without byte ranges sends each file once", async () => {
  const book = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");
  const habits = HOSTS.rangesAlone["ignores ranges"];
  await onSite(book, { habits }, "foreword.html", async (_box, server, page, problems) => {
    await findAll(page);
    assert.deepEqual(problems, []);
    const packs = packsOf(server);
    // Ranges requested before the first response may fetch a file twice.
    assert.ok(packs.length <= new Set(packs).size + 4, `${packs}`);
  });
});

test("the next page reuses ranges, even if the HTTP cache keeps none", async () => {
  const book = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");
  await onSite(book, { keep: false }, "foreword.html", async (_box, server, page, problems) => {
    const answers = await findAll(page);
    assert.ok(packsOf(server).length > 10, `${packsOf(server)}`);
    // The HTTP cache keeps whole files; requests before the range cache is open go to the host, and it may open late.
    await until(
      async () => {
        await page.goto(`${server.url}title-page.html`);
        server.requests.length = 0;
        assert.deepEqual(await findAll(page), answers);
        return packsOf(server).length <= 3;
      },
      () => `at most 3 ranges; ${packsOf(server)}`,
    );
    assert.deepEqual(problems, []);
  });
});

for (const [missing, habits] of Object.entries(MISSING)) {
  test(`an open page detects a new deployment where missing files are answered by ${missing}`, async () => {
    const site = smallSite({ "a.html": pageIn("en", "First", "An owl hunts at night.") });
    try {
      await onSite(site.folder, { habits }, "a.html", async (box, server, page) => {
        const ask = (text) =>
          page.evaluate(async (query) => {
            const { hits, degraded } = await globalThis.search.query(query, { mode: "lexical" });
            return { urls: hits.map(({ url }) => url), degraded };
          }, text);
        await page.evaluate(async () => {
          const { open } = await import("/docfuse/docfuse.js");
          globalThis.search = await open({ base: "/docfuse/" });
          globalThis.updates = 0;
          globalThis.search.on("updated", () => (globalThis.updates += 1));
        });
        // No texts are loaded yet; the new build deletes their file.
        site.build({ "a.html": pageIn("en", "First", "A lark sings, and an owl hunts at night.") });
        server.requests.length = 0;
        const { urls, degraded } = await ask("owl");
        assert.deepEqual({ urls, degraded }, { urls: ["a.html#top"], degraded: null });
        assert.equal(await page.evaluate(() => globalThis.updates), 1);
        assert.deepEqual((await ask("lark")).urls, ["a.html#top"]);
        const isGone = (path) => !existsSync(join(site.folder, path));
        assert.ok(server.requests.some(isGone), "the page asked for a file that is missing");
        // Both generations have been used; the box goes on, too.
        await find(box, "larks");
        assert.deepEqual(await box.urls(), ["a.html#top"]);
      });
    } finally {
      site.remove();
    }
  });
}

test("filters and facets reach the page", async () => {
  const of = (topic) => `data-docfuse-filter="topic:${topic}" data-docfuse-meta="by:${topic} team"`;
  const site = smallSite({
    "a.html": pageIn("en", "First", "An owl.", of("birds")),
    "b.html": pageIn("en", "Second", "An owl too.", of("night")),
  });
  try {
    await onSite(site.folder, {}, "a.html", async (_box, _server, page) => {
      const found = await page.evaluate(async () => {
        const { open } = await import("/docfuse/docfuse.js");
        const search = await open({ base: "/docfuse/" });
        const { facets } = await search.query("owl", { facets: true, mode: "lexical" });
        const { hits } = await search.query("owl", { filters: { topic: ["night"] }, mode: "lexical" });
        return { facets, urls: hits.map(({ url }) => url), meta: hits[0]?.meta };
      });
      assert.deepEqual(found.facets, { topic: { birds: 1, night: 1 } });
      assert.deepEqual(found.urls, ["b.html#top"]);
      assert.deepEqual(found.meta, { by: "night team" });
    });
  } finally {
    site.remove();
  }
});
