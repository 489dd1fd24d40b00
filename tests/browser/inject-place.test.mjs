// `docfuse build --inject`: where the box is once the page has looked, on pages whose markup alone would mislead.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { docfuseServe } from "./docfuse-serve.mjs";

const TEXT = "<main><h1>Threads</h1><p>Some words.</p><div style='height:2000px'></div></main>";
const PAGES = {
  // Nothing is wrong with the place of the header.
  plain: `<header style="display:flex"><a href=".">Site</a></header>${TEXT}`,
  // A bar lies over the header.
  covered: `<header>Site</header><div style="position:fixed;inset:0 0 auto;height:60px;background:silver">
    <a href=".">Site</a></div>${TEXT}`,
  // The bar in the header is fixed, so that the header has no height.
  bar: `<style>body{margin:0;padding-top:60px}</style><header><nav style="position:fixed;inset:0 0 auto;height:60px;
    background:silver"><a href=".">Site</a></nav></header>${TEXT}`,
  // The side bar with the search is out of the window on phones.
  drawer: `<style>aside{position:fixed;left:0;width:300px}@media(max-width:600px){aside{left:-300px}}</style>
    <aside><form role="search"><input name="q"></form></aside>${TEXT}`,
  // An application with a search in its bar, between other things.
  app: `<div id="app"><div style="position:fixed;inset:0 0 auto;height:64px;display:flex;gap:9px;align-items:center">
    <a href=".">Site</a><button class="DocSearch-Button" style="width:120px">Search</button><button>Menu</button></div>
    ${TEXT}</div>`,
  // The corner where the box would be has the menu.
  corner: `<div id="root"><button id="menu" style="position:fixed;top:8px;right:8px;width:44px;height:44px">Menu</button>
    ${TEXT}</div>`,
  // A search in a menu that is closed, and wide margins.
  margins: `<div style="display:none"><form role="search"><input name="q"></form></div>
    <main style="width:300px"><h1>Threads</h1>${"<p>Some words.</p>".repeat(200)}</main>`,
  // A dark body around a light text.
  dark: `<style>body{background:#123}main{background:#fff;display:block}</style>${TEXT}`,
  // A bar that is lower than the box.
  low: `<style>body{margin:0}</style><nav style="height:36px;background:silver"><a href=".">Site</a></nav>${TEXT}`,
  // A theme with its own font, corners and links, of which the colour is too light for the box.
  theme: `<style>body{font-family:Georgia,serif}a{color:#f80}pre{border-radius:3px}</style><header>Site</header>
    <main><h1>Threads</h1><p>Some <a href=".">words</a>.</p><pre>code</pre></main>`,
  // What the author says counts.
  said: `<style>docfuse-search{--docfuse-accent:#060;--docfuse-radius:9px}a{color:#f80}</style><header>Site</header>
    <main><h1>Threads</h1><p>Some <a href=".">words</a>.</p></main>`,
  // Scripts make a search in the bar, and a filter in the text.
  made: `<header style="display:flex"><a href=".">Site</a><div id="bar"></div></header>${TEXT}`,
};

let site, server, browser;
before(async () => {
  site = mkdtempSync(join(tmpdir(), "docfuse-place-"));
  for (const [name, body] of Object.entries(PAGES)) {
    writeFileSync(
      join(site, `${name}.html`),
      `<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width">
      <title>${name}</title></head><body>${body}</body></html>`,
    );
  }
  const command = required("DOCFUSE_BIN", "the docfuse command");
  const line = ["build", site, "--no-dense", "--cache", join(site, "cache"), "--inject"];
  execFileSync(command, line, { stdio: "pipe" });
  server = await docfuseServe(site);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(site, { recursive: true, force: true });
});

/** Opens a page and has `body` look at it, once the box can be touched in all its points. */
async function on(name, width, body) {
  const { page, close } = await newPage(browser, {
    viewport: { width, height: 700 },
  });
  try {
    await page.goto(`${server.url}${name}.html`);
    await page.waitForFunction(isReached);
    await body(page);
  } finally {
    await close();
  }
}

/** In the page. */
function isReached() {
  const box = document.querySelector("docfuse-search");
  const button = box?.shadowRoot?.querySelector("button")?.getBoundingClientRect();
  if (!button || button.width < 24) return false;
  const { left, right, top, bottom } = button;
  return [
    [left + 4, top + 4],
    [right - 4, bottom - 4],
  ].every(([x, y]) => document.elementFromPoint(x, y) === box);
}

const parentOf = (page) =>
  page.evaluate(() => document.querySelector("docfuse-search").parentElement.localName);
const boxOf = (page) => page.locator("docfuse-search").boundingBox();

test("a place that is reached stays", () =>
  on("plain", 360, async (page) => assert.equal(await parentOf(page), "header")));

test("what lies over the header moves the box into it", () =>
  on("covered", 360, async (page) => {
    assert.equal(await parentOf(page), "body");
    const { y, height } = await boxOf(page);
    assert.ok(y >= 0 && y + height <= 60, `in the bar: ${y}, ${height}`);
  }));

