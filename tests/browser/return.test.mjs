// Searches that come back: from a hit, by the page's address, by calls of the page; and keys that stay in the box.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, followHitsByScript, pageWith } from "./box-site.mjs";
import { meanwhile, until } from "./still.mjs";

const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  const page = (title, attributes = "", body = "") =>
    pageWith({ title, attributes, body: `<p>${title} hunt mice.</p>${body}` });
  server = await sites.of({
    "a.html": page("Owls", `layout="modal"`, `<h2 id="prey">Prey</h2><p>What owls hunt.</p>`),
    "b.html": page("Hawks", `layout="modal"`),
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`voles-${at}.html`, page(`Voles ${at}`, `layout="modal"`)]),
    ),
    "inline.html": page("Inline"),
    "off.html": page("Off", `layout="modal" param=""`),
    "other.html": page("Other", `layout="modal" param="search"`),
    "docfuse.toml": `[[rules]]\nqueries = ["owls"]\npage = "b.html"\n`,
    "links.html": pageWith({
      title: "Links",
      attributes: `layout="modal"`,
      inner: `<a slot="start" href="#two">Two</a>`,
      body: `<p style="height: 3000px">Long.</p><h2 id="two">Two</h2>`,
    }),
    "results.html": page("Results", `layout="modal"`, `<docfuse-input param="q"></docfuse-input>`),
  });
});
after(() => sites.stop());

const returns = () => server.requests.filter((path) => path.includes("/docfuse-return.js")).length;

for (const layout of ["modal", "inline"]) {
  const start = layout === "modal" ? "a.html" : "inline.html";

  test(`going back from a hit brings the query and its results back, once (${layout})`, async () => {
    await sites.on(server, start, async (box, page) => {
      const before = returns();
      if (layout === "modal") await box.button.click();
      await ask(box, "hawks");
      const target = (await box.links()).find((href) => href.endsWith("b.html#top"));
      const index = (await box.links()).indexOf(target);
      await box.hits.nth(index).click();
      await box.waitForPage(target);
      assert.equal(returns(), before, "what only going back needs is not loaded by it");
      await page.goBack();
      await box.waitForAnswerTo("hawks");
      assert.equal(await box.input.inputValue(), "hawks");
      assert.ok((await box.links()).includes(target));
      assert.equal(await (layout === "modal" ? box.dialog : box.panel).isVisible(), true);
      await page.keyboard.press("Escape");
      await page.goForward();
      await page.goBack();
      await meanwhile(500);
      assert.equal(
        await (layout === "modal" ? box.dialog : box.panel).isVisible(),
        false,
        "closed by the reader",
      );
    });
  });
}

test("going back brings further hits back, the place in the list and the selected row", async () => {
  await sites.on(server, "voles-0.html", async (box, page) => {
    await box.button.click();
    await ask(box, "voles");
    const place = () => box.scroller.evaluate((list) => list.scrollTop);
    await until(async () => {
      await box.scroller.evaluate((list) => (list.scrollTop = list.scrollHeight));
      return (await box.hits.count()) >= 30;
    }, "further hits");
    const wanted = (await box.links())[24];
    for (let row = -1; row < 24; row += 1) await page.keyboard.press("ArrowDown");
    const [selected, scrolled] = [await box.selected(), await place()];
    assert.ok(selected === 24 && scrolled > 0);
    await page.keyboard.press("Enter");
    await box.waitForPage(wanted);
    await page.goBack();
    await box.waitForAnswerTo("voles");
    assert.equal((await box.links())[24], wanted);
    assert.deepEqual([await box.selected(), await place()], [selected, scrolled]);
  });
});

test("going back to another place of the same page brings the query back, too", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await ask(box, "prey");
    await box.hits.first().click();
    await page.waitForURL(/a\.html#prey/);
    await meanwhile(300);
    assert.equal(await box.dialog.isVisible(), false, "the hit is shown");
    await page.goBack();
    await box.dialog.waitFor();
    assert.equal(await box.input.inputValue(), "prey");
  });
});

