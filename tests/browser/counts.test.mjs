// The number above the results: that of the hits that the reader can reach.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_MODEL: the encoder.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { meanwhile, until } from "./still.mjs";

const sites = new BoxSite();
let server;
let withVectors;

before(async () => {
  await sites.start();
  const attributes = `layout="modal" encoder="eager"`;
  const sections = (count, text) =>
    Array.from({ length: count }, (_, at) => `<h2 id="s${at}">Part ${at}</h2><p>${text}</p>`).join("");
  const pages = {
    "long.html": pageWith({ title: "Long", attributes, body: sections(40, "An owl hunts at night.") }),
    "b.html": pageWith({ title: "Hawks", attributes, body: "<p>A hawk is no owl.</p>" }),
    "c.html": pageWith({ title: "Kites", attributes, body: sections(9, "A kite glides by day.") }),
  };
  server = await sites.of(pages);
  withVectors = await sites.of(pages, [], { vectors: true });
});
after(() => sites.stop());

test("the number of results is that of the hits that the reader can reach", async () => {
  for (const [where, answers] of [
    [server, 1],
    [withVectors, 2],
  ])
    await sites.on(where, "long.html", async (box, page) => {
      if (answers > 1) await box.encoderReady();
      await box.button.click();
      await ask(box, "owl");
      await box.waitForWhole();
      const said = box.host.locator("[role=status]", { hasText: "results" });
      const count = parseInt(await said.innerText());
      const scroll = () => box.scroller.evaluate((list) => (list.scrollTop = list.scrollHeight));
      await until(async () => {
        await scroll();
        return (await box.hits.count()) >= count;
      }, `${count} results`);
      await scroll();
      await meanwhile(500);
      assert.equal(await box.hits.count(), count);
    });
});
