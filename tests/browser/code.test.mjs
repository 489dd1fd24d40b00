// Code stays code: in the preview, in excerpts, and in the texts of hits.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";

const sites = new BoxSite();
let server;

const CODE = "fn hoot() {\n\n    call(owl);\n}";

before(async () => {
  await sites.start();
  const body = `<p>An owl hoots:</p><pre><code>${CODE}\n</code></pre><p>It is loud.</p><p>At night.</p>
<h2 id="one">Alone</h2><pre>newt_swims(fast)</pre>`;
  server = await sites.of({ "index.html": pageWith({ title: "Owls", attributes: `layout="modal"`, body }) });
});
after(() => sites.stop());

test("the preview shows code with its lines, in a fixed-width font", async () => {
  await sites.on(server, "index.html", async (box, page) => {
    await box.button.click();
    await ask(box, "hoot");
    const preview = box.host.locator("[part=preview]");
    await preview.waitFor();
    const texts = (selector) => preview.locator(selector).allTextContents();
    assert.deepEqual(await texts("pre"), [CODE]);
    assert.deepEqual(await texts("p"), ["An owl hoots:", "It is loud.", "At night."]);
    assert.deepEqual(new Set(await texts("pre mark")), new Set(["hoot"]));
    const style = await preview.locator("pre").evaluate((pre) => {
      const { fontFamily, whiteSpace } = getComputedStyle(pre);
      return [fontFamily, whiteSpace, pre.scrollWidth <= pre.clientWidth];
    });
    // The font of code on this page.
    assert.deepEqual(style, ["monospace", "pre-wrap", true]);
    await screenshot(page, "preview-code");
  });
});

test("an excerpt keeps lines of code apart", async () => {
  await sites.on(server, "index.html", async (box) => {
    await box.button.click();
    await ask(box, "hoot");
    const excerpt = box.hits.first().locator(".excerpt");
    const expected = "An owl hoots:\nfn hoot() {\ncall(owl);\n}\nIt is loud. At night.";
    assert.equal(await excerpt.textContent(), expected);
    // A row has one line for it.
    assert.match(
      await excerpt.evaluate((each) => each.innerText),
      /^An owl hoots: fn hoot\(\) \{ call\(owl\);/,
    );
  });
});

test("line breaks of a hit's text say which lines are code", async () => {
  await sites.on(server, "index.html", async (box, page) => {
    const found = await page.evaluate(async () => {
      const { open } = await import("/docfuse/docfuse.js");
      const search = await open({ base: "/docfuse/", dense: "off" });
      const of = async (query) => {
        const { hits } = await search.query(query, { textLength: 1000 });
        return hits[0].text;
      };
      return [await of("hoot"), await of("newt_swims")];
    });
    assert.deepEqual(found, [
      `An owl hoots:\r${CODE.replaceAll("\n", "\v")}\fIt is loud.\nAt night.`,
      "newt_swims(fast)\f",
    ]);
  });
});
