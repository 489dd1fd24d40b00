// What results show: kinds of symbols, headings above, filters, versions, languages, corrections, suggestions, further
// results, previews. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DARK_IF_ASKED, expectAccessible } from "./accessible.mjs";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { onPage as onBook } from "./start-page.mjs";
import { still, until } from "./still.mjs";

const sites = new BoxSite();
before(() => sites.start());
after(() => sites.stop());

/** Without such words, lines that all pages have would be left out. */
const WORDS = ["barn", "hunt", "night", "wing", "mouse", "tree", "moon", "feather", "nest", "wood"];

const filter = (kind) => `<meta data-docfuse-filter="kind:${kind}">`;

test("a hit shows the kind of the symbol that it documents", async () => {
  const body = `<p>About owls.</p><dl class="py function"><dt class="sig" id="owl.hoot">owl.hoot(times)</dt>
<dd><p>Hoots like an owl.</p></dd></dl>`;
  const server = await sites.of({ "api.html": pageWith({ title: "API", body }) });
  await sites.on(server, "api.html", async (box) => {
    await ask(box, "hoot");
    const hit = box.hits.filter({ hasText: "owl.hoot" }).first();
    assert.equal(await hit.locator(".kind").innerText(), "function");
    await ask(box, "about");
    assert.equal(await box.hits.first().locator(".kind").count(), 0);
  });
});

test("a hit shows the headings above its own, and screen readers say them", async () => {
  const body = `<p>About birds.</p><h2 id="prey">Birds of prey</h2><p>They hunt.</p>
<h3 id="owls">Owls</h3><p>Silent at night.</p><h4 id="ears">Their ears</h4><p>Hearing mice.</p>`;
  const server = await sites.of({ "birds.html": pageWith({ title: "Birds", body }) });
  await sites.on(server, "birds.html", async (box, page) => {
    await ask(box, "hearing");
    const hit = box.hits.first();
    assert.equal(await hit.locator("[part=path]").innerText(), "Birds of prey › Owls");
    const said = box.host.getByRole("option", { name: "Their ears Birds of prey › Owls", exact: true });
    assert.equal(await said.count(), 1);
    await screenshot(page, "breadcrumb");
    // Nothing stands above a heading of the second level but the page, which is the group's title.
    await ask(box, "hunt");
    assert.equal(await box.hits.first().locator("[part=path]").count(), 0);
  });
});

test("a weak fit: a sentence above the hits, and nothing below them that is said there", async () => {
  const query = "onwership espresso latte macchiato cortado";
  const weak = "Nothing matches closely. These are the nearest pages.";
  await onBook(
    async (box, page) => {
      await box.button.click();
      await box.encoderReady();
      await ask(box, query);
      await box.host.locator(".correction, .offer").getByText(weak).waitFor();
      assert.ok((await box.pages()).length > 0);
      assert.equal(await box.list.locator("[part=suggestion]").count(), 0, "the nearest sections are hits");
      await box.host.locator("[role=status]").getByText(weak).waitFor({ state: "attached" });
      await expectAccessible(page, "weak fit");
      await screenshot(page, "weak-fit");
      assert.equal(await box.host.getByText("Did you mean").count(), 0);
    },
    { html: pageWith({ attributes: `layout="modal"`, head: DARK_IF_ASKED }) },
  );
});

