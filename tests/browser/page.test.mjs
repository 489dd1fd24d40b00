// The search box on a real site, used as a reader uses it.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/ and the search box in its pages.
// DOCFUSE_SCREENSHOTS (optional): a folder for screenshots. CHROMIUM (optional): the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { required, screenshot } from "./chromium.mjs";
import { holding, serve } from "./server.mjs";
import { onPage, server } from "./start-page.mjs";

test("ownership: the lexical answer finds chapter 4", async () => {
  // Without the encoder, only the lexical retriever answers.
  await onPage(async (box, page) => {
    await box.setAttribute("encoder", "off");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    const pages = await box.pages();
    assert.ok(
      pages.slice(0, 3).some((url) => url.startsWith("ch04-")),
      `pages: ${pages}`,
    );
    await screenshot(page, "lexical");
  });
});

test("questions in other words find their chapters once the encoder is ready", async () => {
  const expectations = [
    ["how do I share data between threads", 3, /^ch16-/],
    ["interfaces like in java", 5, /^ch(10-02|18-)/],
    ["catch exceptions", 5, /^ch09-/],
  ];
  await onPage(async (box, page) => {
    await box.encoderReady();
    for (const [text, depth, chapter] of expectations) {
      await box.type(text);
      await box.waitForAnswerTo(text);
      const pages = await box.pages();
      assert.ok(
        pages.slice(0, depth).some((url) => chapter.test(url)),
        `“${text}”: ${pages}`,
      );
      assert.equal(await box.note(), "", "nothing is degraded");
      await screenshot(page, `hybrid-${text.replaceAll(" ", "-")}`);
    }
  });
});

test("the late hybrid answer follows the first", async () => {
  await onPage(async (box, page) => {
    const release = holding(server, /docfuse_embed/);
    await box.type("how do I share data between threads");
    await box.waitForAnswerTo("how do I share data between threads");
    assert.equal(await box.note(), "", "nothing that the reader could do");
    await screenshot(page, "word-matches-so-far");
    release();
    await box.waitForWhole();
    const pages = await box.pages();
    assert.ok(
      pages.slice(0, 3).some((url) => url.startsWith("ch16-")),
      `pages: ${pages}`,
    );
  });
});

/** Addresses and places of the hits that the reader sees. */
const inSight = (box) =>
  box.scroller.evaluate((list) => {
    const { bottom } = list.getBoundingClientRect();
    const hits = [...list.querySelectorAll("[role=option]")].map((hit) => [
      hit.href,
      hit.getBoundingClientRect().top,
    ]);
    return hits.filter(([, top]) => top < Math.min(bottom, innerHeight));
  });

test("late results move nothing that is in sight; the best one is named, and the next key has their order", async () => {
  const question = "how do I share data between threads";
  await onPage(async (box) => {
    const release = holding(server, /docfuse_embed/);
    await box.type(question);
    await box.waitForAnswerTo(question);
    const [before, all] = [await inSight(box), await box.urls()];
    assert.ok(before.length > 0);
    release();
    await box.waitForWhole();
    assert.deepEqual((await inSight(box)).slice(0, before.length), before);
    assert.notDeepEqual(await box.urls(), all, "better hits are below");
    const missed = await box.host.locator(".offer a").getAttribute("href");
    await box.type(`${question} `);
    await box.waitForAnswerTo(question);
    const first = (await box.links()).slice(0, 3);
    assert.ok(first.includes(missed), "the next query has this order at once");
  });
});

test("keys reach the best result that came late, and open it", async () => {
  const question = "how do I share data between threads";
  await onPage(async (box) => {
    const release = holding(server, /docfuse_embed/);
    await box.type(question);
    await box.waitForAnswerTo(question);
    release();
    await box.waitForWhole();
    const missed = box.host.locator(".offer a");
    for (let stops = 0; stops < 9 && !(await missed.evaluate((it) => it.matches(":focus"))); stops += 1)
      await box.page.keyboard.press("Tab");
    const href = await missed.getAttribute("href");
    await box.page.keyboard.press("Enter");
    await box.waitForPage(href);
  });
});

