// Sites opened from a folder (`docfuse build --offline`), and on a host by the same script.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. Without Firefox, its test is skipped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium, newPage } from "./chromium.mjs";
import { FIREFOX, launchFirefox } from "./firefox.mjs";
import { serve } from "./server.mjs";
import { smallSite } from "./small-site.mjs";

/** A page as an author writes it for both ways. Its canonical address is clean, which a folder does not serve. */
function page(path, language, title, text) {
  const root = "../".repeat(path.split("/").length - 1);
  const clean = path.replace(/(index)?\.html$/, "");
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><link rel="icon" href="data:,">
<link rel="canonical" href="https://docs.example/${clean}"><title>${title}</title>
<main><docfuse-search></docfuse-search><h1 id="top">${title}</h1><p>${text}</p></main>
<script src="${root}docfuse/docfuse-classic.js"></script></html>`;
}

const TEXTS = {
  "index.html": ["en", "Birds", "An owl hunts at night."],
  "guide/larks.html": ["en", "Larks", "A lark sings in the morning, above fields."],
  "de/haus.html": ["de", "Häuser", "Die Häuser stehen auf dem Berg."],
};

/** What a reader finds: query, link, correction. */
const QUERIES = [
  ["index.html", "owls", "index.html#top"],
  ["guide/larks.html", "mornnig", "guide/larks.html#top"],
  ["guide/larks.html", '"above fields"', "guide/larks.html#top"],
  ["de/haus.html", "haus", "de/haus.html#top"],
];

/** In the page: what the box shows for a query. */
async function find(text) {
  await customElements.whenDefined("docfuse-search");
  const box = document.querySelector("docfuse-search");
  const input = box.shadowRoot.querySelector("input");
  const answered = new Promise((resolve) => {
    box.addEventListener("docfuse-answer", ({ detail }) => detail.query === text && resolve(detail));
  });
  input.focus();
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const { hits, degraded } = await answered;
  const note = box.shadowRoot.querySelector("[part=note]");
  return {
    links: hits.map(({ href }) => href.replace(/:~:.*/, "")),
    degraded: degraded.map(({ retriever, code }) => `${retriever} ${code}`),
    note: note.hidden ? "" : note.innerText,
  };
}

let site;
let chromium;

before(async () => {
  const pages = Object.entries(TEXTS).map(([path, texts]) => [path, page(path, ...texts)]);
  site = smallSite(Object.fromEntries(pages), ["--offline"]);
  chromium = await launchChromium();
});

after(async () => {
  await chromium?.close();
  site?.remove();
});

/** Asks all queries below `root`, a URL, in a browser's page. */
async function check(root, page) {
  for (const [path, text, expected] of QUERIES) {
    await page.goto(root + path);
    const { links, degraded, note } = await page.evaluate(find, text);
    assert.deepEqual(links, [root + expected], `${path}: ${text}`);
    assert.deepEqual(degraded, ["dense no-dense"]);
    assert.equal(note, "", "nothing is said about search by meaning");
  }
}

async function checkInChromium(root) {
  const { page, problems, close } = await newPage(chromium);
  try {
    await check(root, page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const root = () => `${pathToFileURL(site.folder).href}/`;

test("a site opened from a folder answers in Chromium", () => checkInChromium(root()));

test("a site opened from a folder answers in Firefox", async (context) => {
  if (FIREFOX === undefined) return context.skip("no Firefox here");
  const firefox = await launchFirefox();
  try {
    await check(root(), firefox);
  } finally {
    await firefox.close();
  }
});

test("on a host the same page loads modules, and none of the scripts for folders", async () => {
  const server = await serve(site.folder);
  try {
    await checkInChromium(server.url);
    assert.ok(server.requests.includes("/docfuse/docfuse.js"), `${server.requests}`);
    const twins = server.requests.filter((path) => /offline|\.\w+\.js$/.test(path));
    assert.deepEqual(twins, []);
  } finally {
    await server.close();
  }
});

test("a query loads only the scripts that it needs", async () => {
  const { page: tab, close } = await newPage(chromium);
  try {
    const loaded = [];
    tab.on("request", (request) => loaded.push(request.url().split("/").at(-1)));
    await tab.goto(`${root()}index.html`);
    await tab.evaluate(find, "owl");
    assert.ok(
      loaded.some((name) => /^terms-.*\.js$/.test(name)),
      `${loaded}`,
    );
    assert.ok(!loaded.some((name) => name.startsWith("positions-")), "a plain query needs no positions");
  } finally {
    await close();
  }
});

test("a missing script is named, and the rest is found", async () => {
  const { page: tab, close } = await newPage(chromium);
  try {
    await tab.route(/texts-.*\.js$/, (route) => route.abort());
    await tab.goto(`${root()}index.html`);
    const { degraded } = await tab.evaluate(find, "owl");
    assert.deepEqual(degraded, ["dense no-dense", "texts unavailable"]);
  } finally {
    await close();
  }
});

test("a build without the option deletes the scripts", () => {
  site.build({});
  const names = readdirSync(join(site.folder, "docfuse"));
  assert.deepEqual(
    names.filter((name) => /offline|classic|\.\w+\.js$/.test(name)),
    [],
  );
});
