// Several sites in one box, and by `open({ base: […] })`: one ranking, which is the command's.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const GUIDE = {
  "index.html": pageIn("en", "Guide", "Birds and other animals.").replace(
    "<docfuse-search>",
    '<docfuse-search base="/docfuse/ /api/docfuse/">',
  ),
  "owls.html": pageIn("en", "Owls", "An owl hunts at night. Owls are birds."),
  "mice.html": pageIn("en", "Mice", "What the owl hunts."),
};
const API = {
  "owl.html": pageIn("en", "Class Owl", "The owl as an object: owl.hunt() returns a mouse."),
  "mouse.html": pageIn("en", "Class Mouse", "A mouse as an object."),
};

let browser, site, server;

before(async () => {
  browser = await launchChromium();
  site = smallSite(GUIDE);
  built("api", API);
  server = await serve(site.folder, {});
});

after(async () => {
  await browser?.close();
  await server?.close();
  site?.remove();
});

/** A further site below the first one's folder. */
function built(name, pages) {
  const folder = join(site.folder, name);
  mkdirSync(folder);
  for (const [path, html] of Object.entries(pages)) writeFileSync(join(folder, path), html);
  execFileSync(required("DOCFUSE_BIN", "the docfuse command"), ["build", folder, "--no-dense"]);
}

/** Hits of the command: site and address. */
function native(text, ...sites) {
  const folders = sites.map((name) => join(site.folder, name, "docfuse"));
  const line = ["query", ...folders, text, "--mode", "lexical", "--json"];
  return JSON.parse(
    execFileSync(required("DOCFUSE_BIN", "the docfuse command"), line, {
      encoding: "utf8",
    }),
  ).hits;
}

/** Runs `open(options)` and a query in a page of the guide. */
async function opened(options, text, query = {}) {
  const { page, problems, close } = await newPage(browser);
  try {
    await page.goto(`${server.url}mice.html`);
    const found = await page.evaluate(
      async ([options, text, query]) => {
        const { open } = await import("/docfuse/docfuse.js");
        try {
          const search = await open(options);
          const answer = await search.query(text, query);
          search.close();
          return answer;
        } catch ({ code, message }) {
          return { code, message };
        }
      },
      [options, text, query],
    );
    return { found, problems };
  } finally {
    await close();
  }
}

test("a box with two sites shows one ranking, with the name of each", async () => {
  const { page, problems, close } = await newPage(browser);
  try {
    const box = await SearchBox.at(page, server.url);
    await box.type("owl hunts");
    await box.waitForAnswerTo("owl hunts");
    const links = await box.hits.evaluateAll((options) => options.map(({ href }) => href.replace(/#.*/, "")));
    const path = { api: "api/", guide: "" };
    const expected = native("owl hunts", "", "api").map(
      ({ page, site }) => server.url + (path[site] ?? "") + page,
    );
    assert.deepEqual([...links].sort(), [...expected].sort());
    assert.equal(links[0], expected[0]);
    const text = await box.panel.innerText();
    assert.match(text, /Class Owl \(api\)/);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
});

const both = [
  { url: "/docfuse/", name: "guide" },
  { url: "/api/docfuse/", name: "reference" },
];

test("open takes several folders: hits have their site, and filters accept it", async () => {
  const { found, problems } = await opened({ base: both }, "owl hunts", {
    facets: true,
  });
  const sites = found.hits.map(({ site, href }) => [site, href.replace(/#.*/, "").replace(server.url, "")]);
  assert.deepEqual(
    sites.find(([site]) => site === "reference"),
    ["reference", "api/owl.html"],
  );
  assert.deepEqual(sites.find(([site]) => site === "guide")?.[0], "guide");
  assert.equal(found.facets.site.reference, 1);
  assert.deepEqual(problems, []);
  const expected = native("owl hunts", "", "api");
  assert.deepEqual(
    found.hits.map(({ score }) => Math.fround(score)),
    expected.map(({ score }) => Math.fround(score)),
  );
  const only = await opened({ base: both }, "owl hunts", {
    filters: { site: ["reference"] },
  });
  assert.deepEqual(
    only.found.hits.map(({ site }) => site),
    ["reference"],
  );
});

test("an index that is missing is named, and the others answer; one that is named twice is searched once", async () => {
  const { found } = await opened({ base: [...both, "/docfuse", "/gone/docfuse/"] }, "owl hunts");
  assert.equal(new Set(found.hits.map(({ href }) => href)).size, found.hits.length);
  assert.ok(found.hits.length > 2);
  const problem = found.degraded.find(({ site }) => site === "gone");
  assert.equal(problem?.code, "not-found");
  assert.match(problem.message, /gone\/docfuse\//);
});

test("sites may be versions: the asked one is shown, else the first, and the other is offered", async () => {
  built("1.0", { "owls.html": pageIn("en", "Owls", "An owl, in former times.") });
  const base = [
    { url: "/docfuse/", version: "2.0" },
    { url: "/1.0/docfuse/", version: "1.0" },
  ];
  for (const [version, shown, other] of [
    [undefined, "owls.html", "1.0/owls.html"],
    ["1.0", "1.0/owls.html", "owls.html"],
  ]) {
    const { found } = await opened({ base }, "owls", { version });
    const owls = found.hits.filter(({ title }) => title === "Owls");
    assert.deepEqual(
      owls.map(({ page }) => page.replace(server.url, "")),
      [shown],
    );
    const also = owls[0].also.map(({ href }) => href.replace(server.url, "").replace("#top", ""));
    assert.deepEqual(also, [other]);
  }
});

test("no folder is an error that says what is expected", async () => {
  const { found } = await opened({ base: [] }, "owl");
  assert.deepEqual(found, {
    code: "request",
    message: "a folder in `base` expected, none found",
  });
});
