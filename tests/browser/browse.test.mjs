// All words, orders by keys, and lists of pages without a query: by `query`, in the box and in its parts. Other sites load
// nothing for it. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expectAccessible } from "./accessible.mjs";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { holding } from "./server.mjs";
import { meanwhile } from "./still.mjs";

const sites = new BoxSite();
let server;
let plain;

const modal = { attributes: `layout="modal"` };
const part = (name) => `<docfuse-${name} param="q"></docfuse-${name}>`;
/** A page of a kind, with a date unless that is empty. */
const dated = (title, kind, date, text) =>
  pageWith({
    title,
    ...modal,
    head: `<meta data-docfuse-filter="kind:${kind}">${
      date && `<meta data-docfuse-sort="date[content]" content="${date}">`
    }`,
    body: `<p>${text}</p>`,
  });

before(async () => {
  await sites.start();
  server = await sites.of({
    "a.html": dated("First", "news", "2024-12-31", "An owl hunts mice at night."),
    "b.html": dated("Second", "news", "2025-01-02", "Owls rest by day."),
    "c.html": dated("Third", "guide", "", "How to watch an owl, or mice."),
    "search.html": pageWith({ body: ["input", "summary", "filters", "results"].map(part).join("") }),
  });
  plain = await sites.of({
    "a.html": pageWith({ title: "Owls", ...modal, body: "<p>An owl hunts mice.</p>" }),
    "b.html": pageWith({ title: "Voles", body: "<p>Mice and voles.</p>" }),
  });
});
after(() => sites.stop());

const loaded = (name) => server.requests.filter((path) => path.includes(name)).length;

/** What `query` answers in the page: pages, facets and whether words are missing. */
const queried = (page, text, options) =>
  page.evaluate(
    async ([asked, given]) => {
      const search = await document.querySelector("docfuse-search").open();
      const { hits, facets, fewer, degraded } = await search.query(asked, given);
      const pages = hits.map(({ page }) => page);
      return { pages, facets, fewer, failed: (degraded ?? []).map(({ retriever }) => retriever) };
    },
    [text, options],
  );

test("query sorts, lists pages without a text, and nests filters", async () => {
  await sites.on(server, "a.html", async (_box, page) => {
    const before = loaded("keys-");
    const orders = await page.evaluate(async () => {
      const { offers } = await document.querySelector("docfuse-search").open();
      return offers.sort;
    });
    assert.deepEqual(orders, ["date:desc"]);
    const newest = ["b.html", "a.html", "c.html"];
    for (const [text, options, pages] of [
      ["owl", { sort: "date:desc" }, newest],
      ["", { sort: "date:desc", filters: { kind: ["news", "guide"] } }, newest],
      ["owl mice", { sort: "date" }, ["a.html", "c.html"]],
      ["", { filters: { kind: ["news"] } }, ["a.html", "b.html"]],
      ["", { filters: { kind: "guide", none: [] } }, ["c.html"]],
      ["", { filters: { any: [{ kind: ["guide"] }, { none: [{ kind: ["news", ""] }] }] } }, ["c.html"]],
      ["", {}, []],
    ]) {
      const answer = await queried(page, text, options);
      assert.deepEqual(answer.pages, pages, JSON.stringify([text, options]));
      assert.ok(!answer.failed.includes("sort"));
    }
    assert.equal(loaded("keys-") - before, 1, "the keys are loaded once");
    const { facets } = await queried(page, "owl", { filters: { kind: ["guide"] }, facets: true });
    assert.deepEqual(facets.kind, { guide: 1, news: 2 });
    const { failed } = await queried(page, "owl", { sort: "size" });
    assert.ok(failed.includes("sort"));
    for (const text of ["owl", ""]) {
      const unknown = await queried(page, text, { filters: { colour: "red" } });
      assert.deepEqual([unknown.pages, unknown.failed.includes("filters")], [[], true]);
    }
    const site = await page.evaluate(async () => {
      const search = await document.querySelector("docfuse-search").open();
      return { filters: await search.filters(), info: search.info() };
    });
    assert.deepEqual(site.filters, { kind: { guide: 1, news: 2 } });
    assert.deepEqual([site.info.pages, site.info.sort], [4, ["date"]]);
    await assert.rejects(queried(page, "owl", { filters: { kind: 1 } }), /filters/);
  });
});

