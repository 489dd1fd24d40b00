// What a page does when a hit leads to it: the section, whatever hides it, and the words.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { ENGINES } from "./engines.mjs";
import { PAGES } from "./landing-pages.mjs";
import { meanwhile, untilSeen } from "./still.mjs";

const sites = new BoxSite();
let server;
/** Browsers by the names of their engines. */
const browsers = {};

before(async () => {
  await sites.start();
  const written = Object.entries(PAGES).map(([path, page]) => [path, pageWith(page)]);
  server = await sites.of(Object.fromEntries(written));
  for (const { name, skip, launch } of ENGINES) if (!skip) browsers[name] = await launch();
});
after(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
  await sites.stop();
});

/** In the page: what is marked, and whether that and the element `id` are in the window; once both are, or after `limit` ms. */
async function landed([id, isMarked, limit = 240_000]) {
  const isIn = ({ top, bottom }) => bottom > 0 && top >= -1 && bottom <= innerHeight + 1;
  const look = () => {
    const marks = [...(CSS.highlights.get("docfuse") ?? [])];
    const element = document.getElementById(id);
    return {
      marks: marks.map((mark) => mark.toString()),
      seen: marks.filter((mark) => isIn(mark.getBoundingClientRect())).length,
      isThere: element !== null && element.checkVisibility() && isIn(element.getBoundingClientRect()),
    };
  };
  for (const deadline = Date.now() + limit; Date.now() < deadline;) {
    const { marks, seen, isThere } = look();
    if (isThere && (!isMarked || (marks.length > 0 && seen > 0))) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // The landing goes on for a while, and must not lead away again.
  await new Promise((resolve) => setTimeout(resolve, 600));
  return look();
}

/** Expects that `marks` are marked, one of them in the window, and the element `id` in the window. */
function expectLanded(found, id, marks) {
  assert.deepEqual(found.marks, marks);
  assert.ok(found.isThere, `#${id} is not in the window: ${JSON.stringify(found)}`);
  if (marks.length > 0) assert.ok(found.seen > 0, "no mark in the window");
}

/** Chooses the first hit for `query` in Chromium. */
async function choose(from, query, act = (box) => box.hits.first().click(), body = () => undefined) {
  await sites.on(server, from, async (box, page) => {
    if (from === "modal.html") await box.button.click();
    await ask(box, query);
    await act(box, page);
    await body(box, page);
  });
}

/** Query, page, element in the window, marks. */
const LANDINGS = [
  ["barn owl", "far.html#night", "words", ["barn", "owl"]],
  ["heron pond", "twice.html#second", "second", ["heron", "pond", "heron", "pond", "heron", "pond"]],
  ["kestrel hovers", "details.html#folded", "folded", ["kestrel", "hovers"]],
  ["bittern booms", "until-found.html#reeds", "reeds", ["bittern", "booms"]],
  ["plover runs", "aria.html#shore", "shore", ["plover", "runs"]],
  ["dunlin probes", "labelled.html#mud", "mud", ["dunlin", "probes"]],
  ["curlew calls", "order.html#moor", "moor", ["curlew", "calls"]],
  ["wigeon whistles", "radios.html#lake", "lake", ["wigeon", "whistles"]],
  ["teal dabbles", "radio-pairs.html#ditch", "ditch", ["teal", "dabbles"]],
  ["siskin alders", "nested.html#inner", "inner", ["siskin", "alders"]],
  ["crossbill cones", "words-in-panel.html#trees", "cones", ["crossbill", "cones"]],
  ["smew dives", "scroller.html#ice", "smew", ["smew", "dives"]],
  ["gadwall feeds", "late.html#weir", "weir", ["gadwall", "feeds"]],
  ["noddy nods", "tabs-beside.html#reef", "reef", ["noddy", "nods"]],
  ["guillemot guards", "radios-beside.html#ledge", "ledge", ["guillemot", "guards"]],
  ["wombat cubic", "summary.html#cubes", "gut", []],
  [
    "garça überläuferin",
    "apart.html#marsh",
    "egret",
    ["Überläuferin", "garça"].map((word) => word.normalize("NFD")),
  ],
];

for (const [query, place, id, marks] of LANDINGS) {
  test(`a hit leads to ${place}`, async () => {
    await choose("start.html", query, undefined, async (box, page) => {
      await box.waitForPage(server.url + place);
      expectLanded(await page.evaluate(landed, [id, marks.length > 0]), id, marks);
    });
  });
  for (const { name, skip } of ENGINES) {
    test(`in ${name}, a hit leads to ${place}`, { skip }, async () => {
      const browser = browsers[name];
      await browser.goto(`${server.url}start.html`);
      await browser.evaluate(chooseFirst, query);
      await untilAt(browser, server.url + place);
      expectLanded(await browser.evaluate(landed, [id, marks.length > 0]), id, marks);
    });
  }
}

/** In the page: types a query, and clicks on the first hit of its answer, with `keys` held. */
async function chooseFirst(query) {
  const box = document.querySelector("docfuse-search");
  await customElements.whenDefined("docfuse-search");
  const answered = new Promise((resolve) => box.addEventListener("docfuse-answer", resolve, { once: true }));
  box.show();
  const input = box.shadowRoot.querySelector("input");
  input.value = query;
  input.dispatchEvent(new Event("input"));
  await answered;
  // Behind the value that the test waits for, since the page goes away.
  setTimeout(() => box.shadowRoot.querySelector("a.hit").click(), 200);
}

/** A page that goes away gives no value. */
const untilAt = (browser, address) =>
  untilSeen(
    () => browser.evaluate(async () => location.href, undefined, 1000).catch(() => ""),
    address,
    "address",
  );

test("excerpt, preview and landing are one passage", async () => {
  await sites.on(server, "modal.html", async (box, page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await box.button.click();
    await ask(box, "bird.nestBox");
    const excerpt = box.hits.first().locator(".excerpt");
    assert.match(await excerpt.innerText(), /^bird\.nestBox\s+Hangs a box/);
    assert.deepEqual(await excerpt.locator("mark").allTextContents(), ["bird.nestBox"]);
    const preview = box.dialog.locator(".preview");
    await preview.getByText("Hangs a box").waitFor();
    const entry = await preview.evaluate((element) => {
      const line = [...element.querySelectorAll("p")].find((each) => each.textContent === "bird.nestBox");
      const { top, bottom } = element.getBoundingClientRect();
      const place = line.getBoundingClientRect();
      return place.top > top && place.bottom < bottom && line.querySelector("mark") !== null;
    });
    assert.ok(entry, "the preview shows the entry");
    await box.hits.first().click();
    await box.waitForPage(`${server.url}entries.html#birds`);
    expectLanded(await page.evaluate(landed, ["entry", true]), "entry", ["bird.nestBox"]);
  });
});

test("an entry whose text has not its name is where a hit leads", async () => {
  await choose("start.html", "stork.nestPlace", undefined, async (box, page) => {
    await box.waitForPage(`${server.url}terms.html#storks`);
    expectLanded(await page.evaluate(landed, ["chimneys", false]), "chimneys", []);
  });
});

for (const [query, id] of [
  ["avocet sweeps", "lagoon"],
  ["stilt nests", "saltpan"],
]) {
  test(`no header covers #${id}`, async () => {
    await choose("start.html", query, undefined, async (box, page) => {
      await box.waitForPage(`${server.url}header.html#${id}`);
      assert.ok((await page.evaluate(landed, [id, true])).isThere);
      const top = await page.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, id);
      assert.ok(top >= 100 && top < 400, `#${id} begins at ${top}`);
    });
  });
}

