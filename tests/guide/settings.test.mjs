// What the guide says about settings: every table of settings in docs/ is accepted, and those for authors who come from
// another search do what their pages say.
//
// DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { required } from "../browser/chromium.mjs";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "docfuse-settings-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of TOML in a page of docs/ that are settings, not the configuration of a generator. */
function blocks(page) {
  const text = readFileSync(join(DOCS, page), "utf8");
  const found = [...text.matchAll(/^( *)```toml\n(.*?)^ *```$/gms)];
  return found
    .map(([, indent, block]) => block.replaceAll(new RegExp(`^${indent}`, "gm"), ""))
    .filter(isSettings);
}

/** Without tables of mdBook's `book.toml`. */
const isSettings = (block) => !/^\[(book|build|output|preprocessor)\b/m.test(block);

let built = 0;

/** Builds an index of a site, given as path → HTML, with settings. Returns a function that queries it. */
function build(site, settings) {
  const root = join(folder, String(built++));
  for (const [path, html] of Object.entries(site)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), html);
  }
  writeFileSync(join(folder, "docfuse.toml"), settings);
  return index(root);
}

/** Builds an index by the settings in the folder, of what `source` names: a site, or a file of records. */
function index(...source) {
  const docfuse = (...args) =>
    execFileSync(required("DOCFUSE_BIN", "the docfuse command"), args, {
      encoding: "utf8",
      cwd: folder,
      stdio: "pipe",
    });
  const out = `${source.at(-1)}-index`;
  docfuse("build", ...source, "--out", out, "--no-dense");
  return (text, ...args) =>
    JSON.parse(docfuse("query", out, text, "--mode", "lexical", "--json", ...args)).hits;
}

/** The settings that a page names in its text, such as `bm25.boost`, sorted. */
function named(page) {
  const text = readFileSync(join(DOCS, page), "utf8");
  const found = [...text.matchAll(/`((?:site|text|bm25)\.\w+(?:\.\w+)?|\[+[\w.]+\]+|dictionary)`/g)];
  return [...new Set(found.map(([, name]) => name))].sort();
}

const urls = (hits) => hits.map(({ url }) => url);
const page = (body, head = "") =>
  `<!doctype html><html lang="en"><title>Title</title>${head}<main>${body}</main></html>`;

test("all settings in docs/ are accepted", () => {
  const pages = readdirSync(DOCS, { recursive: true }).filter((file) => file.endsWith(".md"));
  const settings = pages.flatMap((file) => blocks(file).map((block) => [file, block]));
  assert.ok(settings.length >= 8, `${settings.length} blocks`);
  const site = {
    "index.html": page("<h1 id=a>Start</h1><p>Some text about threads."),
    // Those that rules name.
    "guide/install.html": page(
      "<h1>Install</h1><p>On all systems.</p><h2 id=linux>Linux</h2><p>By its packages.",
    ),
    "billing.html": page("<h1 id=b>Billing</h1><p>What a year costs."),
  };
  for (const [file, block] of settings) assert.doesNotThrow(() => build(site, block), `${file}:\n${block}`);
});

test("from DocSearch: other tags of the crawler become filters, versions are read as they are, a weight counts", () => {
  const head = (product, version) =>
    `<meta name="docsearch:product" content="${product}"><meta name="docsearch:version" content="${version}">`;
  const query = build(
    {
      "a.html": page(
        "<h1 id=a>Install</h1><p>The installer writes files for one.",
        head("cli", "2.0,latest"),
      ),
      "b.html": page("<h1 id=b>Setup</h1><p>The installer writes files for many.", head("server", "1.0")),
      "blog/c.html": page("<h1 id=c>News</h1><p>The installer writes files, the installer writes files."),
    },
    blocks("moving/docsearch.md").join("\n"),
  );
  assert.deepEqual(urls(query("installer", "--filter", "product=cli")), ["a.html#a"]);
  assert.deepEqual(urls(query("installer", "--filter", "version=1.0")), ["b.html#b"]);
  assert.equal(urls(query("installer")).at(-1), "blog/c.html#c");
});

test("from MkDocs: blocks and folders are left out, a folder weighs more", () => {
  const [settings] = blocks("moving/mkdocs-search.md");
  const query = build(
    {
      "a.html": page("<h1 id=a>One</h1><p>A thread shares values.</p><p data-search-exclude>walrus</p>"),
      "internal/b.html": page("<h1 id=b>Inside</h1><p>zebra"),
      "reference/c.html": page("<h1 id=c>Two</h1><p>A thread shares values.</p>"),
    },
    settings,
  );
  assert.deepEqual(query("walrus"), []);
  assert.deepEqual(query("zebra"), []);
  assert.equal(urls(query("thread shares"))[0], "reference/c.html#c");
});

test("from Sphinx: a folder is left out, another one weighs less", () => {
  const [settings] = blocks("moving/sphinx-search.md");
  const query = build(
    {
      "a.html": page("<h1 id=a>Threads</h1><p>A thread shares values."),
      "internals/b.html": page("<h1 id=b>Inside</h1><p>zebra"),
      "changes/c.html": page(
        "<h1 id=c>Threads of 2.0</h1><p>A thread shares values, a thread shares values.",
      ),
    },
    settings,
  );
  assert.deepEqual(query("zebra"), []);
  assert.deepEqual(urls(query("thread shares")), ["a.html#a", "changes/c.html#c"]);
});