test("going back from a result that came late brings back the list that the reader saw", async () => {
  const question = "how do I share data between threads";
  await onPage(async (box, page) => {
    const release = holding(server, /docfuse_embed/);
    await box.type(question);
    await box.waitForAnswerTo(question);
    const first = await box.links();
    release();
    await box.waitForWhole();
    const seen = async () => [await box.links(), await inSight(box), await missed.getAttribute("href")];
    const missed = box.host.locator(".offer a");
    const before = await seen();
    const late = before[0].findIndex((href) => !first.includes(href));
    assert.ok(late > 0, "a hit that the words alone do not find");
    for (const chosen of [missed, box.hits.nth(late)]) {
      const href = await chosen.getAttribute("href");
      const offset = await box.scroller.evaluate((list) => list.scrollTop);
      await chosen.click();
      await box.waitForPage(href);
      await page.goBack();
      await box.waitForAnswerTo(question);
      assert.deepEqual((await seen())[0], before[0]);
      assert.equal((await seen())[2], before[2]);
      if (chosen === missed) assert.deepEqual([await seen(), offset], [before, 0]);
    }
  });
});

test("a box that is opened again has the order of a late answer", async () => {
  const question = "how do I share data between threads";
  await onPage(async (box) => {
    const release = holding(server, /docfuse_embed/);
    await box.type(question);
    await box.waitForAnswerTo(question);
    const before = (await box.links()).slice(0, 3);
    release();
    await box.waitForWhole();
    const missed = await box.host.locator(".offer a").getAttribute("href");
    assert.deepEqual((await box.links()).slice(0, 3), before);
    await box.page.keyboard.press("Escape");
    await box.page.keyboard.press("ArrowDown");
    const first = (await box.links()).slice(0, 3);
    assert.ok(first.includes(missed), `${first}`);
    assert.equal(await box.host.locator(".offer a").count(), 0);
  });
});

test("keys: down, up and Enter open a hit, Escape closes and then clears", async () => {
  await onPage(async (box) => {
    await box.setAttribute("encoder", "off");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    assert.equal(await box.input.getAttribute("aria-expanded"), "true");
    for (const [key, selected] of [
      ["ArrowDown", 0],
      ["ArrowDown", 1],
      ["ArrowUp", 0],
      ["ArrowUp", -1],
      ["ArrowDown", 0],
    ]) {
      await box.input.press(key);
      assert.equal(await box.selected(), selected, key);
    }
    await box.input.press("Escape");
    assert.equal(await box.panel.isVisible(), false);
    assert.equal(await box.input.getAttribute("aria-expanded"), "false");
    assert.equal(await box.input.inputValue(), "ownership");
    await box.input.press("ArrowDown");
    assert.equal(await box.panel.isVisible(), true);
    await box.input.press("Escape");
    await box.input.press("Escape");
    assert.equal(await box.input.inputValue(), "");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    await box.input.press("ArrowDown");
    await box.input.press("ArrowDown");
    const target = (await box.urls())[1];
    await box.input.press("Enter");
    await box.waitForPage(server.url + target);
  });
});

test("a click opens a hit, and the page's own shortcuts stay quiet while typing", async () => {
  await onPage(async (box) => {
    await box.setAttribute("encoder", "off");
    await box.type("s/s?");
    assert.equal(await box.input.inputValue(), "s/s?");
    await box.type("slices");
    await box.waitForAnswerTo("slices");
    const [target] = await box.urls();
    await box.hits.first().click();
    await box.waitForPage(server.url + target);
  });
});

test("highlights are marks in the excerpt", async () => {
  await onPage(async (box) => {
    await box.setAttribute("encoder", "off");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    const marks = await box.hits.locator("mark").allTextContents();
    assert.ok(marks.length > 0);
    for (const mark of marks) assert.match(mark.toLowerCase(), /^own/);
  });
});

