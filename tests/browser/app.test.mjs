// The box inside of apps: other languages without a reload, elements that are moved, removed and put back.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, newPage } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";
import { until } from "./still.mjs";

const LAYOUTS = ["inline", "modal"];

let browser;
let site;
let server;

before(async () => {
  browser = await launchChromium();
  const version = (number, html) =>
    html.replace("<title>", `<meta name="docusaurus_version" content="${number}"><title>`);
  site = smallSite({
    "1/old.html": version("1.0", pageIn("en", "Falcons of old", "A falcon rests. Talons.")),
    "2/new.html": version("2.0", pageIn("en", "Falcons", "A falcon dives.")),
    "index.html": pageIn("en", "Birds", "An owl is a bird of prey. Bananas are yellow."),
    "other.html": pageIn("en", "Other", "An owl hunts at night."),
    "de/index.html": pageIn("de", "Vögel", "Eine Eule jagt bei Nacht. Bananen sind gelb."),
  });
  server = await serve(site.folder);
});

after(async () => {
  await browser?.close();
  await server?.close();
  site?.remove();
});

async function onPage(layout, body) {
  const { page, problems, close } = await newPage(browser);
  try {
    await page.route("**/index.html", async (route) => {
      const html = pageIn("en", "Birds", "").replace("<docfuse-search>", `<docfuse-search layout=${layout}>`);
      await route.fulfill({ contentType: "text/html", body: html });
    });
    const box = await SearchBox.at(page, `${server.url}index.html`);
    await body(box, page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const enter = (box, layout) => (layout === "modal" ? box.button.click() : box.input.focus());

/** Waits until the options lead to exactly these pages. */
async function waitForPages(box, wanted) {
  await until(async () => String((await box.pages()).sort()) === String(wanted), `hits on ${wanted}`);
}

for (const layout of LAYOUTS) {
  test(`a reader who moves to another language inside of the app searches its pages (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      await enter(box, layout);
      await box.type("bananas");
      await waitForPages(box, ["index.html"]);
      const toLanguage = (language) =>
        page.evaluate((tag) => (document.documentElement.lang = tag), language);
      // While the results are shown.
      await toLanguage("de");
      await box.type("bananen");
      await waitForPages(box, ["de/index.html"]);
      assert.equal(await box.list.getAttribute("aria-label"), "Ergebnisse");
      await page.keyboard.press("Escape");
      await toLanguage("en");
      await enter(box, layout);
      await box.type("owl");
      await waitForPages(box, ["index.html", "other.html"]);
      // The same text is asked again.
      await box.type("an");
      await toLanguage("de");
      await waitForPages(box, []);
      await toLanguage("en");
      await waitForPages(box, ["index.html", "other.html"]);
    });
  });

  test(`a reader who moves to another version inside of the app searches its pages (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      /** What a router does that replaces the elements of the head. */
      const toVersion = (number) =>
        page.evaluate((content) => {
          document.querySelector("meta[name=docusaurus_version]")?.remove();
          const meta = Object.assign(document.createElement("meta"), { name: "docusaurus_version", content });
          if (content !== "") document.head.append(meta);
          document.querySelector("h1").textContent = content;
        }, number);
      const chip = (number) => box.host.getByRole("button", { name: `Version ${number}` });
      await toVersion("2.0");
      await enter(box, layout);
      await box.type("falcon");
      await waitForPages(box, ["2/new.html"]);
      // The same text is still there when the reader comes back.
      for (const [number, found] of [
        ["1.0", ["1/old.html"]],
        ["", ["1/old.html", "2/new.html"]],
        ["2.0", ["2/new.html"]],
      ]) {
        await page.keyboard.press("Escape");
        await page.evaluate(() => document.activeElement.blur?.());
        await toVersion(number);
        await enter(box, layout);
        await waitForPages(box, found);
        if (number !== "") assert.equal(await chip(number).getAttribute("aria-pressed"), "true");
      }
      // What this version lacks is found in the other one, and what the other one has there.
      await box.type("talons");
      await waitForPages(box, ["1/old.html"]);
      assert.equal(await chip("2.0").getAttribute("aria-pressed"), "false");
      await page.keyboard.press("Escape");
      await page.evaluate(() => document.activeElement.blur?.());
      await toVersion("1.0");
      await enter(box, layout);
      await chip("1.0").waitFor();
      assert.equal(await chip("1.0").getAttribute("aria-pressed"), "true");
    });
  });

  test(`an attribute fixes the language (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      await box.setAttribute("language", "de");
      await page.evaluate(() => (document.documentElement.lang = "en"));
      await enter(box, layout);
      await box.type("bananen");
      await waitForPages(box, ["de/index.html"]);
    });
  });

  test(`a box that is moved while the reader types goes on (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      await enter(box, layout);
      await page.keyboard.type("owl");
      await waitForPages(box, ["index.html", "other.html"]);
      server.requests.length = 0;
      for (const move of [
        (host) => document.body.append(host),
        (host) => document.querySelector("main").prepend(host),
        (host) => host.replaceWith(host),
      ]) {
        await box.host.evaluate(move);
        await page.keyboard.type("s");
      }
      assert.equal(await box.input.inputValue(), "owlsss");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await waitForPages(box, ["index.html", "other.html"]);
      assert.ok(!server.requests.includes("/docfuse/docfuse.json"), "the index stays open");
    });
  });

  test(`a new element in its place works (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      await enter(box, layout);
      await page.keyboard.type("ow");
      // As a framework does that finds another page than it expects.
      await page.evaluate(() => {
        const main = document.querySelector("main");
        main.innerHTML = `${main.innerHTML}`;
      });
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).overflow), "visible");
      await enter(box, layout);
      await page.keyboard.type("owl");
      await waitForPages(box, ["index.html", "other.html"]);
    });
  });

  test(`a box that is away for long closes its index, and opens it again (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      await enter(box, layout);
      await box.type("owl");
      await waitForPages(box, ["index.html", "other.html"]);
      const isClosed = await page.evaluate(async () => {
        const host = document.querySelector("docfuse-search");
        const search = await host.open();
        host.remove();
        globalThis.kept = host;
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return search.query("owl").then(
          () => false,
          ({ code }) => code === "closed",
        );
      });
      assert.equal(isClosed, true);
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).overflow), "visible");
      await page.evaluate(() => document.body.append(globalThis.kept));
      await enter(box, layout);
      await box.type("owls");
      await waitForPages(box, ["index.html", "other.html"]);
    });
  });
}

