import assert from "node:assert/strict";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Pages, plainPage, shares } from "./hits.mjs";

const folder = mkdtempSync(join(tmpdir(), "docfuse-hits-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "a"));
const head = '<link rel="canonical" href="https://docs.example/en/a/">';
writeFileSync(join(folder, "a", "index.html"), `${head}<h2 id="one">One</h2><a name="two"></a>`);
writeFileSync(join(folder, "b.html"), "<h1>B</h1>");
writeFileSync(join(folder, "index.html"), '<link rel="canonical" href="https://docs.example/">');

const hit = (url, given = {}) => ({ url, title: "Title", excerpt: `Text of ${url}`, ...given });
const of = (...hits) => shares(hits, new Pages(folder));

test("a page's forms of address are alike", () => {
  const forms = ["a", "a/", "/a/", "a/index.html", "a.html", "a/#one", "a.html?x=1"];
  assert.deepEqual(new Set(forms.map(plainPage)), new Set(["a"]));
  for (const start of ["index.html", "./", "./#one", "/", ""]) assert.equal(plainPage(start), "", start);
});

test("anchors are looked up in the file of the page", () => {
  assert.equal(of(hit("a/#one"), hit("a/#two"), hit("a/#three"), hit("b.html")).anchors, 2 / 3);
  assert.equal(of(hit("missing.html#one")).anchors, 0);
  assert.equal(of(hit("b.html")).anchors, undefined);
});

test("addresses are compared with the stated one", () => {
  assert.equal(of(hit("a/"), hit("a/index.html#one"), hit("b.html")).canonical, 1 / 2);
  assert.equal(of(hit("./#one"), hit("index.html")).canonical, 1 / 2);
  assert.equal(of(hit("b.html")).canonical, undefined);
});

test("empty excerpts, and titles with paths, are counted", () => {
  const found = of(hit("b.html", { excerpt: " " }), hit("a/", { title: "Guide (docs/guide/index)" }));
  assert.equal(found.withoutText, 1 / 2);
  assert.equal(found.pathTitles, 1 / 2);
  assert.equal(of(hit("b.html", { title: "and/or (TCP/IP) or read (3)" })).pathTitles, 0);
});

test("a beginning is furniture if it is on several pages", () => {
  const menu = { excerpt: "Home Guide Reference Download Blog Search in all pages" };
  const same = ["a/", "b.html", "c.html"].map((url) => hit(url, menu));
  assert.equal(of(...same, hit("d.html")).furniture, 3 / 4);
  assert.equal(of(hit("a/", menu), hit("a/#one", menu), hit("a/#two", menu)).furniture, 0);
});
