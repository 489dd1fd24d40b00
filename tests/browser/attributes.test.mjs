// Attributes of the box: what loads for meaning (`dense`), and what authors are told of invalid ones.
//
// DOCFUSE_DEMO_SITE: a site with its index in docfuse/. DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { required } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { meanwhile, untilSeen } from "./still.mjs";

const QUESTION = "how do I share data between threads";

const sites = new BoxSite();
let demo;

before(async () => {
  await sites.start();
  demo = await serve(required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/"));
});

after(async () => {
  await sites.stop();
  await demo?.close();
});

test("an author is told what an invalid attribute must be", async () => {
  const server = await sites.of({
    "wrong.html": pageWith({ attributes: `encoder="yes" limit="x" theme="night"`, body: "<p>An owl.</p>" }),
    "right.html": pageWith({ attributes: `encoder="eager" limit="5" theme="dark"`, body: "<p>An owl.</p>" }),
    "parts.html": `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Parts</title>
<docfuse-search></docfuse-search><docfuse-input dense="none"></docfuse-input><docfuse-summary></docfuse-summary>
<script type="module" src="/docfuse/docfuse.js"></script></html>`,
  });
  const told = async (path, act) => {
    const warnings = [];
    server.requests.length = 0;
    await sites.on(server, path, async (box, page) => {
      page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
      await act(box, page);
      if (path !== "right.html") await meanwhile(300); // a second warning would come
    });
    return warnings.toSorted();
  };
  const search = async (box) => {
    await ask(box, "owl");
    await box.setAttribute("placeholder", "Find"); // the attributes are read again
  };
  assert.deepEqual(await told("wrong.html", search), [
    'docfuse: the attribute encoder must be auto, eager or off, found "yes"; the default counts',
    'docfuse: the attribute limit must be a whole number from 1 to 100, found "x"; the default counts',
    'docfuse: the attribute theme must be auto, light or dark, found "night"; the default counts',
  ]);
  assert.deepEqual(await told("right.html", search), []);
  assert.ok(!server.requests.some((path) => path.includes("docfuse-strings")), `${server.requests}`);
  const parts = (box, page) => page.waitForEvent("console", (message) => message.type() === "warning");
  assert.deepEqual(await told("parts.html", parts), [
    'docfuse: the attribute dense must be auto, encoder, lexicon or off, found "none"; the default counts',
  ]);
});

/** Asks in the demo with a value of `dense`, and expects what is loaded for meaning, and the note. */
async function expectWith(dense, expected, { saveData = false } = {}) {
  demo.requests.length = 0;
  const loaded = (name) => demo.requests.some((path) => path.includes(`/docfuse/${name}`));
  await sites.on(demo, "index.html", async (box, page) => {
    // The worker decides, by what the browser tells it.
    await page.route(/docfuse-worker/, async (route) => {
      const response = await route.fetch();
      const told = `Object.defineProperty(navigator, "connection", { value: { saveData: ${saveData} } });`;
      await route.fulfill({ response, body: told + (await response.text()) });
    });
    await page.reload();
    if (dense) await box.setAttribute("dense", dense);
    await page.evaluate(() => {
      document.addEventListener("docfuse-answer", ({ detail }) => {
        globalThis.lists = detail.hits.flatMap((hit) => hit.lists ?? []);
      });
    });
    await ask(box, QUESTION);
    // Later answers come, or would.
    if (!expected.lexicon) await meanwhile(1500);
    const found = async () => ({
      lexicon: loaded("termvectors-"),
      model: loaded("model-"),
      byLexicon: (await page.evaluate(() => globalThis.lists)).includes("lexicon"),
      note: await box.host.locator("[part=note]").innerText(),
    });
    await untilSeen(found, expected, "what is loaded and said");
  });
}

test("the attribute dense chooses what answers by meaning", async () => {
  const none = { lexicon: false, model: false, byLexicon: false, note: "" };
  await expectWith("off", none);
  await expectWith("lexicon", { ...none, lexicon: true, byLexicon: true });
});

test("readers who save data get neither encoder nor lexicon, unless the page asks for it", async () => {
  const saving = { saveData: true };
  const none = { lexicon: false, model: false, byLexicon: false, note: "" };
  await expectWith(undefined, none, saving);
  await expectWith("lexicon", { ...none, lexicon: true, byLexicon: true }, saving);
});
