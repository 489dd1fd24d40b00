// The path beside a hit's heading: readable, or below the heading, on every width.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { still } from "./still.mjs";

const sites = new BoxSite();
let server;

/** Headings of every length: one of them ends where a letter of the path would fit. */
const HEADINGS = Array.from(
  { length: 12 },
  (_, at) => `Owls ${"in the wood".slice(0, at)} and voles at night`,
);

before(async () => {
  await sites.start();
  const sections = HEADINGS.map(
    (heading, at) =>
      `<h2 id="p${at}">Birds of prey in winter</h2><p>${at} Snow.<h3 id="h${at}">${heading}</h3><p>Voles, ${"far ".repeat(at)}`,
  );
  server = await sites.of({
    "a.html": pageWith({ attributes: 'max-per-page="20" limit="20"', body: sections.join("") }),
  });
});
after(() => sites.stop());

for (const width of [1280, 390]) {
  test(`${width} px: no path is cut to a letter`, () =>
    sites.on(server, "a.html", async (box, page) => {
      await page.setViewportSize({ width, height: 800 });
      await ask(box, "owls voles night");
      const paths = await page.evaluate(() => {
        const { shadowRoot } = document.querySelector("docfuse-search");
        const all = [...shadowRoot.querySelectorAll(".hit .path")];
        return all.map((path) => [
          path.clientWidth / parseFloat(getComputedStyle(path).fontSize),
          path.scrollWidth,
        ]);
      });
      assert.ok(paths.length > 8, `${paths.length}`);
      for (const [ems, wanted] of paths) assert.ok(wanted > 0 && ems >= 6.9, `${ems} em`);
      await screenshot(page, `paths-${width}`);
      await ask(box, "+snow +11");
      await still(page);
      await screenshot(page, `short-list-${width}`);
    }));
}