test("the box lists pages without a query, and sorts them and what was found", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    const all = box.host.getByRole("button", { name: "All pages" });
    const order = box.host.getByRole("combobox", { name: "Order" });
    await all.click();
    await box.waitForAnswerTo("");
    const kinds = ["b.html", "a.html", "c.html"];
    assert.deepEqual((await box.pages()).slice(0, 3), kinds);
    assert.equal(await all.isVisible(), false);
    await expectAccessible(page, "all pages");
    await screenshot(page, "all-pages");
    await order.selectOption("date ↑");
    await page.waitForFunction(
      () => document.querySelector("docfuse-search").shadowRoot.querySelector("a.hit").pathname === "/a.html",
    );
    await box.host.getByRole("button", { name: "guide" }).click();
    await page.waitForFunction(
      () => document.querySelector("docfuse-search").shadowRoot.querySelectorAll("a.hit").length === 1,
    );
    assert.deepEqual(await box.pages(), ["c.html"]);
    await box.host.getByRole("button", { name: /news 2/ }).waitFor();
    await box.host.getByRole("button", { name: "guide" }).click();
    await ask(box, "owl");
    assert.equal((await box.pages())[0], "a.html");
    await order.selectOption("Best match");
    await box.waitForAnswerTo("owl", 2);
    await box.input.fill("");
    await all.waitFor();
    assert.equal(await box.hits.count(), 0);
  });
});

test("the parts have the order and the list, too", async () => {
  await sites.on(server, "search.html", async (_box, page) => {
    await page.locator("docfuse-input input").focus();
    const filters = page.locator("docfuse-filters");
    await filters.getByRole("button", { name: "All pages" }).click();
    const links = page.locator("docfuse-results a");
    await links.first().waitFor();
    assert.equal(await links.first().evaluate(({ pathname }) => pathname), "/b.html");
    await filters.getByRole("combobox", { name: "Order" }).selectOption("date ↑");
    await page.waitForFunction(
      () => document.querySelector("docfuse-results").shadowRoot.querySelector("a")?.pathname === "/a.html",
    );
  });
});

test("all words are needed if the box says so, and a sentence tells where no page has them", async () => {
  await sites.on(plain, "a.html", async (box) => {
    await box.setAttribute("match", "all");
    await box.button.click();
    await ask(box, "mice hunts ");
    assert.deepEqual(await box.pages(), ["a.html"]);
    assert.equal(await box.correction(), "");
    await ask(box, "hunts voles ");
    assert.equal(await box.correction(), "No result has all words. These have some of them.");
    assert.equal((await box.pages()).length, 2);
    assert.deepEqual(
      plain.requests.filter((path) => /docfuse-browse|keys-/.test(path)),
      [],
    );
  });
});

test("a menu that comes behind an answer moves nothing of it", async () => {
  // Without filters, the line above the list is for the menu alone.
  const page = (title, date, text) =>
    pageWith({
      title,
      ...modal,
      head: `<meta data-docfuse-sort="date[content]" content="${date}">`,
      body: `<p>${text}</p>`,
    });
  const ordered = await sites.of({
    "a.html": page("First", "2024-12-31", "An owl hunts mice at night."),
    "b.html": page("Second", "2025-01-02", "Owls rest by day."),
  });
  await sites.on(ordered, "a.html", async (box, tab) => {
    const deliver = holding(ordered, /docfuse-browse\.js/);
    const top = () => box.hits.first().evaluate((hit) => hit.getBoundingClientRect().top);
    await box.button.click();
    await ask(box, "day");
    const before = await top();
    const arrived = tab.waitForResponse(/docfuse-browse\.js/);
    deliver();
    await (await arrived).finished();
    await meanwhile(300);
    assert.equal(await top(), before);
    await ask(box, "owl");
    await box.host.locator("select.order").waitFor();
  });
});

for (const { name, skip, launch } of ENGINES) {
  test(`${name}: pages are listed without a query, newest first`, { skip }, async () => {
    const browser = await launch();
    try {
      await browser.goto(`${server.url}a.html`);
      const found = await browser.evaluate(async () => {
        const search = await document.querySelector("docfuse-search").open();
        const { hits } = await search.query("", { sort: "date:desc" });
        return hits.map(({ page }) => page);
      });
      assert.deepEqual(found.slice(0, 3), ["b.html", "a.html", "c.html"]);
    } finally {
      await browser.close();
    }
  });
}