for (const from of ["modal.html", "far.html"]) {
  test(`Enter in ${from} leads to the words`, async () => {
    const enter = (box) => box.input.press("Enter");
    await choose(from, "barn owl", enter, async (box, page) => {
      await box.waitForPage(`${server.url}far.html#night`);
      expectLanded(await page.evaluate(landed, ["words", true]), "words", ["barn", "owl"]);
      assert.equal(await page.evaluate(() => location.href), `${server.url}far.html#night`);
    });
  });
}

for (const [how, options] of [
  ["Ctrl and a click", { modifiers: ["Control"] }],
  ["the middle button", { button: "middle" }],
]) {
  test(`${how} open a tab that marks the words`, async () => {
    const opened = async (box, page) => {
      const coming = page.context().waitForEvent("page");
      await box.hits.first().click(options);
      const tab = await coming;
      await tab.waitForLoadState();
      expectLanded(await tab.evaluate(landed, ["words", true]), "words", ["barn", "owl"]);
      assert.equal(await page.evaluate(() => localStorage.getItem("docfuse-landing")), null);
    };
    await choose("start.html", "barn owl", opened);
  });
}

test("an application that goes to the hit itself gets the marks when it is there", async () => {
  await choose("app.html", "barn owl", undefined, async (box, page) => {
    await page.waitForFunction(() => location.hash === "#night");
    expectLanded(await page.evaluate(landed, ["words", true]), "words", ["barn", "owl"]);
  });
});

test("a link to what is hidden opens it without a search, and marks nothing", async () => {
  for (const [path, id] of [
    ["aria.html#shore", "shore"],
    ["radios.html#lake", "lake"],
  ]) {
    await sites.on(server, path, async (box, page) => {
      expectLanded(await page.evaluate(landed, [id, false]), id, []);
    });
  }
});

test("words that are no longer there lead to the anchor", async () => {
  await sites.on(server, "start.html", async (box, page) => {
    await page.route("**/far.html", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/barn|owl/g, "crane");
      await route.fulfill({ response, body });
    });
    await ask(box, "barn owl");
    await box.hits.first().click();
    await box.waitForPage(`${server.url}far.html#night`);
    expectLanded(await page.evaluate(landed, ["night", false]), "night", []);
  });
});

test("the page stays where the reader has moved it, and a click ends the marks", async () => {
  await choose("start.html", "barn owl", undefined, async (box, page) => {
    await box.waitForPage(`${server.url}far.html#night`);
    await page.evaluate(landed, ["words", true]);
    await page.mouse.wheel(0, -2000);
    await meanwhile(500);
    assert.equal((await page.evaluate(landed, ["words", false, 0])).seen, 0);
    await page.mouse.click(500, 400);
    assert.deepEqual((await page.evaluate(landed, ["words", false, 0])).marks, []);
  });
});

test("a tab is selected once: the reader may select another one", async () => {
  await choose("start.html", "noddy nods", undefined, async (box, page) => {
    await box.waitForPage(`${server.url}tabs-beside.html#reef`);
    const after = await page.evaluate(async () => {
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      for (let left = 2000; !document.getElementById("reef").checkVisibility() && left > 0; left -= 1)
        await pause(5);
      document.querySelector("[role=tab]:nth-child(3)").click();
      await pause(600);
      return { isSeen: document.getElementById("reef").checkVisibility(), clicks: globalThis.clicks };
    });
    assert.deepEqual(after, { isSeen: false, clicks: 2 });
  });
});

test("pages load no script for landings unless a hit led there", async () => {
  server.requests.length = 0;
  await sites.on(server, "far.html#night", async (box, page) => {
    await page.waitForLoadState("networkidle");
    assert.ok(!server.requests.some((path) => path.includes("docfuse-landing")), `${server.requests}`);
  });
});
