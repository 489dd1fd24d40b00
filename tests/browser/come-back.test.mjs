// What comes back with a search, to which box, and in browsers without a Navigation API.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, followHitsByScript, pageWith } from "./box-site.mjs";
import { meanwhile } from "./still.mjs";

const sites = new BoxSite();
let server;

const modal = `layout="modal"`;
const SCRIPT = `<script type="module" src="/docfuse/docfuse.js"></script>`;
const sections = [1, 2, 3].map((n) => `<h2 id="s${n}">Prey ${n}</h2><p>Owls hunt mice ${n}.</p>`).join("");

before(async () => {
  await sites.start();
  const about = (title, kind, date) =>
    pageWith({
      title,
      attributes: modal,
      head: `<meta data-docfuse-filter="kind:${kind}"><meta data-docfuse-sort="date[content]" content="${date}">`,
      body: `<p>${title} hunt mice.</p>`,
    });
  const bare = (body) =>
    `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Bare</title>${body}${SCRIPT}</html>`;
  server = await sites.of({
    "owls.html": about("Owls", "guide", "2024-01-01"),
    "hawks.html": about("Hawks", "guide", "2025-01-01"),
    "kites.html": about("Kites", "news", "2026-01-01"),
    "fr/hiboux.html": pageWith({
      title: "Hiboux",
      lang: "fr",
      body: "<p>Les hiboux chassent les souris.</p>",
    }),
    "sections.html": pageWith({
      title: "Sections",
      attributes: modal,
      body: `<a id="link" href="#s1">First</a>${sections}`,
    }),
    "two.html": bare(
      `<docfuse-search ${modal} param=""></docfuse-search><docfuse-search ${modal} id="second"></docfuse-search>`,
    ),
    "shadow.html": bare(
      `<div id="host"><template shadowrootmode="open"><docfuse-search ${modal}></docfuse-search></template></div>`,
    ),
    "app.html": bare(
      `<div id="app"><docfuse-search ${modal}></docfuse-search></div><script>addEventListener("popstate", () =>
         (document.querySelector("#app").innerHTML = '<docfuse-search ${modal}></docfuse-search>'))</script>`,
    ),
  });
});
after(() => sites.stop());

/** Asks in the box at `locator`, and opens the first hit by a full load. */
async function leaveFrom(page, locator, text) {
  await locator.locator(".button").click();
  await locator.locator("input").pressSequentially(text);
  const hit = locator.getByRole("option").filter({ hasText: /hawks/i }).first();
  const href = await hit.getAttribute("href");
  await hit.click();
  await page.waitForURL((url) => url.href === href);
}

test("filters and the order come back with the query", async () => {
  await sites.on(server, "owls.html", async (box, page) => {
    await box.button.click();
    await ask(box, "mice");
    const guide = box.dialog.getByRole("button", { name: "guide" });
    const order = box.dialog.locator("select.order");
    await guide.click();
    await order.selectOption("date:asc");
    await page.waitForFunction(() => {
      const hits = document.querySelector("docfuse-search").shadowRoot.querySelectorAll("a.hit");
      return [...hits].map(({ pathname }) => pathname).join() === "/owls.html,/hawks.html";
    });
    const links = await box.links();
    await box.hits.nth(1).click();
    await box.waitForPage(links[1]);
    await page.goBack();
    await box.waitForAnswerTo("mice");
    assert.deepEqual(await box.links(), links, "found and sorted alike");
    assert.equal(await guide.getAttribute("aria-pressed"), "true");
    assert.equal(await order.inputValue(), "date:asc");
  });
});

test("the language that the reader chose comes back with the query", async () => {
  await sites.on(server, "owls.html", async (box, page) => {
    await box.button.click();
    await ask(box, "souris");
    const language = box.dialog.locator("select").first();
    await language.selectOption("fr");
    await box.hits.first().waitFor();
    const [href] = await box.links();
    assert.match(href, /hiboux/);
    await box.hits.first().click();
    await box.waitForPage(href);
    await page.goBack();
    await box.waitForAnswerTo("souris");
    assert.deepEqual([await language.inputValue(), (await box.links())[0]], ["fr", href]);
  });
});

