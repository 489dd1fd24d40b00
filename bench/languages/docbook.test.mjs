import assert from "node:assert/strict";
import { test } from "node:test";
import { blanked, headings } from "./docbook.mjs";

const PAGE = `<title>2장. 얻기</title><div class="toc"><dl><dt><a href="#one">2.1. 무엇?</a></dt></dl></div>
<h1 class="title"><a id="top"></a>2장. 얻기</h1>
<h2 class="title"><a id="one"></a>2.1. <em>무엇</em>&#160;&amp; 왜?</h2><p>text <a class="xref" href="#two" title="2.2. 어디?">2.2. 어디?</a>.</p>
<h3 class="title"><a xmlns="" id="two"></a>2.1.1. 어디?</h3>`;

test("headings are those of numbered sections", () => {
  assert.deepEqual(headings(PAGE), [
    { id: "one", text: "무엇 & 왜?" },
    { id: "two", text: "어디?" },
  ]);
});

test("a copy says no heading that is asked, nor its repetitions", () => {
  const copy = blanked(PAGE, new Set(["one"]));
  assert.match(copy, /<a id="one"><\/a>2\.1\.<\/h2>/);
  assert.match(copy, /<a xmlns="" id="two"><\/a>2\.1\.1\. 어디\?<\/h3>/);
  assert.doesNotMatch(copy, /무엇|2\.2\./);
  assert.match(copy, /text <a class="xref" href="#two"><\/a>\./);
});