test("hits that no word led to carry a sign", async () => {
  await onPage(async (box, page) => {
    await box.encoderReady();
    await box.type("interfaces like in java");
    await box.waitForAnswerTo("interfaces like in java");
    const hits = await box.hits.evaluateAll((all) =>
      all.map((hit) => [hit.querySelector(".meaning") !== null, hit.querySelectorAll("mark").length]),
    );
    const found = hits.filter(([byMeaning]) => byMeaning);
    assert.ok(found.length > 0 && found.length < hits.length, JSON.stringify(hits));
    assert.ok(found.every(([, marks]) => marks === 0));
    await screenshot(page, "by-meaning");
  });
});

test("nothing is fetched of the index before the reader enters the box", async () => {
  await onPage(async (box, page) => {
    server.requests.length = 0;
    await page.reload();
    await page.waitForLoadState("networkidle");
    const loaded = server.requests.filter((path) => path.startsWith("/docfuse/"));
    assert.deepEqual(loaded, ["/docfuse/docfuse.js"]);
    await box.input.focus();
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    assert.ok(server.requests.includes("/docfuse/docfuse.json"));
  });
});

test("a link leads to its section, where the matched words are marked", async () => {
  await onPage(async (box, page) => {
    await box.setAttribute("encoder", "off");
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    const [link] = await box.links();
    assert.match(link, /^http:.*\.html#[^:]+$/);
    await box.hits.first().click();
    await page.waitForURL(link);
    await page.waitForFunction(() =>
      [...(CSS.highlights.get("docfuse") ?? [])].some((mark) => /owner/i.test(mark.toString())),
    );
  });
});

test("a typing error is corrected, and a line says so", async () => {
  await onPage(async (box, page) => {
    await box.setAttribute("encoder", "off");
    await box.type("onwership ");
    await box.waitForAnswerTo("onwership");
    assert.equal(await box.correction(), "Showing results for “ownership”.");
    assert.ok((await box.pages()).slice(0, 3).some((url) => url.startsWith("ch04-")));
    await screenshot(page, "correction");
    await box.type("ownership ");
    await box.waitForAnswerTo("ownership");
    assert.equal(await box.correction(), "");
  });
});

test("the last word matches as a prefix until a space follows", async () => {
  await onPage(async (box) => {
    await box.setAttribute("encoder", "off");
    await box.type("interio mutabil");
    await box.waitForAnswerTo("interio mutabil");
    const marked = async () => (await box.hits.locator("mark").allTextContents()).join(" ").toLowerCase();
    assert.match(await marked(), /mutabil(e|ity)/);
    assert.match((await box.pages())[0], /^ch15-05-/);
    await box.type("concurr");
    await box.waitForAnswerTo("concurr");
    assert.equal(await box.correction(), "", "a prefix is not corrected");
    assert.match(await marked(), /concurren/);
  });
});

test("a query without any match says so", async () => {
  await onPage(async (box, page) => {
    await box.setAttribute("encoder", "off");
    await box.type("qqqqqqzzzzzz");
    await page.getByText("Nothing found for “qqqqqqzzzzzz”.").first().waitFor();
  });
});

for (const [name, options] of [
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 390, height: 760 } }],
]) {
  test(`the panel stays on the screen (${name})`, async () => {
    await onPage(async (box, page) => {
      await box.setAttribute("encoder", "off");
      await box.type("ownership");
      await box.waitForAnswerTo("ownership");
      const { x, width } = await box.panel.boundingBox();
      assert.ok(x >= 0 && x + width <= page.viewportSize().width, `panel from ${x} to ${x + width}`);
      await screenshot(page, name);
    }, options);
  });
}

test("scripts and index may come from another origin", async () => {
  const elsewhere = await serve(required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book"));
  try {
    await onPage(async (_box, page) => {
      const urls = await page.evaluate(async (base) => {
        const { open } = await import(`${base}docfuse.js`);
        const search = await open({ base, encoder: "off" });
        const { hits } = await search.query("ownership");
        search.close();
        return hits.map(({ href }) => href);
      }, `${elsewhere.url}docfuse/`);
      assert.ok(urls.length > 0 && urls.every((href) => href.startsWith(elsewhere.url)), `${urls}`);
    });
  } finally {
    await elsewhere.close();
  }
});