test("any link in the dialog closes it, and going back opens it with its query", async () => {
  await sites.on(server, "links.html", async (box, page) => {
    await box.button.click();
    await box.dialog.getByRole("link", { name: "Two" }).click();
    await box.dialog.waitFor({ state: "hidden" });
    await page.waitForFunction(() => location.hash === "#two" && scrollY > 1000);
    await box.button.click();
    await ask(box, "owls");
    await box.dialog.locator("a.card").click();
    await box.waitForPage(`${server.url}b.html`);
    await page.goBack();
    await box.waitForAnswerTo("owls");
    assert.equal(await box.dialog.isVisible(), true);
  });
});

test("in a single-page app, going back opens the box where it was left", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await followHitsByScript(page);
    await box.button.click();
    await ask(box, "hawks");
    await box.hits.first().click();
    await page.waitForFunction(() => location.pathname !== "/a.html");
    assert.equal(await box.dialog.isVisible(), false);
    await page.evaluate(() => history.back());
    await box.dialog.waitFor();
    assert.equal(await box.input.inputValue(), "hawks");
  });
});

test("the page's address opens the box with its query, unless the author chose otherwise", async () => {
  for (const [path, query] of [
    ["a.html?q=owls", "owls"],
    ["inline.html?q=owls+hunt", "owls hunt"],
    ["other.html?search=owls", "owls"],
  ])
    await sites.on(server, path, async (box) => {
      await box.waitForAnswerTo(query);
      assert.equal(await box.input.inputValue(), query);
      assert.equal(await box.list.isVisible(), true);
    });
  for (const path of ["off.html?q=owls", "other.html?q=owls", "a.html?q=", "a.html"]) {
    const before = returns();
    await sites.on(server, path, async (box, page) => {
      await meanwhile(400);
      assert.equal(await box.dialog.isVisible(), false, path);
    });
    assert.equal(returns(), before, path);
  }
  await sites.on(server, "results.html?q=owls", async (box, page) => {
    await meanwhile(600);
    assert.equal(await box.dialog.isVisible(), false, "the address belongs to the page's own input");
  });
});

test("a page opens the box with a query, and closes it", async () => {
  for (const path of ["a.html", "inline.html"])
    await sites.on(server, path, async (box) => {
      await box.host.evaluate((host) => host.show("owls"));
      await box.waitForAnswerTo("owls");
      assert.equal(await box.list.isVisible(), true);
      await box.host.evaluate((host) => host.close());
      assert.equal(await box.list.isVisible(), false);
    });
});

test("keys typed in the box do not reach the page's shortcuts, whenever the page listens", async () => {
  for (const path of ["a.html", "inline.html"])
    await sites.on(server, path, async (box, page) => {
      await page.evaluate(() => {
        globalThis.heard = [];
        // As libraries for shortcuts do, which take no input for one that they cannot see.
        for (const type of ["keydown", "keypress", "keyup"])
          for (const [target, capture] of [
            [document, false],
            [document, true],
            [window, false],
            [window, true],
          ])
            target.addEventListener(
              type,
              (event) => {
                globalThis.heard.push(`${type} ${event.key}`);
                if (event.key.length === 1) event.preventDefault();
              },
              { capture },
            );
      });
      if (path === "a.html") await box.button.click();
      else await box.input.focus();
      await page.keyboard.type("owls ");
      assert.equal(await box.input.inputValue(), "owls ");
      await page.keyboard.press("Backspace");
      assert.deepEqual(
        (await page.evaluate(() => globalThis.heard)).filter((key) => !/keydown Backspace/.test(key)),
        [],
      );
      await box.waitForAnswerTo("owls");
      await page.evaluate(() => (globalThis.heard.length = 0));
      await page.keyboard.press("ArrowDown");
      assert.equal(await box.selected(), 0);
      await page.keyboard.press("Control+b");
      const heard = await page.evaluate(() => globalThis.heard);
      assert.ok(heard.includes("keydown b"), "shortcuts with Ctrl stay the page's");
    });
});
