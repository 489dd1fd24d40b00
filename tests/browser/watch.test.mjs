// `docfuse serve --watch` in Chromium: a page reloads when its site changes, and the search box finds the new words.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium, newPage } from "./chromium.mjs";
import { docfuseServe } from "./docfuse-serve.mjs";
import { SearchBox } from "./search-box.mjs";
import { pageIn, smallSite } from "./small-site.mjs";
import { meanwhile } from "./still.mjs";

let browser;
let site;
let server;

before(async () => {
  site = smallSite({
    "index.html": pageIn("en", "Start", "A manual."),
    "strict.html": pageIn("en", "Strict", "A page.").replace(
      "<title>",
      `<meta http-equiv="content-security-policy" content="default-src 'self' 'wasm-unsafe-eval' 'unsafe-inline' data:; require-trusted-types-for 'script'; trusted-types docfuse"><title>`,
    ),
  });
  server = await docfuseServe(site.folder, ["--watch", "--no-dense", "--cache", join(site.folder, ".cache")]);
  await server.says("words in");
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  site?.remove();
});

/** Writes a page, and waits until the open one has been loaded anew. */
async function change(page, path, html) {
  await page.evaluate(() => (globalThis.before = true));
  mkdirSync(join(site.folder, path, ".."), { recursive: true });
  writeFileSync(join(site.folder, path), html);
  await page.waitForFunction(() => globalThis.before === undefined);
}

test("a changed page reloads, and its words are found", async () => {
  const { page, problems, close } = await newPage(browser);
  const box = await SearchBox.at(page, server.url);
  for (const word of ["abacus", "slide rule"]) {
    await change(page, "index.html", pageIn("en", "Start", `A manual about the ${word}.`));
    await page.getByText(`about the ${word}`).waitFor();
    await box.type(word);
    await box.waitForAnswerTo(word);
    assert.deepEqual(await box.pages(), ["index.html"]);
  }
  // A page of another folder, and a style.
  await change(page, "deep/er.html", pageIn("en", "Deeper", "More."));
  await change(page, "style.css", "p { color: red }");
  assert.deepEqual(problems, []);
  await close();
});

test("a page that is missing comes once it is there", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.url}later.html`);
  await page.getByText("no such page").waitFor();
  writeFileSync(join(site.folder, "later.html"), pageIn("en", "Later", "Here it is."));
  await page.getByText("Here it is").waitFor();
  await close();
});

test("a page with a policy that allows its own site reloads, under Trusted Types too", async () => {
  const { page, problems, close } = await newPage(browser);
  await page.goto(`${server.url}strict.html`);
  await change(page, "index.html", pageIn("en", "Start", "Other words."));
  assert.deepEqual(problems, []);
  await close();
});

test("a page in the background reloads when it is looked at", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(server.url);
  const setVisibility = (state) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await page.evaluate(() => (globalThis.before = true));
  writeFileSync(join(site.folder, "index.html"), pageIn("en", "Start", "Written behind."));
  await server.says("words in");
  await meanwhile(500);
  assert.equal(await page.evaluate(() => globalThis.before), true);
  await setVisibility("visible");
  await page.getByText("Written behind").waitFor();
  await close();
});

test("a site that is deleted and written again is shown again", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(server.url);
  rmSync(site.folder, { recursive: true });
  await meanwhile(1_500);
  mkdirSync(site.folder, { recursive: true });
  writeFileSync(join(site.folder, "index.html"), pageIn("en", "Again", "Written again."));
  await page.getByText("Written again").waitFor();
  await close();
});