/** A word in a short text, in a long one twice, and in a heading. */
const SCORED = {
  "short.html": page("<h1 id=a>One</h1><p>A thread runs."),
  "long.html": page(
    "<h1 id=a>Two</h1><p>A thread, a thread and many more words on needles, looms, yarn and cloth.",
  ),
  "heading.html": page("<h1 id=a>Thread of silk</h1><p>Something else."),
};

/** The score that the page `name` of `SCORED` gets for the word, by settings of `[bm25]`. */
function score(name, settings) {
  const hits = build(SCORED, `[bm25]\n${settings}`)("thread");
  return hits.find((hit) => hit.page === `${name}.html`).score;
}

function weighsHeadings(setting) {
  const none = "boost = { heading = 0.0 }\nbonus = { heading = 0.0 }";
  const all = none.replace(`${setting} = { heading = 0.0 }`, `${setting} = { heading = 5.0 }`);
  assert.ok(score("heading", all) > 1.3 * score("heading", none), setting);
  assert.ok(score("short", all) < 1.1 * score("short", none), setting);
}

test("from Pagefind: the settings that its page names do what it says", () => {
  assert.deepEqual(named("moving/pagefind.md"), [
    "bm25.bonus",
    "bm25.boost",
    "dictionary",
    "site.content",
    "site.exclude_also",
    "site.ignore",
    "site.language",
    "site.languages",
  ]);
  const inText = (body) => `<!doctype html><title>Title</title><p>walrus</p><div id="text">${body}</div>`;
  const query = build(
    {
      "a.html": inText(`<h1 id="a">Wohnen</h1><p>Go und ab durch Häuser.</p><p class="ad">zebra</p>`),
      "drafts/b.html": inText(`<h1 id="b">Entwurf</h1><p>tapir</p>`),
    },
    `dictionary = ["Go"]
    text.min_term_length = 3
    [site]
    content = ["#text"]
    ignore = [".ad"]
    exclude_also = ["drafts/*"]
    language = "de"`,
  );
  for (const word of ["walrus", "zebra", "tapir", "ab"]) assert.deepEqual(query(word), [], word);
  assert.deepEqual(urls(query("Go")), ["a.html#a"], "a word of the dictionary");
  assert.deepEqual(urls(query("Haus")), ["a.html#a"], "a German form");
  const forced = build(
    { "a.html": `<!doctype html><html lang="en"><title>Title</title><h1 id="a">Wohnen</h1><p>Häuser` },
    `[site.languages]\n"*" = "de"`,
  );
  assert.deepEqual(urls(forced("Haus")), ["a.html#a"], "whatever the page says");
  weighsHeadings("boost");
  weighsHeadings("bonus");
});

test("from lunr: the settings that its page names do what it says", () => {
  assert.deepEqual(named("moving/lunr.md"), [
    "[[site.filter]]",
    "[[site.weight]]",
    "[synonyms]",
    "bm25.b",
    "bm25.boost",
    "bm25.k1",
    "dictionary",
    "text.min_term_length",
    "text.stop_words",
    "text.stop_words_also",
  ]);
  const query = build(
    {
      "a.html": page(
        `<h1 id=a>Loom</h1><p data-tag="craft">A kid will weave and go by ox.</p><p>A thread runs.</p>`,
      ),
      "best/b.html": page("<h1 id=b>Yarn</h1><p>A thread runs, and much else besides.</p>"),
      "c.html": page("<h1 id=c>Acme</h1><p>acme tapir acme tapir acme tapir</p>"),
    },
    `dictionary = ["go"]
    [text]
    min_term_length = 3
    stop_words = ["tapir"]
    stop_words_also = ["acme"]
    [synonyms]
    child = ["kid"]
    [[site.filter]]
    name = "tag"
    selector = "[data-tag]"
    attribute = "data-tag"
    [[site.weight]]
    path = "best/*"
    weight = 2`,
  );
  assert.deepEqual(urls(query("child")), ["a.html#a"], "a synonym");
  assert.deepEqual(urls(query("go")), ["a.html#a"], "a word of the dictionary");
  assert.deepEqual(query("ox"), [], "too short");
  assert.equal(urls(query("tapir acme weave"))[0], "a.html#a", "both are stop words");
  assert.deepEqual(urls(query("thread", "--filter", "tag=craft")), ["a.html#a"]);
  assert.equal(urls(query("thread"))[0], "best/b.html#b", "twice the weight");
  weighsHeadings("boost");
  const [rarely, often] = [0, 5].map((k1) => score("long", `k1 = ${k1}.0\nb = { body = 0.0 }`));
  assert.ok(often > 1.3 * rarely, `${often} ${rarely}`);
  assert.ok(score("long", "b = { body = 0.0 }") > 1.1 * score("long", "b = { body = 1.0 }"));
});

test("from lunr: the record that its page shows is found", () => {
  const text = readFileSync(join(DOCS, "moving/lunr.md"), "utf8");
  const [, record] = /^```json\n(.*?)^```$/ms.exec(text);
  writeFileSync(join(folder, "records.jsonl"), record);
  writeFileSync(join(folder, "docfuse.toml"), "");
  const [hit] = index("--jsonl", join(folder, "records.jsonl"))("share threads");
  assert.deepEqual([hit.id, hit.url], ["42", "guide/threads.html#arc"]);
});
