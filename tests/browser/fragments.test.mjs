// What is left of a hit's text fragment after the click: the browser scrolls to the words, or to the anchor.
//
// FIREFOX: default /usr/bin/firefox-esr.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { FIREFOX, launchFirefox } from "./firefox.mjs";

const sites = new BoxSite();
let server;

const gap = `<div style="height: 3000px"></div>`;
/** A section whose words stand far below its heading. */
const section = `<h2 id="night">At night</h2><p>It is dark.</p>${gap}<p id="words">The <em>barn owl</em> hunts mice.</p>${gap}`;

before(async () => {
  await sites.start();
  server = await sites.of({
    "start.html": pageWith({ title: "Start" }),
    "modal.html": pageWith({ title: "Modal", attributes: `layout="modal"`, body: gap }),
    "a.html": pageWith({ title: "Owls", body: gap + section }),
    // The same words are no longer there: the page changed after the index was built.
    "moved.html": pageWith({
      title: "Moved",
      body: `${gap}<h2 id="away">Away</h2><p>A heron fishes.</p>${gap}`,
    }),
  });
});
after(() => sites.stop());

/** Whether an element is in the window, at once or soon. */
const isSeen = (page, id) =>
  page
    .waitForFunction((wanted) => {
      const { top, bottom } = document.getElementById(wanted).getBoundingClientRect();
      return top >= -1 && bottom <= innerHeight;
    }, id)
    .then(() => true);

for (const [how, choose] of [
  ["a click", (box) => box.hits.first().click()],
  ["Enter", (box) => box.input.press("Enter")],
]) {
  for (const from of ["start.html", "modal.html", "a.html"]) {
    test(`${how} in ${from} leads to the words`, async () => {
      await sites.on(server, from, async (box, page) => {
        if (from === "modal.html") await box.button.click();
        await ask(box, "barn owl");
        await choose(box);
        await box.waitForPage(`${server.url}a.html#night`);
        assert.ok(await isSeen(page, "words"));
        assert.equal(
          await page.evaluate(() => location.hash),
          "#night",
          "scripts of the page see only the anchor",
        );
      });
    });
  }
}

test("words that are no longer there lead to the anchor", async () => {
  await sites.on(server, "start.html", async (box, page) => {
    await page.route("**/moved.html", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace("heron", "crane") });
    });
    await ask(box, "heron");
    await box.hits.first().click();
    await box.waitForPage(`${server.url}moved.html#away`);
    assert.ok(await isSeen(page, "away"));
  });
});

test("Firefox leads to the words", { skip: !FIREFOX && "Firefox is missing" }, async () => {
  const firefox = await launchFirefox();
  try {
    await firefox.goto(`${server.url}start.html`);
    const href = await firefox.evaluate(async () => {
      const { open } = await import("/docfuse/docfuse.js");
      const search = await open({ base: "/docfuse/", encoder: "off" });
      const { hits } = await search.query("barn owl");
      search.close();
      return hits[0].href;
    });
    assert.match(href, /#night:~:text=/);
    await firefox.goto(href);
    const seen = await firefox.evaluate(async () => {
      for (let turn = 0; turn < 50; turn += 1) {
        const { top, bottom } = document.getElementById("words").getBoundingClientRect();
        if (top >= 0 && bottom <= innerHeight) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return false;
    });
    assert.ok(seen);
  } finally {
    await firefox.close();
  }
});
