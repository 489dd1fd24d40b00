// Queries by the script's API, without a box: which are answered.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BoxSite, pageWith } from "./box-site.mjs";

const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  server = await sites.of({ "a.html": pageWith({ title: "Owls", body: "<p>An owl hunts at night.</p>" }) });
});
after(() => sites.stop());

test("queries of one search are all answered, and a wrong option is an error", () =>
  sites.on(server, "a.html", async (_box, page) => {
    const outcomes = await page.evaluate(async () => {
      const { open } = await import("/docfuse/docfuse.js");
      const search = await open({ base: "/docfuse/" });
      const asked = (text, options) =>
        search.query(text, options).then(
          ({ hits }) => hits.map(({ title }) => title),
          ({ code, message }) => `${code}: ${message}`,
        );
      const all = await Promise.all([
        asked("night"),
        asked("owl"),
        asked("owl", { limit: 0 }),
        asked("owl", { colour: "red" }),
        asked("owl", { filters: () => 0 }),
      ]);
      search.close();
      return all;
    });
    assert.deepEqual(outcomes, [
      ["Owls"],
      ["Owls"],
      "request: a whole number from 1 to 1000 expected in `limit`, 0 found",
      "request: no option expected in `colour`, red found",
      "request: cloneable options expected, others found",
    ]);
  }));
