// Rules of the site: a page and a note above the list, apart from the hits.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_MODEL: the encoder, for rules by meaning.
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
let byMeaning;

const RULES = `
[[rules]]
queries = ["owl"]
page = "b.html"

[[rules]]
queries = ["mice"]
match = "prefix"
note = "Mice are in the field guide."
link = "https://field.example/mice"

[[rules]]
queries = ["mice at night"]
note = "Bring a lamp."
`;

/** In other words than those of its page, and of what is asked below. */
const BY_MEANING = `
[[rules]]
queries = ["cancel my subscription"]
match = "meaning"
similarity = 0.6
page = "leave.html"
note = "Within 30 days."
`;

before(async () => {
  await sites.start();
  const search = ["input", "results"].map((name) => `<docfuse-${name} param="q"></docfuse-${name}>`).join("");
  const searchPage = pageWith({ body: search });
  server = await sites.of({
    "docfuse.toml": RULES,
    "a.html": pageWith({
      title: "Owls",
      attributes: `layout="modal"`,
      body: "<p>An owl hunts mice at night.</p>",
    }),
    "b.html": pageWith({ title: "Birds of the night", body: "<p>Owls, and nightjars.</p>" }),
    "search.html": searchPage,
  });
  byMeaning = await sites.of(
    {
      "docfuse.toml": BY_MEANING,
      "box.html": pageWith({
        title: "Plans",
        attributes: `layout="modal" encoder="eager"`,
        body: "<p>Plans and prices.</p>",
      }),
      "leave.html": pageWith({ title: "Leaving", body: "<p>How a contract ends.</p>" }),
      "search.html": searchPage,
    },
    [],
    { vectors: true },
  );
});
after(() => sites.stop());

/** The texts and addresses of what is shown above the list. */
const pinned = (page, host = "docfuse-search") =>
  page.evaluate((name) => {
    const { shadowRoot } = document.querySelector(name);
    const cards = [...shadowRoot.querySelectorAll(".pinned .card")];
    return cards.map((card) => [card.innerText.replace(/\s+/g, " "), card.href ?? ""]);
  }, host);

/** Resolves when the script that shows rules is there: it may come behind a first answer. */
async function whenRulesAreRead(box, page) {
  await ask(box, "owl");
  await page.locator("docfuse-search .pinned").waitFor();
  await ask(box, "night");
}

test("a rule shows its page above the list, in which the page keeps its rank", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await whenRulesAreRead(box, page);
    await ask(box, "Owl");
    assert.deepEqual(await pinned(page), [["Birds of the night", `${server.url}b.html`]]);
    assert.deepEqual(await box.pages(), ["a.html", "b.html"]);
    const places = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector("docfuse-search");
      const top = (name) => shadowRoot.querySelector(name).getBoundingClientRect().top;
      return [top(".pinned"), top("a.hit")];
    });
    assert.ok(places[0] < places[1], String(places));
    await expectAccessible(page, "pinned");
    await screenshot(page, "pinned");
    await ask(box, "mice at night");
    assert.deepEqual(await pinned(page), [
      ["Mice are in the field guide.", "https://field.example/mice"],
      ["Bring a lamp.", ""],
    ]);
    await screenshot(page, "pinned-notes");
    await page.setViewportSize({ width: 390, height: 800 });
    await screenshot(page, "pinned-phone");
    await ask(box, "night");
    assert.deepEqual(await pinned(page), []);
    await ask(box, "owl");
    await page.keyboard.press("Enter");
    await page.waitForURL(/a\.html/);
  });
});

test("a pinned page is followed as a hit: the site hears of it, and the dialog closes", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await page.evaluate(() => {
      globalThis.chosen = [];
      document.addEventListener("docfuse-select", (event) => {
        globalThis.chosen.push(event.detail.url);
        event.preventDefault();
      });
    });
    await box.button.click();
    await ask(box, "mice at night");
    await page.locator("docfuse-search .pinned p.card").click();
    assert.deepEqual(await page.evaluate(() => globalThis.chosen), []);
    await ask(box, "owl");
    await page.locator("docfuse-search .pinned a.card").click();
    assert.deepEqual(await page.evaluate(() => globalThis.chosen), ["b.html"]);
    await box.input.waitFor({ state: "hidden" });
    assert.match(page.url(), /a\.html$/);
  });
});

/** Where the first hit and the card are, from the top of the window. */
const tops = (page) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector("docfuse-search");
    return ["a.hit", ".pinned"].map((name) => shadowRoot.querySelector(name)?.getBoundingClientRect().top);
  });

test("what comes behind an answer moves nothing of it", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    const deliver = holding(server, /docfuse-browse\.js/);
    await box.button.click();
    await ask(box, "owl");
    const [before] = await tops(page);
    deliver();
    await page.locator("docfuse-search .pinned").waitFor();
    const [hit, card] = await tops(page);
    assert.equal(hit, before);
    assert.ok(card > hit, `${card}, ${hit}`);
    await ask(box, "night");
    assert.deepEqual(await pinned(page), []);
    await ask(box, "owl");
    const [below, above] = await tops(page);
    assert.ok(above < below, `${above}, ${below}`);
  });
});

test("without its script, hits are shown as on other sites", async () => {
  const expected = /Failed to load resource|ERR_FAILED/;
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      await page.route(/docfuse-browse\.js/, (route) => route.abort());
      await box.button.click();
      await ask(box, "owl");
      assert.deepEqual(await box.pages(), ["a.html", "b.html"]);
      assert.deepEqual(await pinned(page), []);
    },
    { expected },
  );
});

test("the results of a page have it, too, and a pinned page opens", async () => {
  await sites.on(server, "search.html?q=owl", async (_box, page) => {
    const card = page.locator("docfuse-results a.card");
    await card.waitFor();
    assert.deepEqual(await pinned(page, "docfuse-results"), [["Birds of the night", `${server.url}b.html`]]);
    await card.click();
    await page.waitForURL(/b\.html/);
  });
});

test("a rule by meaning shows its page for other words, once they have a vector", async () => {
  await sites.on(byMeaning, "box.html", async (box, page) => {
    await box.button.click();
    await ask(box, "unsubscribe");
    await page.locator("docfuse-search .pinned").waitFor();
    assert.deepEqual(await pinned(page), [["Leaving Within 30 days.", `${byMeaning.url}leave.html`]]);
    // The encoder is there: what it does not find similar, no later answer will.
    await ask(box, "plans and prices");
    await meanwhile(500);
    assert.deepEqual(await pinned(page), []);
  });
});

/** Of each query, what stands in the results of the page. */
const IN_ENGINES = [
  ["a rule shows its page above the list", () => server, "owl", "Birds of the night", "/b.html"],
  ["so does one by meaning", () => byMeaning, "unsubscribe", "LeavingWithin 30 days.", "/leave.html"],
];

for (const { name, skip, launch } of ENGINES) {
  for (const [what, site, query, text, path] of IN_ENGINES) {
    test(`${name}: ${what}`, { skip }, async () => {
      const browser = await launch();
      try {
        await browser.goto(`${site().url}search.html?q=${query}`);
        const shown = await browser.evaluate(async () => {
          for (let waited = 0; waited < 300; waited += 1) {
            const { shadowRoot } = document.querySelector("docfuse-results");
            const card = shadowRoot?.querySelector(".pinned a.card");
            if (card) return [card.textContent, new URL(card.href).pathname];
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          return [];
        });
        assert.deepEqual(shown, [text, path]);
      } finally {
        await browser.close();
      }
    });
  }
}