test("what is stored of a search leads nowhere but to pages; what is spoilt is asked for again", async () => {
  const spoil = {
    "a script": (seen) => (seen[0][0].hits[0].href = "javascript:globalThis.ran = true"),
    "no hits": (seen) => (seen[0] = { hits: 1 }),
    "no answer": (seen) => (seen[1] = null),
  };
  for (const [what, change] of Object.entries(spoil))
    await sites.on(server, "owls.html", async (box, page) => {
      await box.button.click();
      await ask(box, "mice");
      const links = await box.links();
      await box.hits.first().click();
      await box.waitForPage(links[0]);
      await page.evaluate((edit) => {
        const stored = JSON.parse(sessionStorage["docfuse-left"]);
        new Function("seen", `(${edit})(seen)`)(stored[0][6]);
        sessionStorage["docfuse-left"] = JSON.stringify(stored);
      }, String(change));
      await page.goBack();
      await box.waitForAnswerTo("mice");
      assert.deepEqual(await box.links(), links, what);
    });
});

test("a search comes back to the box that it was left from", async () => {
  for (const [path, used] of [
    ["two.html", "#second"],
    ["shadow.html", "docfuse-search"],
  ])
    await sites.on(server, path, async (_box, page) => {
      const locator = page.locator(used);
      await leaveFrom(page, locator, "hawks");
      await page.goBack();
      await locator.locator("dialog").waitFor();
      assert.equal(await page.locator("dialog:visible").count(), 1, path);
      assert.equal(await locator.locator("input").inputValue(), "hawks");
    });
});

test("the address opens the first box that has its parameter", async () => {
  await sites.on(server, "two.html?q=hawks", async (_box, page) => {
    await page.locator("#second dialog").waitFor();
    assert.equal(await page.locator("dialog:visible").count(), 1);
  });
});

test("a box that an app puts in another's place when the reader goes back has the search", async () => {
  await sites.on(server, "app.html", async (box, page) => {
    await followHitsByScript(page);
    await box.button.click();
    await ask(box, "hawks");
    await box.hits.first().click();
    await box.dialog.waitFor({ state: "hidden" });
    await page.evaluate(() => history.back());
    await box.dialog.waitFor();
    assert.equal(await box.input.inputValue(), "hawks");
    await meanwhile(300);
    assert.equal(await box.dialog.isVisible(), true);
  });
});

test("a query of the address that the reader closed stays closed on going back", async () => {
  await sites.on(server, "owls.html?q=hawks", async (box, page) => {
    await box.waitForAnswerTo("hawks");
    await page.keyboard.press("Escape");
    await page.goto(`${server.url}kites.html`);
    await page.goBack();
    await meanwhile(500);
    assert.equal(await box.dialog.isVisible(), false);
    // Left through a hit, it comes back.
    await page.goto(`${server.url}owls.html?q=hawks`);
    await box.waitForAnswerTo("hawks");
    await box.hits.first().click();
    await page.waitForURL(/hawks\.html/);
    await page.goBack();
    await box.dialog.waitFor();
    assert.equal(await box.input.inputValue(), "hawks");
  });
});

test("without a Navigation API, going back opens the box, and a link of the page does not", async () => {
  await sites.on(server, "sections.html", async (box, page) => {
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, "navigation", { value: undefined, configurable: true }),
    );
    await page.goto(`${server.url}sections.html#s1`);
    await page.reload();
    assert.equal(await page.evaluate(() => globalThis.navigation), undefined);
    await page.evaluate(() => history.replaceState({ own: 1 }, ""));
    await box.button.click();
    await ask(box, "prey 3");
    await box.hits.first().click();
    await page.waitForFunction(() => location.hash === "#s3");
    await page.evaluate(() => document.querySelector("#link").click());
    await page.waitForFunction(() => location.hash === "#s1");
    await meanwhile(300);
    assert.equal(await box.dialog.isVisible(), false, "another entry with the same address");
    await page.evaluate(() => history.go(-2));
    await box.dialog.waitFor();
    assert.equal(await box.input.inputValue(), "prey 3");
    assert.equal(await page.evaluate(() => history.state.own), 1, "the page's own state stays");
  });
});
