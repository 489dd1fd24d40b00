// The playground of `docfuse serve` in Chromium, on the Rust Book.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { violations } from "./accessible.mjs";
import { launchChromium, newPage, required, screenshot } from "./chromium.mjs";
import { docfuseServe } from "./docfuse-serve.mjs";

const QUERIES = `how do I share data between threads: ch16-03-shared-state.html
catch exceptions: ch09-00-error-handling.html
ownership: ch04-00-understanding-ownership.html
interfaces like in java: [ch10-02-traits.html, ch18-00-oop.html]
`;

let browser;
let server;
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-playground-"));
  writeFileSync(join(folder, "queries.yml"), QUERIES);
  const site = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");
  server = await docfuseServe(site, [], folder);
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** Opens a view, runs `body`, and expects no console errors. */
async function at(hash, body, options = {}) {
  const { page, problems, close } = await newPage(browser, options);
  try {
    await page.goto(`${server.url}__docfuse/#${hash}`);
    await body(page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const column = (page, mode) => page.getByRole("region", { name: mode, exact: true });

/** Headings of the hits of a mode, from top to bottom. */
const headings = (page, mode) => column(page, mode).locator(".line a").allInnerTexts();

async function ask(page, text) {
  await page.getByRole("searchbox", { name: "Query" }).fill(text);
  await page.locator(".hit").first().waitFor();
  await settled(page);
}

/** Waits until the answer to what stands in the view is shown. */
const settled = (page) => page.locator('.results[aria-busy="false"]').waitFor();

test("modes stand side by side, and the parts of each score add up", () =>
  at("queries", async (page) => {
    await ask(page, "share data between threads");
    for (const mode of ["hybrid", "lexical", "dense"])
      assert.equal((await headings(page, mode)).length, 10, mode);
    const hybrid = column(page, "hybrid");
    assert.match(
      await hybrid.locator(".bar").first().getAttribute("aria-label"),
      /^score [\d.]+: lexical by rank [\d.]+, lexical by score/,
    );
    await hybrid.locator("summary").first().press("Enter");
    const figure = async (name) => {
      const row = hybrid.getByRole("row", { name: new RegExp(`^${name}`) });
      return Number(await row.getByRole("cell").nth(3).innerText());
    };
    const [sum, score] = [await figure("sum"), await figure("score")];
    assert.ok(score > 0 && Math.abs(sum - score) < 1e-4, `${sum}, not ${score}`);
    // The longest bar fills its line, and its parts do not overlap.
    const widths = await hybrid
      .locator(".bar")
      .first()
      .evaluate((bar) => {
        const parts = [...bar.children].map((part) => part.getBoundingClientRect().width);
        return [parts.reduce((all, width) => all + width, 0), bar.getBoundingClientRect().width];
      });
    assert.ok(widths[0] > 0.7 * widths[1] && widths[0] < widths[1] + 1, `${widths}`);
    await screenshot(page, "playground-queries");
  }));

test("what is typed before the index is known stays", () =>
  at("measures", async (page) => {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/\/index(\?|$)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.url}__docfuse/?anew#queries`);
    await page.getByRole("searchbox", { name: "Query" }).fill("ownership");
    release();
    await page.locator(".hit").first().waitFor();
    assert.equal(await page.getByRole("searchbox", { name: "Query" }).inputValue(), "ownership");
  }));

test("a slider applies at once, says what moved, and can be copied into docfuse.toml", () =>
  at("queries", async (page) => {
    await ask(page, "share data between threads");
    const own = await headings(page, "hybrid");
    const slider = page.getByRole("slider", { name: "fusion.weights.dense" });
    await slider.focus();
    await slider.press("Home");
    await page.getByRole("slider", { name: "mix.dense" }).press("Home");
    await page.locator(".moved.up").first().waitFor();
    await settled(page);
    assert.notDeepEqual(await headings(page, "hybrid"), own);
    const toml = page.locator(".settings pre");
    assert.equal(await toml.innerText(), "[fusion.weights]\ndense = 0\n\n[mix]\ndense = 0");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await toml.innerText());
    await screenshot(page, "playground-sliders");
    // The address keeps what was asked.
    await page.reload();
    await page.locator(".moved").first().waitFor();
    assert.equal(await toml.innerText(), "[fusion.weights]\ndense = 0\n\n[mix]\ndense = 0");
    await page.getByRole("button", { name: "Reset all" }).click();
    await page.locator(".moved").first().waitFor({ state: "detached" });
    await settled(page);
    assert.deepEqual(await headings(page, "hybrid"), own);
  }));

test("a page is shown as it was extracted, and what is left out", () =>
  at("pages", async (page) => {
    await page.getByRole("searchbox", { name: "Filter pages" }).fill("shared state");
    await page.getByRole("button", { name: "Shared-State Concurrency" }).click();
    const tree = page.locator(".tree");
    await tree.getByText("Controlling Access with Mutexes").first().waitFor();
    assert.ok((await tree.locator("details").count()) > 3);
    assert.match(await tree.locator("pre").first().innerText(), /shared/i);
    assert.match(page.url(), /#pages\?url=ch16-03-shared-state\.html$/);
    const reason = page.locator(".left-out details", { hasText: 'excluded pattern "/print.html"' });
    await reason.locator("summary").click();
    await reason.getByText("print.html", { exact: true }).waitFor();
    await screenshot(page, "playground-pages");
  }));

test("queries with known answers are plotted, before and after", () =>
  at("queries", async (page) => {
    await ask(page, "ownership");
    const slider = page.getByRole("slider", { name: "fusion.weights.lexical" });
    await slider.press("Home");
    await page.getByRole("link", { name: "Measures" }).click();
    await page.getByRole("button", { name: "Measure" }).click();
    await page.locator(".plot li").first().waitFor();
    assert.equal(await page.locator(".plot li").count(), 4);
    assert.equal(await page.locator(".plot .before").count(), 4);
    assert.equal(
      await page
        .getByRole("row", { name: /^hybrid/ })
        .locator("small")
        .count(),
      6,
    );
    await page.getByLabel("plot").selectOption("success@1");
    assert.match(await page.locator(".plot svg").first().getAttribute("aria-label"), /^[01] → [01]$/);
    await screenshot(page, "playground-measures");
    await page.getByRole("button", { name: "catch exceptions" }).click();
    await page.locator(".hit").first().waitFor();
    assert.equal(await page.getByRole("searchbox", { name: "Query" }).inputValue(), "catch exceptions");
  }));

test("files are listed by kind with their bytes", () =>
  at("index", async (page) => {
    await page.getByRole("row", { name: /^model/ }).waitFor();
    for (const kind of ["terms", "texts", "dense", "manifest", "all"]) {
      const row = page.getByRole("row", { name: new RegExp(`^${kind}\\b`) });
      assert.match(await row.innerText(), /\d (K|M)?B/, kind);
    }
    await screenshot(page, "playground-index");
  }));

test("hits with whole addresses lead there, and others to the served site", async () => {
  const site = join(folder, "records");
  mkdirSync(site);
  const leads = {
    "https://docs.example/wombats.html#dens": "https://docs.example/wombats.html#dens",
    "zoo/wombats.html": "/zoo/wombats.html",
  };
  const record = (url) => JSON.stringify({ id: url, url, title: url, text: "Wombats dig burrows." });
  const records = join(folder, "records.jsonl");
  // Texts of one wording would be one section.
  const texts = Object.keys(leads).map((url, at) =>
    record(url).replace("burrows", `burrows ${"deep ".repeat(9 * at)}`),
  );
  writeFileSync(records, texts.join("\n"));
  const out = join(site, "docfuse");
  const command = required("DOCFUSE_BIN", "the docfuse command");
  execFileSync(command, ["build", "--jsonl", records, "--out", out, "--no-dense"], { cwd: folder });
  const own = await docfuseServe(site, [], folder);
  const { page, close } = await newPage(browser);
  try {
    await page.goto(`${own.url}__docfuse/#queries?q=wombats`);
    await page.locator(".hit").first().waitFor();
    await settled(page);
    const links = column(page, "lexical").locator(".line a");
    const found = await links.evaluateAll((all) => all.map((link) => [link.textContent, link.href]));
    assert.equal(found.length, Object.keys(leads).length);
    // The root of the served site, and what stands behind it.
    for (const [url, href] of found) assert.equal(href.replace(own.url, "/"), leads[url], url);
  } finally {
    await close();
    await own.stop();
  }
});

test("what rules show stands above the hits, with the rule that applies", async () => {
  const site = join(folder, "ruled");
  mkdirSync(site);
  writeFileSync(
    join(site, "owls.html"),
    "<html lang=en><title>Owls</title><main><h1>Owls</h1><p>They hunt at night.</main>",
  );
  const settings = join(folder, "rules.toml");
  const rule = `[[rules]]\nqueries = ["Night"]\npage = "owls.html"\nnote = "Bring a lamp."\n`;
  writeFileSync(settings, `${rule}[[rules]]\nqueries = ["at"]\nmatch = "prefix"\nnote = "Ask us."`);
  const command = required("DOCFUSE_BIN", "the docfuse command");
  execFileSync(command, ["build", site, "--no-dense", "--config", settings], { cwd: folder });
  const own = await docfuseServe(site, [], folder);
  const { page, problems, close } = await newPage(browser);
  try {
    await page.goto(`${own.url}__docfuse/#queries?q=night`);
    await page.locator(".hit").first().waitFor();
    await settled(page);
    const pinned = column(page, "lexical").locator(".pinned");
    const text = async () => (await pinned.innerText()).replace(/\s+/g, " ");
    assert.equal(await text(), "pinned: Owls · Bring a lamp. rule 1, exact: “Night”");
    assert.equal(await pinned.locator("a").evaluate((link) => link.href), `${own.url}owls.html`);
    await screenshot(page, "playground-rules");
    await page.getByRole("searchbox", { name: "Query" }).fill("at night");
    await pinned.getByText("Ask us.").waitFor();
    assert.equal(await text(), "pinned: Ask us. rule 2, prefix: “at”");
    await page.getByRole("searchbox", { name: "Query" }).fill("hunt");
    await pinned.first().waitFor({ state: "detached" });
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await own.stop();
  }
});

test("nothing but the own server is asked", () =>
  at("queries", async (page) => {
    const hosts = new Set();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.reload();
    await ask(page, "ownership");
    assert.deepEqual([...hosts], [new URL(server.url).origin]);
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`every view fits a phone, and axe-core finds nothing in it, ${colorScheme}`, () =>
    at(
      "queries?q=share+data+between+threads",
      async (page) => {
        const views = [
          ["queries?q=share+data+between+threads", ".hit"],
          ["pages?url=ch16-03-shared-state.html", ".tree"],
          ["measures", ".measures"],
          ["index", "table"],
        ];
        for (const [view, there] of views) {
          await page.goto(`${server.url}__docfuse/#${view}`);
          await page.locator(there).first().waitFor();
          if (view === "measures") {
            await page.getByRole("button", { name: "Measure" }).click();
            await page.locator(".plot li").first().waitFor();
          }
          const { scrollWidth, clientWidth } = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return { scrollWidth, clientWidth };
          });
          assert.ok(scrollWidth <= clientWidth, `${view}: ${scrollWidth} > ${clientWidth}`);
          assert.deepEqual(await violations(page, {}), [], view);
          await screenshot(page, `playground-${view.split("?")[0]}-360-${colorScheme}`);
        }
      },
      { viewport: { width: 360, height: 740 }, colorScheme },
    ));
}
