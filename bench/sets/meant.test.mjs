import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deprecated, homonyms, humps, members, operators, pasted, paths } from "./names/meant.mjs";
import { erlang, haddock, javadoc, qdoc } from "./names/members.mjs";

/** Calls `look` with a folder of these pages. */
function site(pages, look) {
  const root = mkdtempSync(join(tmpdir(), "meant-"));
  try {
    for (const [page, html] of Object.entries(pages)) {
      mkdirSync(join(root, page, ".."), { recursive: true });
      writeFileSync(join(root, page), html);
    }
    return look(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const texts = (queries) => queries.map(({ text, sections }) => `${text}: ${sections.join(" ")}`);
const of = (owner, member, more = {}) => ({ owner, member, address: `${owner}.html#${member}`, ...more });

test("members are read as their generators write them", () => {
  for (const [reader, page, html, expected] of [
    [
      erlang,
      "lists.html",
      '<title>Erlang -- lists</title><h4 id="map-2" class="x func-head">',
      ["lists map map-2"],
    ],
    [erlang, "guide.html", '<title>Guide</title><h4 id="map-2" class="func-head">', []],
    [haddock, "F.html", '<a id="v:-60--36--62-"></a>', [" <$> v:-60--36--62-"]],
    [
      qdoc,
      "q.html",
      '<h3 class="fn" id="op"><b>int</b> QA::<span class="name">operator&lt;</span>(int)</h3>',
      ["QA operator< op"],
    ],
  ])
    assert.deepEqual(
      site({ [page]: html }, reader).map(
        ({ owner, member, address }) => `${owner} ${member} ${address.split("#")[1]}`,
      ),
      expected,
    );
  const detail = '<section class="detail" id="get(int)"><div class="deprecation-block">Old';
  const found = site({ "a/Map.html": detail, "a/package-summary.html": "", "b/Map.html": detail }, javadoc);
  assert.deepEqual(found, [
    { owner: "Map", member: "get", address: "a/Map.html#get(int)", deprecated: true },
  ]);
});

test("members, paths and operators are written in several forms", () => {
  assert.equal(members([of("lists", "map", { arity: "2" })], 9)[0].text, "lists.map");
  const known = ["a", "b", "c", "d"].map((name) => of(`Of${name}`, "get_it"));
  const written = members(known, 9).map(({ text }) => text.replace(/Of./, "X"));
  assert.deepEqual(written, ["X.get_it", "X::get_it", "X#get_it", "X get_it"]);
  assert.deepEqual(texts(paths([of("a.b", "Tree")], 9)), ["a.b._impl.Tree: a.b.html#Tree"]);
  assert.equal(operators([of("", "<$>")], 9)[0].text, "(<$>)");
  assert.equal(operators([of("QA", "operator<")], 9)[0].text, "QA::operator<");
});

test("of homonyms the one that most links lead to answers, and none that is deprecated", () => {
  const known = ["A", "B", "C"].map((owner) => of(owner, "run", { deprecated: owner === "C" }));
  const pages = { "A.html": '<a href="#run">', "B.html": "", "C.html": "" };
  for (let page = 0; page < 6; page += 1) pages[`d/${page}.html`] = '<a href="../B.html#run">';
  assert.deepEqual(
    site(pages, (root) => texts(homonyms(root, known, 9))),
    ["run: B.html#run"],
  );
  assert.deepEqual(texts(deprecated(known, 9)), ["run: A.html#run B.html#run"]);
});

test("pasted lines are of code and about what failed", () => {
  const line = "fatal: cannot read the file of this name";
  const pages = {
    "a.html": `<pre>ok\n  ${line}</pre><p>error: this is the text of no code`,
    "b.html": "<pre>error: no</pre>",
  };
  assert.deepEqual(
    site(pages, (root) => texts(pasted(root, 9))),
    [`${line}: a.html`],
  );
});

test("classes are asked for by the beginnings of their words", () => {
  const known = ["QSortFilterProxy", "HashTable", "HTTPServer", "Plain", "list"].map((owner) =>
    of(owner, "x"),
  );
  const pages = { "a.html": "<body>The hata is a word.</body>" };
  const asked = site(pages, (root) => texts(humps(root, known, 9)));
  assert.deepEqual(asked.toSorted(), [
    "HTSe: HTTPServer.html",
    "SFP: QSortFilterProxy.html",
    "SoFiPr: QSortFilterProxy.html",
  ]);
});