test("a header without height does not hang the box beside the text", () =>
  on("bar", 360, async (page) => {
    const { y, height } = await boxOf(page);
    assert.ok(y >= 0 && y + height <= 60, `in the bar: ${y}, ${height}`);
    const text = await page.locator("main").evaluate((main) => main.getBoundingClientRect().width);
    assert.equal(text, 360);
  }));

test("the box leaves a side bar where that is out of the window, and comes back", () =>
  on("drawer", 360, async (page) => {
    assert.equal(await parentOf(page), "body");
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.waitForFunction(
      () => document.querySelector("docfuse-search").parentElement.localName === "aside",
    );
    assert.equal(await page.locator("form").isVisible(), false);
  }));

test("in an application, the box lies over the button and nothing else", () =>
  on("app", 360, async (page) => {
    const box = await boxOf(page);
    const button = await page
      .locator(".DocSearch-Button")
      .evaluate((each) => each.getBoundingClientRect().toJSON());
    assert.ok(
      Math.abs(box.x - button.x) < 1 && Math.abs(box.width - 120) < 1,
      JSON.stringify({ box, button }),
    );
    await page.getByRole("button", { name: "Menu" }).click();
  }));

test("the corner with the menu is left to it", () =>
  on("corner", 360, async (page) => {
    await page.locator("#menu").click();
    const { x, width } = await boxOf(page);
    assert.ok(x + width <= 360 - 52, `beside the menu: ${x}, ${width}`);
  }));

test("in the middle of a page, margins are not searched point by point", () =>
  on("margins", 1200, async (page) => {
    const asked = await page.evaluate(() => {
      let count = 0;
      for (const name of ["elementFromPoint", "elementsFromPoint"]) {
        const own = document[name];
        document[name] = (...point) => ((count += 1), own.apply(document, point));
      }
      scrollTo(0, 3000);
      dispatchEvent(new Event("resize"));
      return count;
    });
    assert.ok(asked > 0 && asked < 20_000, `${asked} points`);
    const { y } = await boxOf(page);
    assert.ok(y > 500, `in the corner: ${y}`);
  }));

test("the box has the colours of the text", () =>
  on("dark", 1000, async (page) => {
    assert.equal(await page.locator("docfuse-search").getAttribute("theme"), "light");
  }));

test("a drawer over the window hides a box that floats, until it is closed", () =>
  on("corner", 360, async (page) => {
    await page.evaluate(() => {
      const drawer = document.createElement("div");
      drawer.id = "drawer";
      drawer.style.cssText = "position:fixed;inset:0;background:silver;z-index:999";
      drawer.innerHTML = "<a href='.' style='position:absolute;inset:0'>All of it</a>";
      document.querySelector("#menu").onclick = () => document.querySelector("#root").append(drawer);
      drawer.onclick = (event) => {
        event.preventDefault();
        drawer.remove();
      };
    });
    await page.locator("#menu").click();
    await page.locator("docfuse-search").waitFor({ state: "hidden" });
    await page.locator("#drawer").click();
    await page.locator("docfuse-search").waitFor({ state: "visible" });
  }));

test("in a low bar, the box is as low", () =>
  on("low", 1000, async (page) => {
    assert.equal(await parentOf(page), "nav");
    const { y, height } = await boxOf(page);
    assert.ok(y >= 0 && y + height <= 36 && height >= 24, `${y}, ${height}`);
  }));

const looks = (page) =>
  page.locator("docfuse-search").evaluate((box) => {
    const style = getComputedStyle(box);
    const of = (name) => style.getPropertyValue(`--docfuse-${name}`);
    return { font: of("font"), radius: of("radius"), accent: of("accent") };
  });

test("the box has the font, the corners and the accent of its page", () =>
  on("theme", 1000, async (page) => {
    const { font, radius, accent } = await looks(page);
    assert.match(font, /Georgia, serif$/);
    assert.equal(radius, "3px");
    const [red, green, blue] = accent.match(/\d+/g).map(Number);
    assert.ok(red > green && green > blue && red < 200, `a darker orange: ${accent}`);
  }));

test("what the author gave the box stays", () =>
  on("said", 1000, async (page) => {
    const { radius, accent } = await looks(page);
    assert.deepEqual([radius, accent], ["9px", "#060"]);
  }));

test("a search that a script makes in a bar is hidden, not one in the text", () =>
  on("made", 1000, async (page) => {
    await page.evaluate(() => {
      document.querySelector("#bar").innerHTML =
        "<form><input type=text placeholder='Search the docs'></form>";
      document.querySelector("main").insertAdjacentHTML("afterbegin", "<input type=search id=filter>");
    });
    await page.locator("#bar form").waitFor({ state: "hidden" });
    assert.equal(await page.locator("#filter").isVisible(), true);
    assert.equal(await page.locator("docfuse-search").isVisible(), true);
  }));
