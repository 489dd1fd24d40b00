// The one test that every generator passes. A generator is one file beside run.mjs, which exports:
//
//   name        what readers call it
//   install     async (place) => version. Installs generator and docfuse into a clean folder; throws Unavailable where
//               this machine cannot have them
//   files       the small site with its one or two lines of configuration: path → content
//   build       async (place): what an author runs, once or again
//   site        folder of the built site, below the place
//   pages       addresses of pages that must have one box in their HTML; [] if scripts alone put it there
//   start       address of the page where the reader begins (default: the first of `pages`)
//   queries     three of [text, pattern of the address of the first hit]
//   change      { file, text, query, page }: `text` is added to the end of `file`, or to a new one; then `query` finds `page`
//   follow      { link, to, inApp }: a link of the start page, the pattern of the address behind it, and whether the
//               page then stays loaded
//   language    { start, query, page } of a second language, if the generator has them; with `link`, a link of the
//               first page that leads there while the page stays loaded
//   version     { start, query, page } of another version of the documentation
//   dev         port => program and arguments of the development server, if it serves the index of the last build
//   encoder     whether the encoder comes with the packages, if DOCFUSE_MODEL names it: there must be vectors
//   dark        async (page): makes the loaded page dark (default: the reader's system setting alone)
//   noise       pattern of console errors that are the theme's own
//
// All addresses are relative to the root of the site.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium, newPage, screenshot } from "../../browser/chromium.mjs";
import { serve } from "../../browser/server.mjs";
import { checkDevServer } from "./dev-server.mjs";
import { cleanPlace } from "./place.mjs";
import { Reader } from "./reader.mjs";

/** Path below which every site is served. */
const BASE = "/docs/";

const WIDE = { width: 1100, height: 800 };
const NARROW = { width: 360, height: 740 };

/** Runs the test; returns the generator's version. `say` gets the name of each step before it runs. */
export async function check(generator, say = () => undefined) {
  const place = cleanPlace(generator.name.toLowerCase().replaceAll(/\W+/g, "-"));
  try {
    say("install");
    const version = (await generator.install(place)).trim();
    place.write(generator.files);
    say("build");
    await generator.build(place);
    hasSearch(place, generator);
    say("rebuild");
    appendFileSync(place.path(generator.change.file), generator.change.text);
    await generator.build(place);
    hasSearch(place, generator);
    if (generator.encoder && process.env.DOCFUSE_MODEL) await hasVectors(place, generator);
    await read(place, generator, say);
    return version;
  } finally {
    if (process.env.DOCFUSE_KEEP) process.stderr.write(`kept: ${place.folder}\n`);
    else place.remove();
  }
}

/** The built site has an index, and each page one box and one script. */
function hasSearch(place, { site, pages }) {
  assert.ok(existsSync(place.path(site, "docfuse", "docfuse.json")), `${site}/docfuse has no index`);
  for (const page of pages) {
    const html = readFileSync(place.path(site, page), "utf8");
    for (const part of ["<docfuse-search", "docfuse/docfuse.js"]) {
      assert.equal(html.split(part).length - 1, 1, `${part} in ${page}`);
    }
  }
}

/** The dense retriever answers from the index. */
async function hasVectors(place, { site, queries }) {
  const [[text]] = queries;
  const query = ["docfuse", "query", `${site}/docfuse`, text, "--mode", "dense", "--json"];
  const { hits } = JSON.parse(await place.run(query));
  assert.ok(hits.length > 0, `no vectors answer “${text}”`);
}

