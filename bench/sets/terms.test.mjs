import assert from "node:assert/strict";
import { test } from "node:test";
import { definitionsOf, nameOf } from "./names/terms.mjs";

test("names of terms are those that readers type", () => {
  for (const [term, expected] of [
    ["core.autocrlf", "core.autocrlf"],
    ["--depth <n>", "--depth"],
    ["max_connections (integer)", "max_connections"],
    ["‘PACKAGE_DEBUG’ ¶", "PACKAGE_DEBUG"],
    ["Returns", undefined],
    ["the second run", undefined],
    ["-v", undefined],
  ])
    assert.equal(nameOf(term), expected, term);
});

test("a definition has the anchors from the heading above to its own", () => {
  const text =
    "Limits how far back history is fetched, which saves a good part of the time that a clone takes.";
  const html =
    `<h1 id=t>Clone</h1><p id=p>x<h2><a name=o></a>Options</h2><dl><dt>--depth<dd>${text}` +
    `<dt><a id=r></a>--reference<dd>${text}<dt>--short<dd>No.</dl>` +
    `<table><tr><td>fetch.prune<td>${text}<tr><td>words only<td>${text}</table>`;
  assert.deepEqual(definitionsOf("a.html", html), [
    { text: "--depth", addresses: ["a.html#o"] },
    { text: "--reference", addresses: ["a.html#o", "a.html#r"] },
    { text: "fetch.prune", addresses: ["a.html#o", "a.html#r"] },
  ]);
  assert.deepEqual(definitionsOf("a.html", `<dl><dt>fetch.prune<dd>${text}</dl>`)[0].addresses, ["a.html"]);
});
