import assert from "node:assert/strict";
import { test } from "node:test";
import { addresses } from "./content.mjs";
import { withoutMacros } from "./macros.mjs";
import { anchorOf, toHtml } from "./markdown.mjs";

const slugs = [
  "Web/API/AbortSignal/timeout_static",
  "Web/CSS/Reference/Properties/width",
  "Web/HTML/Reference/Elements/div",
  "Glossary/Closure",
];
const hrefOf = addresses(new Map(slugs.map((slug) => [slug, {}])), "en-US");
const page = (slug) => `/en-US/docs/${slug}`;

test("macros become links, code or nothing", () => {
  for (const [text, expected] of [
    ['{{domxref("AbortSignal.timeout_static", "timeout()")}}', `[\`timeout()\`](${page(slugs[0])})`],
    ["{{cssxref('width')}}", `[\`width\`](${page(slugs[1])})`],
    ['{{ HTMLElement("div") }}', `[\`<div>\`](${page(slugs[2])})`],
    ['{{glossary("closure", "closures")}}', `[closures](${page(slugs[3])})`],
    ['{{domxref("Beacon API", "Beacon (API)", "", "nocode")}}', "Beacon (API)"],
    ['{{domxref("Unknown.member")}}', "`Unknown.member`"],
    ["`a` {{optional_inline}}", '`a` <span class="badge">Optional</span>'],
    ['{{RFC(9110, "HTTP Semantics")}}', "RFC 9110: HTTP Semantics"],
    ["{{Compat}}{{APIRef(\"DOM\")}}{{EmbedLiveSample('a (b)', 1, 2)}}", ""],
  ])
    assert.equal(withoutMacros(text, hrefOf), expected);
});

test("definition lists and anchors are MDN's", () => {
  const html = toHtml(
    "## Return value\n\n- `a` <span>Optional</span>\n  - : The `a`.\n    - `b`\n      - : Inner.\n- c\n  - : Last.\n\nText.\n\n- plain\n- list\n\n## Return value\n",
  );
  assert.equal(
    html.replace(/\n+/g, ""),
    '<h2 id="return_value">Return value</h2><dl>' +
      '<dt id="a"><code>a</code> <span>Optional</span></dt><dd>The <code>a</code>.<dl><dt id="b"><code>b</code></dt><dd>Inner.</dd></dl></dd>' +
      '<dt id="c">c</dt><dd>Last.</dd></dl><p>Text.</p><ul><li>plain</li><li>list</li></ul><h2 id="return_value_2">Return value</h2>',
  );
  assert.equal(anchorOf("Using Array.from() (more)"), "using_array.from_more");
});