test("nothing found: suggestions are read out, selected by keys, and lead to what they suggest", async () => {
  const query = "feeathhers of owls";
  const corrected = "feathers of owls";
  const pages = Object.fromEntries(
    WORDS.map((word, at) => {
      const body = `<p>What owls, ${word} and feathers have in common.</p>`;
      return [
        `${at}.html`,
        pageWith({ title: `About ${word}`, body, head: DARK_IF_ASKED, attributes: `layout="modal"` }),
      ];
    }),
  );
  const server = await sites.of({ ...pages, "docfuse.toml": "[search]\nmin_score = 900\n" }, [], {
    vectors: true,
  });
  await sites.on(server, "0.html", async (box, page) => {
    await box.button.click();
    await box.encoderReady();
    await ask(box, query);
    const suggestions = box.list.locator("[part=suggestion]");
    await suggestions.first().waitFor();
    const texts = await suggestions.allTextContents();
    assert.equal(texts[0], corrected);
    assert.ok(texts.length > 1);
    const group = box.host.getByRole("group", { name: "Did you mean" });
    const near = box.host.getByRole("group", { name: "Nearest sections" });
    const counts = [await group.getByRole("option").count(), await near.getByRole("option").count()];
    assert.deepEqual(counts, [1, texts.length - 1]);
    await box.host.locator(".message").getByText(`Nothing found for “${query}”.`).waitFor();
    const said = `Nothing found for “${query}”. ${texts.length} suggestions.`;
    await box.host.locator("[role=status]").getByText(said).waitFor({ state: "attached" });
    await box.input.press("Enter");
    assert.equal(await suggestions.count(), texts.length, "a suggestion must be selected");
    const target = (await box.urls())[1];
    await box.input.press("ArrowDown");
    assert.equal(await box.selected(), 0);
    await expectAccessible(page, "suggestions");
    await box.input.press("Enter");
    await box.waitForAnswerTo(corrected);
    assert.equal(await box.input.inputValue(), corrected);
    await ask(box, query);
    await suggestions.first().waitFor();
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await box.input.press(key);
    await box.waitForPage(server.url + target);
  });
});

test("filters are chips with the number of pages, and keep their place when they are pressed", async () => {
  const server = await sites.of({
    "a.html": pageWith({ title: "Owls", head: filter("guide"), body: "<p>An owl hunts.</p>" }),
    "b.html": pageWith({ title: "Barn owls", head: filter("guide"), body: "<p>The owl of barns.</p>" }),
    "c.html": pageWith({ title: "Owl calls", head: filter("how to"), body: "<p>Calling an owl.</p>" }),
    "d.html": pageWith({ title: "Mice", body: "<p>Prey of an owl.</p>" }),
    "set.html": pageWith({ attributes: `filters="kind:'how to'"` }),
    "wrong.html": pageWith({ attributes: `filters="kind how"` }),
  });
  const chips = (box) =>
    box.host
      .locator("[part=filters] button")
      .evaluateAll((all) => all.map((chip) => [chip.innerText, chip.ariaPressed].join(" ")));
  await sites.on(server, "d.html", async (box, page) => {
    await ask(box, "owl");
    assert.deepEqual(await chips(box), ["guide 2 false", "how to 1 false"]);
    assert.equal((await box.pages()).length, 4);
    await box.host.getByRole("button", { name: "how to" }).click();
    await page.waitForFunction(
      () => document.querySelector("docfuse-search").shadowRoot.querySelectorAll(".hit").length === 1,
    );
    assert.deepEqual(await chips(box), ["guide false", "how to 1 true"]);
    assert.deepEqual(await box.pages(), ["c.html"]);
    await screenshot(page, "filters");
    // The panel stays open, and keys return to the input.
    await page.keyboard.press("s");
    assert.equal(await box.input.inputValue(), "owls");
    await ask(box, "barns");
    await page.getByText("Nothing found for “barns”.").first().waitFor();
    await box.host.getByRole("button", { name: "Search without filters" }).click();
    await box.hits.first().waitFor();
    assert.deepEqual(await box.pages(), ["b.html"]);
  });
  await sites.on(server, "set.html", async (box) => {
    await ask(box, "owl");
    assert.deepEqual(await box.pages(), ["c.html"]);
    assert.deepEqual(await chips(box), ["how to 1 true"]);
    await box.setAttribute("filters", "kind:guide");
    await ask(box, "the owl");
    assert.deepEqual((await box.pages()).sort(), ["a.html", "b.html"]);
  });
  const warnings = [];
  await sites.on(server, "wrong.html", async (box, page) => {
    page.on("console", (message) => warnings.push(message.text()));
    await ask(box, "owl");
    assert.equal((await box.pages()).length, 4, "no filter applies");
  });
  assert.ok(
    warnings.some((text) => text.includes("the attribute filters must be like")),
    `${warnings}`,
  );
});

