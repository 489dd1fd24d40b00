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
  const docfuse = (...args) =>
    execFileSync(required("DOCFUSE_BIN", "the docfuse command"), args, {
      encoding: "utf8",
      cwd: folder,
      stdio: "pipe",
    });
  docfuse("build", root, "--out", `${root}-index`, "--no-dense");
  return (text, ...args) =>
    JSON.parse(docfuse("query", `${root}-index`, text, "--mode", "lexical", "--json", ...args)).hits;
}

const urls = (hits) => hits.map(({ url }) => url);
const page = (body, head = "") =>
  `<!doctype html><html lang="en"><title>Title</title>${head}<main>${body}</main></html>`;

test("all settings in docs/ are accepted", () => {
  const pages = readdirSync(DOCS, { recursive: true }).filter((file) => file.endsWith(".md"));
  const settings = pages.flatMap((file) => blocks(file).map((block) => [file, block]));
  assert.ok(settings.length >= 8, `${settings.length} blocks`);
  const site = { "index.html": page("<h1 id=a>Start</h1><p>Some text about threads.") };
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
