// The page of examples/page: the npm package, bundled, over an index of its own.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_PKG: the npm package.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const { buildSync } = createRequire(new URL("../../www/package.json", import.meta.url))("esbuild");
const EXAMPLE = fileURLToPath(new URL("../../examples/page/", import.meta.url));

let browser;
let site;
let server;
let warnings;

before(async () => {
  browser = await launchChromium();
  site = smallSite({
    "owls.html": pageIn("en", "Owls", "An owl hunts at night."),
    "bananas.html": pageIn("en", "Bananas", "Bananas are yellow."),
  });
  const out = join(site.folder, "search");
  mkdirSync(out);
  copyFileSync(join(EXAMPLE, "index.html"), join(out, "index.html"));
  const pkg = required("DOCFUSE_PKG", "the npm package");
  ({ warnings } = buildSync({
    entryPoints: [join(EXAMPLE, "search.js")],
    bundle: true,
    format: "esm",
    alias: { docfuse: join(pkg, "index.js") },
    outfile: join(out, "bundle.js"),
    logLevel: "silent",
  }));
  // The worker's script, which bundlers find by its URL beside the package.
  copyFileSync(join(pkg, "docfuse-worker.js"), join(out, "docfuse-worker.js"));
  server = await serve(site.folder);
});

after(async () => {
  await browser?.close();
  await server?.close();
  site?.remove();
});

test("the example finds, marks and counts while a word is typed", async () => {
  const { page, problems, close } = await newPage(browser);
  try {
    await page.goto(`${server.url}search/index.html`);
    await page.getByRole("searchbox").pressSequentially("owl hun");
    await page.getByRole("status").filter({ hasText: "Sections found: 1" }).waitFor();
    assert.equal(await page.getByRole("link").getAttribute("href"), `${server.url}owls.html#top`);
    assert.deepEqual(await page.locator("mark").allTextContents(), ["owl", "hunts"]);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("searchbox").pressSequentially("bananas");
    await page.getByRole("link", { name: "Bananas" }).waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
});

test("a bundler has no warning of the package", () => assert.deepEqual(warnings, []));