/** What readers see of the built site. */
async function read(place, generator, say) {
  const { name, queries, change, follow, language, version, noise } = generator;
  const { server, remove } = await host(place.path(generator.site));
  const browser = await launchChromium();
  const address = (path) => new URL(path, new URL(BASE, server.url)).href;
  const start = address(generator.start ?? generator.pages[0]);
  const picture = (page, what) => screenshot(page, `${name}-${what}`);
  /** Opens a page, and expects no errors there. */
  const visit = async (options, url, body) => {
    const { page, problems, close } = await newPage(browser, { viewport: WIDE, ...options });
    try {
      const reader = await Reader.at(page, url);
      await body(reader, page);
      assert.deepEqual(noise ? problems.filter((problem) => !noise.test(problem)) : problems, []);
    } catch (error) {
      await picture(page, "failed");
      throw error;
    } finally {
      await close();
    }
  };
  try {
    say("queries");
    await visit({}, start, async (reader, page) => {
      await reader.seesOneBox();
      await picture(page, "wide");
      for (const [text, expected] of queries) await reader.finds(text, expected);
      await picture(page, "wide-open");
      await reader.finds(change.query, change.page);
      say("keys");
      for (const key of ["Control+k", "/"]) await reader.opensBy(key);
    });
    if (follow) {
      say("route");
      await visit({}, start, async (reader, page) => {
        await reader.seesOneBox();
        await page.evaluate(() => (globalThis.sameDocument = true));
        await page.locator(follow.link).first().click();
        await page.waitForURL(follow.to);
        await reader.seesOneBox();
        const stayed = await page.evaluate(() => globalThis.sameDocument === true);
        assert.equal(stayed, follow.inApp === true, "whether the page stays loaded");
        await reader.finds(...queries[0]);
      });
    }
    for (const [what, other] of [
      ["language", language],
      ["version", version],
    ]) {
      if (!other) continue;
      say(`another ${what}`);
      await visit({}, address(other.start), (reader) => reader.finds(other.query, other.page));
      if (other.link) await visit({}, start, (reader) => changesLanguage(reader, generator));
    }
    if (generator.dev) {
      say("development server");
      await checkDevServer(place, generator, BASE, async (body) => {
        const { page, close } = await newPage(browser, { viewport: WIDE });
        await body(page).finally(close);
      });
    }
    for (const [colours, width, viewport] of [
      ["light", "narrow", NARROW],
      ["dark", "narrow", NARROW],
      ["dark", "wide", WIDE],
    ]) {
      say(`${colours}, ${viewport.width} px`);
      await visit({ viewport, colorScheme: colours }, start, async (reader, page) => {
        if (colours === "dark") await generator.dark?.(page);
        await reader.seesOneBox();
        await picture(page, `${width}-${colours}`);
        assert.ok(await reader.reachable(), `the box cannot be reached at ${viewport.width} px`);
        await reader.finds(...queries[0]);
        await picture(page, `${width}-${colours}-open`);
        const overflow = await page.evaluate(wider);
        if (viewport === NARROW) assert.ok(overflow <= 0, `the box makes the page ${overflow} px wider`);
        const { box, page: behind } = await reader.luminance();
        assert.equal(box < 0.5, behind < 0.5, `luminance of the box ${box}, of the page ${behind}`);
      });
    }
  } finally {
    await browser.close();
    await server.close();
    remove();
  }
}

/** In the page: by how much the box makes it wider. */
function wider() {
  const root = document.documentElement;
  const before = root.scrollWidth;
  const boxes = [...document.querySelectorAll("docfuse-search")];
  for (const box of boxes) box.style.setProperty("display", "none", "important");
  const own = Math.max(root.scrollWidth, innerWidth);
  for (const box of boxes) box.style.removeProperty("display");
  return before - own;
}

/** The box follows a reader who goes to another language inside the application. */
async function changesLanguage(reader, { queries, language }) {
  const { page } = reader;
  // The box has an index open.
  await reader.finds(...queries[0]);
  await reader.close();
  await page.evaluate(() => (globalThis.sameDocument = true));
  await page.locator(language.link).first().click();
  await page.waitForURL((url) => url.pathname.includes(`/${language.start.replace(/index.html$/, "")}`));
  await reader.finds(language.query, language.page);
  assert.ok(await page.evaluate(() => globalThis.sameDocument), "the page was loaded anew");
}

/** Serves a site below BASE, with the addresses without ending that static hosts know. */
async function host(site) {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-host-"));
  symlinkSync(site, join(folder, BASE.replaceAll("/", "")));
  const server = await serve(folder);
  server.fault = (path) => {
    const file = join(folder, path);
    const isFile = (name) => existsSync(name) && statSync(name).isFile();
    if (isFile(file)) return undefined;
    const instead = [`${file}.html`, join(file, "index.html")].find(isFile);
    return instead && { instead };
  };
  return { server, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
