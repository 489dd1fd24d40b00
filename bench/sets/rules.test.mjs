import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { definitions } from "./definitions.mjs";
import { bookmarks, entries } from "./entries.mjs";
import { treeHash } from "./list.mjs";
import { defaultExclude, judged, write } from "./make.mjs";
import { mentions } from "./mentions.mjs";
import { purposes } from "./purposes.mjs";
import { following, questions } from "./questions.mjs";
import { Site } from "./site.mjs";

/** Makes a site of files by name, runs `check` with it, and removes it. */
function withSite(files, check, exclude = []) {
  const root = mkdtempSync(join(tmpdir(), "docfuse-sets-test-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return check(new Site(root, exclude));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Texts and answers of the queries that `rule` and the selection leave. */
function asked(rule, files, { exclude, language } = {}) {
  const queries = withSite(files, (site) => judged(rule(site), site, language), exclude);
  return Object.fromEntries(queries.map(({ text, sections }) => [text, sections.join(" ")]));
}

const PAGES = {
  "os.html": "<title>Files and processes</title><h1>Files and processes</h1>",
  "b.html": "<h1>Other</h1>",
};
const link = (name, to = "os.html#copy") => `<a href="${to}"><code>${name}</code></a>`;
const NOTES = mentions({ pages: /^news\//, items: "li", drop: [/\s*\(by .*\)/] });

/** The queries of one item of release notes. */
const note = (item, files = PAGES) =>
  asked(NOTES, { ...files, "news/1.html": `<ul><li>${item}</ul>` }, { exclude: ["news/*"] });

const up = (html) => html.replaceAll('href="', 'href="../');

test("the name of what the answer documents is taken out of a release note", () => {
  const cases = {
    [`The new ${link("fast")} argument allows copying large files without buffers. (by X)`]:
      "copying large files without buffers",
    [`Added the ${link("os.copy()")} function to copy large files between folders.`]:
      "copy large files between folders",
    [`Added support for copying sparse files between folders in ${link("os.copy()")}.`]:
      "copying sparse files between folders",
    [`Allow ${link("COPY FILE")} to keep permissions of copied files`]: "keep permissions of copied files",
    [`${link("copy()")} can now be used to duplicate several large folders`]:
      "duplicate several large folders",
    [`Copying large folders between disks (see ${link("copy()")}) is supported`]:
      "Copying large folders between disks",
  };
  for (const [item, text] of Object.entries(cases))
    assert.deepEqual(note(up(item)), { [text]: "os.html#copy" }, item);
});

test("a link in ordinary words stays, a later sentence may point at the answer", () => {
  const words = '<a href="../os.html">sparse files</a>';
  assert.deepEqual(note(`Allow creation of ${words} across network folders`), {
    "creation of sparse files across network folders": "os.html",
  });
  const see = up(`<p>Large folders can be copied between disks.</p><p>See ${link("copy()")}.</p>`);
  assert.deepEqual(note(see), { "Large folders can be copied between disks": "os.html#copy" });
});

test("repairs, several pages, missing subjects and short rests are no queries", () => {
  for (const item of [
    `Fixed copying of large files between folders in ${link("copy()")}.`,
    `Added ${link("copy()")} and ${link("move()", "b.html")} to handle large files between folders.`,
    `${link("copy()")} now returns the number of copied files and folders.`,
    `Added support for files in ${link("copy()")}.`,
    `Added support for copying large files between folders in ${link("copy()", "missing.html")}.`,
    `Added support for copying large files between folders in ${link("copy()", "https://example.org/os.html")}.`,
  ])
    assert.deepEqual(note(item.replaceAll(/href="(?!https)/g, 'href="../')), {}, item);
});

test("a long release note is cut at the end of a clause", () => {
  const item = `Added ${link("copy()")} to copy large files between folders, which ${"very ".repeat(20)}often helps.`;
  assert.deepEqual(note(up(item)), { "copy large files between folders": "os.html#copy" });
});

test("a definition without its term points at the page that it refers to", () => {
  const glossary = `<dl><dt>process</dt><dd>A running program with memory. See <a href="os.html">more</a>.</dd>
    <dt>folder</dt><dd>The folder that holds other files. See <a href="os.html">more</a>.</dd>
    <dt>disk</dt><dd>Something spinning near <a href="os.html">processors</a>.</dd></dl>`;
  assert.deepEqual(
    asked(definitions({ pages: /^g\.html$/ }), { ...PAGES, "g.html": glossary }, { exclude: ["g.html"] }),
    { "A running program with memory": "os.html" },
  );
});

test("a feature is the query, or its description where the feature is a link", () => {
  const list = `<dl><dt>Copie de dossiers</dt><dd>Voir <a href="os.html#copy">os</a>.</dd>
    <dt><a href="b.html">mod_b</a></dt><dd>Permet de limiter la bande passante.</dd></dl>`;
  const rule = definitions({ pages: /^new\.html$/, terms: true });
  assert.deepEqual(asked(rule, { ...PAGES, "new.html": list }, { exclude: ["new.html"] }), {
    "Copie de dossiers": "os.html#copy",
    "Permet de limiter la bande passante": "b.html",
  });
});

test("the answer to a question is the page that it sends the reader to", () => {
  const faq = `<h2>How do I copy a disk?</h2><p>Not by <a href="b.html">b</a>. See <a href="os.html">os</a>.</p>
    <h2>Is it fast?</h2><p><a href="b.html">Yes</a>.</p>`;
  const rule = questions({ pages: /^faq\.html$/, question: "h2", answer: following });
  assert.deepEqual(asked(rule, { ...PAGES, "faq.html": faq }, { exclude: ["faq.html"] }), {
    "How do I copy a disk?": "os.html",
  });
});

test("index entries that are symbols, headings or ambiguous are left out", () => {
  const index = `<ul><li><a href="os.html">copying disks</a><li><a href="os.html">os.copy()</a>
    <li><a href="os.html">processes and files</a><li><a href="os.html">two places</a>
    <li><a href="b.html">two places</a><li><a href="b.html">pragma x</a></ul>`;
  const rule = entries({ page: "index.html", items: "li > a", drop: /^pragma/ });
  assert.deepEqual(asked(rule, { ...PAGES, "index.html": index }, { exclude: ["index.html"] }), {
    "copying disks": "os.html",
  });
});

test("an entry of LibreOffice's index is asked with the one below it", () => {
  const script = `var bookmarks = [
{url:"ja/os.html?DbPAR=WRITER#bm_1", app:"WRITER", text:"表 --  挿入する"},
{url:"ja/os.html?DbPAR=CALC#bm_1", app:"CALC", text:"表 --  挿入する"},
{url:"ja/os.html?DbPAR=WRITER#bm_2", app:"WRITER", text:"ファイル"},
{url:"ja/hidden.html?DbPAR=WRITER#bm_1", app:"WRITER", text:"表 --  移動する"},
{url:"ja/gone.html?DbPAR=WRITER#bm_3", app:"WRITER", text:"表 --  削除する"}]`;
  const rule = bookmarks({ file: "ja/bookmarks.js", drop: /関数/ });
  const files = {
    "ja/os.html": "<title>表</title><h1>表の一覧</h1>",
    "ja/hidden.html": "<title>表</title><h1 hidden>一覧</h1>",
    "ja/bookmarks.js": script,
  };
  assert.deepEqual(asked(rule, files, { language: "ja" }), { "表 挿入する": "ja/os.html" });
});

test("a manual page is found by its purpose", () => {
  const manual = "<h2>NAME</h2><div><p>git-x, x -\n  Copy commits between disks</p></div>";
  const rule = purposes({ pages: /^git-/, line: "h2 + div > p" });
  assert.deepEqual(asked(rule, { "git-x.html": manual, "git-y.html": "<h2>NAME</h2>" }), {
    "Copy commits between disks": "git-x.html",
  });
});

test("excluded patterns are read as docfuse reads them", () => {
  const files = { "a/x.html": "", "b/x.html": "", "b/y.html": "", "z.html": "" };
  withSite(
    files,
    (site) => {
      const found = Object.keys(files).filter((name) => site.answer("from.html", name));
      assert.deepEqual(found, ["b/y.html"]);
      symlinkSync("y.html", join(site.root, "b", "link.html"));
      assert.equal(site.answer("from.html", "b/link.html"), undefined);
      assert.equal(site.answer("from.html", "../b/y.html"), undefined);
      assert.deepEqual(site.answer("a/from.html", "../b/y.html?q#p%20q"), {
        page: "b/y.html",
        anchor: "p q",
      });
    },
    ["x.html", "/z.html"],
  );
});

test("the files of a set name every answer, and the default list of excluded pages stays", () => {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-sets-test-"));
  try {
    const query = { id: "1", text: "two words", kind: "question", pages: ["a.html"], sections: ["a.html#b"] };
    write(folder, [query], ["news/*"]);
    const file = (name) => readFileSync(join(folder, name), "utf8");
    assert.deepEqual(JSON.parse(file("queries.jsonl")), { _id: "1", text: "two words", kind: "question" });
    assert.equal(file("qrels.tsv"), "query-id\tcorpus-id\tscore\n1\ta.html\t1\n");
    assert.equal(file("qrels_sections.tsv"), "query-id\tcorpus-id\tscore\n1\ta.html#b\t1\n");
    assert.ok(defaultExclude().includes("genindex*.html"));
    for (const pattern of [...defaultExclude(), "news/*"])
      assert.ok(file("docfuse.toml").includes(`"${pattern}"`), pattern);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a site's hash is that of the shell command in the list", () => {
  withSite({ "b.html": "b", "a/é.html": "é", "a-b.html": "c" }, ({ root }) => {
    const command = "find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum";
    const printed = execFileSync("bash", ["-c", command], { cwd: root, encoding: "utf8" });
    assert.equal(treeHash(root), printed.split(" ")[0]);
  });
});