for (const layout of LAYOUTS)
  test(`a box that was used and removed is not kept (${layout})`, async () => {
    await onPage(layout, async (box, page) => {
      await enter(box, layout);
      await box.type("owl");
      await waitForPages(box, ["index.html", "other.html"]);
      await page.evaluate(() => {
        const host = document.querySelector("docfuse-search");
        globalThis.removed = new WeakRef(host);
        host.remove();
      });
      const devtools = await page.context().newCDPSession(page);
      await until(async () => {
        await devtools.send("HeapProfiler.collectGarbage");
        return page.evaluate(() => globalThis.removed.deref() === undefined);
      }, "collected");
    });
  });

test("the page's own search does not get the box's key", async () => {
  await onPage("modal", async (box, page) => {
    await page.evaluate(() => {
      globalThis.heard = 0;
      for (const target of [document, document.body, window]) {
        target.addEventListener("keydown", (event) => {
          globalThis.heard += 1;
          event.preventDefault();
        });
      }
    });
    for (const key of ["Control+k", "/"]) {
      await page.keyboard.press(key);
      assert.equal(await box.dialog.isVisible(), true, key);
      await page.keyboard.press("Escape");
    }
    const heard = await page.evaluate(() => globalThis.heard);
    await page.keyboard.press("x");
    assert.ok((await page.evaluate(() => globalThis.heard)) > heard, "other keys reach it");
  });
});