test("a search is limited to the version of its page, and the reader can widen it", async () => {
  const version = (number) => `<meta name="docusaurus_version" content="${number}">`;
  const server = await sites.of({
    "new.html": pageWith({ title: "Owls", head: version("2.0"), body: "<p>Owls hunt at night.</p>" }),
    "1.0/old.html": pageWith({ title: "Old owls", head: version("1.0"), body: "<p>Owls and feathers.</p>" }),
    "blog.html": pageWith({ title: "Blog", body: "<p>Owls in the news.</p>" }),
  });
  await sites.on(server, "new.html", async (box, page) => {
    await ask(box, "owls");
    assert.deepEqual((await box.pages()).sort(), ["blog.html", "new.html"]);
    const chip = box.host.getByRole("button", { name: "Version 2.0" });
    assert.equal(await chip.getAttribute("aria-pressed"), "true");
    await screenshot(page, "version");
    await chip.click();
    await box.hits.filter({ hasText: "feathers" }).waitFor();
    assert.equal(await chip.getAttribute("aria-pressed"), "false");
    await chip.click();
    await box.hits.filter({ hasText: "feathers" }).waitFor({ state: "detached" });
    await ask(box, "feathers");
    assert.deepEqual(await box.pages(), ["1.0/old.html"], "nothing in this version");
    assert.match(await box.correction(), /^Nothing found in version 2\.0; all versions are shown\.$/);
  });
  await sites.on(server, "blog.html", async (box) => {
    await ask(box, "owls");
    assert.equal((await box.pages()).length, 3, "a page without version searches all");
  });
});

test("the language of the page is searched, and the reader can choose another one", async () => {
  const server = await sites.of({
    "index.html": pageWith({ title: "Owls", body: "<p>The owl hunts at night.</p>" }),
    "more.html": pageWith({ title: "More", body: "<p>Mice hide in the barn.</p>" }),
    "de/index.html": pageWith({ title: "Eulen", lang: "de", body: "<p>Die Eule heißt auch owl.</p>" }),
  });
  await sites.on(server, "", async (box, page) => {
    await ask(box, "owl");
    assert.equal(await box.hits.count(), 1);
    const choice = box.host.getByRole("combobox", { name: "Language" });
    assert.deepEqual(await choice.locator("option").allTextContents(), ["English", "Deutsch"]);
    await choice.selectOption("de");
    await box.hits.filter({ hasText: "Eule" }).waitFor();
    assert.equal(await choice.inputValue(), "de");
    await screenshot(page, "languages");
    await choice.selectOption("en");
    await box.hits.filter({ hasText: "hunts" }).waitFor();
  });
});

test("a corrected word can be searched for as typed", async () => {
  const server = await sites.of({
    "a.html": pageWith({ title: "Owls", body: "<p>Ownership of an owl.</p>" }),
    "b.html": pageWith({ title: "Words", body: "<p>The ownership of words.</p>" }),
  });
  await sites.on(server, "a.html", async (box, page) => {
    await ask(box, "onwership ");
    assert.match(await box.correction(), /^Showing results for “ownership”\./);
    await box.host.getByRole("button", { name: "Search for “onwership” instead" }).click();
    await page.getByText('Nothing found for “"onwership"”.').first().waitFor();
    assert.equal(await box.input.inputValue(), '"onwership"');
  });
});

test("further results come when the reader scrolls or goes down, none twice", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `p${n}.html`,
      pageWith({
        title: `Page ${n}`,
        body: `<p>${WORDS[n % 10]} owl ${WORDS[n % 7]} ${n}, ${WORDS[n % 9]}.</p>`,
      }),
    ]),
  );
  const server = await sites.of({ ...pages, "index.html": pageWith({ title: "Start" }) });
  await sites.on(server, "", async (box, page) => {
    await ask(box, "owl");
    assert.equal(await box.hits.count(), 10);
    const first = await box.urls();
    await box.hits.first().hover();
    await until(async () => {
      if ((await box.hits.count()) >= 60) return true;
      await page.mouse.wheel(0, 600);
      await still(page);
      return false;
    }, "all hits");
    const all = await box.urls();
    assert.equal(all.length, 60);
    assert.equal(new Set(all).size, 60);
    assert.deepEqual(all.slice(0, 10), first);
    await ask(box, "owl moon");
    for (let before = -1; before !== 24;) {
      await box.input.press("ArrowDown");
      const selected = await box.selected();
      assert.ok(selected >= before && selected <= 24, "the selection waits for further hits");
      before = selected;
    }
  });
});

test("the section of the selected hit is shown beside the list on wide screens", async () => {
  const attributes = `layout="modal"`;
  const long = "<p>Owls hunt in woods.</p><p>Their ears hear mice.</p>";
  const server = await sites.of({
    "a.html": pageWith({ title: "Owls", body: long, attributes }),
    "b.html": pageWith({ title: "Mice", body: "<p>Mice fear owls.</p><p>They hide.</p>", attributes }),
    "off.html": pageWith({ title: "Off", attributes: `${attributes} preview="off"` }),
  });
  const preview = (box) => box.host.locator("[part=preview]");
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await ask(box, "owls");
    await preview(box).waitFor();
    const [first, second] = await box.hits.allTextContents();
    const shown = () => preview(box).innerText();
    const texts = { Owls: "Their ears hear mice.", Mice: "They hide." };
    assert.ok((await shown()).includes(texts[first.slice(0, 4)]), `${first}: ${await shown()}`);
    assert.deepEqual(new Set(await preview(box).locator("mark").allTextContents()).size, 1);
    await box.input.press("ArrowDown");
    await box.input.press("ArrowDown");
    const expected = texts[second.slice(0, 4)];
    await preview(box).getByText(expected).waitFor();
    await screenshot(page, "preview");
    await box.hits.first().hover();
    await preview(box).getByText(texts[first.slice(0, 4)]).waitFor();
  });
  await sites.on(server, "off.html", async (box) => {
    await box.button.click();
    await ask(box, "owls");
    assert.equal(await preview(box).isVisible(), false);
  });
  const phone = { viewport: { width: 360, height: 740 } };
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      await box.button.click();
      await ask(box, "owls");
      assert.equal(await preview(box).isVisible(), false);
      await screenshot(page, "preview-phone");
    },
    phone,
  );
});

test("a window of 1280 × 800 shows nine hits of three pages, and seven where each has its own page", async () => {
  const section = (n) =>
    `<h2 id="s${n}">Part ${n}</h2><p>Owls ${WORDS[n % 10]} the ${WORDS[(n * 3) % 10]}.</p>`;
  const attributes = `layout="modal"`;
  for (const [least, pages, each] of [
    [9, 3, 3],
    [7, 9, 1],
  ]) {
    const of = (at) =>
      pageWith({
        title: `${WORDS[at]} page`,
        attributes,
        body: Array.from({ length: each }, (_, n) => section(at * each + n)).join(""),
      });
    const server = await sites.of(
      Object.fromEntries(Array.from({ length: pages }, (_, at) => [`p${at}.html`, of(at)])),
    );
    await sites.on(
      server,
      "p0.html",
      async (box) => {
        await box.button.click();
        await ask(box, "owls");
        const seen = await box.scroller.evaluate((list) => {
          const { bottom } = list.getBoundingClientRect();
          const hits = [...list.querySelectorAll(".hit")];
          return hits.filter((hit) => hit.getBoundingClientRect().bottom <= bottom).length;
        });
        assert.ok(seen >= least, `${seen} of ${await box.hits.count()}, ${pages} pages`);
      },
      { viewport: { width: 1280, height: 800 } },
    );
  }
});
