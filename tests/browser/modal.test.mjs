// The box as a button with a dialog: opening, focus, the page behind it, phones, and pages that hide their search.
// Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { launchChromium, screenshot } from "./chromium.mjs";
import { pageIn } from "./small-site.mjs";
import { holding } from "./server.mjs";
import { onPage as onStartPage, server } from "./start-page.mjs";
import { meanwhile, scrolled, until } from "./still.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** The box in its modal form, lexical. */
const onPage = (body, options) =>
  onStartPage(
    async (box, page) => {
      await box.setAttribute("layout", "modal");
      await body(box, page);
    },
    { encoder: "off", ...options },
  );

/** What a change of layout would move: where the page's parts are, and how far it is scrolled. */
const places = (page) =>
  page.evaluate(() => [
    scrollX,
    scrollY,
    ...["h1", "main", "#mdbook-menu-bar", ".nav-chapters"].map((selector) => {
      const { x, y, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      return [selector, x, y, width].join(" ");
    }),
  ]);

const activeTag = (page) =>
  page.evaluate(() => document.activeElement.id || document.activeElement.localName);

test("the button opens the dialog, and what the page had focused gets the focus back", async () => {
  await onPage(async (box, page) => {
    assert.equal(await box.dialog.isVisible(), false);
    await box.button.click();
    assert.equal(await box.dialog.isVisible(), true);
    await page.keyboard.type("ownership");
    await box.waitForAnswerTo("ownership");
    assert.ok((await box.hits.count()) > 0);
    await screenshot(page, "modal");
    await page.keyboard.press("Escape");
    assert.equal(await box.dialog.isVisible(), false);
    assert.equal(await box.button.evaluate((button) => button.matches(":focus")), true);

    // By its key from elsewhere in the page, several times.
    await page.evaluate(() => document.querySelector("#mdbook-sidebar-toggle, a").focus());
    const before = await activeTag(page);
    for (const [key, close] of [
      ["Control+k", () => page.keyboard.press("Escape")],
      ["Meta+k", () => box.closeButton.click()],
      ["Control+k", () => page.mouse.click(5, 5)],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await box.dialog.isVisible(), true, key);
      assert.equal(await box.input.evaluate((input) => input.matches(":focus")), true, key);
      assert.equal(await box.input.inputValue(), "ownership", "what was typed is still there");
      assert.ok((await box.hits.count()) > 0, key);
      await close();
      assert.equal(await box.dialog.isVisible(), false, key);
      assert.equal(await activeTag(page), before, key);
    }
  });
});

test("plain keys of the page's own inputs do not open it, and its list of keys can be changed", async () => {
  const html = pageIn("en", "Page", "<textarea></textarea>");
  await onPage(
    async (box, page) => {
      const presses = async (...cases) => {
        for (const [key, opens] of cases) {
          await page.keyboard.press(key);
          assert.equal(await box.dialog.isVisible(), opens, key);
          if (opens) await page.keyboard.press("Escape");
        }
      };
      await page.locator("textarea").focus();
      await presses(["/", false], ["k", false], ["Control+k", false]);
      assert.equal(await page.locator("textarea").inputValue(), "/k");
      await page.locator("textarea").blur();
      await presses(["/", true], ["Control+k", true], ["Alt+/", false], ["k", false]);
      await box.setAttribute("hotkey", "ctrl+j");
      await presses(["/", false], ["Control+k", false], ["Control+j", true]);
    },
    { html },
  );
});

test("the button names its key", async () => {
  await onPage(async (box) => {
    assert.match(await box.button.innerText(), /Ctrl K/);
    await box.setAttribute("hotkey", "");
    assert.doesNotMatch(await box.button.innerText(), /Ctrl/);
  });
  await onStartPage(async (_box, page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "platform", { get: () => "MacIntel" }));
    await page.reload();
    await page.evaluate(() => document.querySelector("docfuse-search").setAttribute("layout", "modal"));
    assert.match(await page.locator("docfuse-search .button").innerText(), /⌘K/);
  });
});

for (const [name, style] of [
  ["as it is", ""],
  [
    "that scrolls by its body",
    "html { overflow: hidden; height: 100% } body { overflow: auto; height: 100% }",
  ],
  [
    "with a sticky bar in a body that hides its width",
    "body { overflow-x: hidden } h1 { position: sticky; top: 0 }",
  ],
  ["with a scrollbar", ""],
]) {
  test(`a page ${name} neither jumps nor shifts nor scrolls behind the dialog`, async () => {
    const withScrollbar = name === "with a scrollbar";
    const inBrowser = withScrollbar
      ? await launchChromium([], { ignoreDefaultArgs: ["--hide-scrollbars"] })
      : undefined;
    const body = async (box, page) => {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`${text} main { min-height: 4000px }`);
        document.adoptedStyleSheets = [sheet];
      }, style);
      const scrollbar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
      assert.equal(scrollbar > 0, withScrollbar);
      await page.mouse.move(700, 600);
      await page.mouse.wheel(0, 700);
      await scrolled(page);
      const before = await places(page);
      await page.keyboard.press("Control+k");
      assert.equal(await box.dialog.isVisible(), true);
      assert.deepEqual(await places(page), before, "opened");
      await page.mouse.move(5, 400);
      await page.mouse.wheel(0, 500);
      await page.keyboard.press("PageDown");
      await meanwhile(300);
      assert.deepEqual(await places(page), before, "scrolled");
      await page.keyboard.press("Escape");
      assert.deepEqual(await places(page), before, "closed");
      await page.mouse.move(700, 600);
      await until(async () => {
        await page.mouse.wheel(0, 100);
        return !isDeepStrictEqual(await places(page), before);
      }, "released");
    };
    try {
      await onPage(body, { ...(inBrowser && { inBrowser }) });
    } finally {
      await inBrowser?.close();
    }
  });
}

test("on a phone the button is small, and the dialog fills the screen and can be closed", async () => {
  await onPage(async (box, page) => {
    const { width } = await box.button.boundingBox();
    assert.ok(width <= 44, `${width} px`);
    await screenshot(page, "modal-button-phone");
    await box.button.tap();
    await box.input.fill("ownership");
    await box.waitForAnswerTo("ownership");
    assert.deepEqual(await box.dialog.boundingBox(), { x: 0, y: 0, width: 360, height: 740 });
    await screenshot(page, "modal-phone");
    const close = await box.closeButton.boundingBox();
    assert.ok(close.width >= 40 && close.height >= 40, JSON.stringify(close));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await box.closeButton.tap();
    assert.equal(await box.dialog.isVisible(), false);
  }, PHONE);
});

test("in a narrow bar the button shows only what fits", async () => {
  await onPage(async (box) => {
    const shown = async (width) => {
      await box.host.evaluate((host, value) => (host.style.width = value), width);
      const { right, bottom } = await box.button.evaluate((button) => button.getBoundingClientRect());
      const parts = await box.button.evaluate((button) =>
        [...button.children].map((child) => {
          const rect = child.getBoundingClientRect();
          return [rect.right, rect.bottom];
        }),
      );
      return parts.map(([x, y]) => x <= right && y <= bottom);
    };
    assert.deepEqual(await shown("20em"), [true, true, true]);
    assert.deepEqual(await shown("2.5em"), [true, false, false]);
    assert.deepEqual(await shown("12em"), [true, true, false]);
  });
});

for (const [name, hide] of [
  ["is not displayed", (host) => (host.parentElement.style.display = "none")],
  ["is inert", (host) => (host.parentElement.inert = true)],
]) {
  test(`the key opens the dialog where the bar around the button ${name}`, async () => {
    await onPage(async (box, page) => {
      // In a bar of its own: hiding <main> would hide the page.
      await box.host.evaluate((host) => {
        const bar = document.createElement("div");
        host.before(bar);
        bar.append(host);
        host.style.setProperty("--docfuse-background", "rgb(1, 2, 3)");
        document.body.style.textTransform = "uppercase";
      });
      await box.host.evaluate(hide);
      await page.keyboard.press("Control+k");
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await page.keyboard.type("ownership");
      await box.waitForAnswerTo("ownership");
      assert.ok((await dialog.getByRole("option").count()) > 0);
      assert.equal(
        await dialog.evaluate((element) => getComputedStyle(element).backgroundColor),
        "rgb(1, 2, 3)",
      );
      assert.equal(await dialog.evaluate((element) => getComputedStyle(element).textTransform), "none");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("docfuse-portal").count(), 0);
      assert.equal(await box.dialog.count(), 1, "it is back in its element");
    });
  });
}

test("the key of an input that cannot be seen opens a dialog, and the input comes back", async () => {
  await onStartPage(
    async (box, page) => {
      await box.setAttribute("hotkey", "ctrl+k");
      await page.evaluate(() => {
        document.querySelector("main").style.minHeight = "4000px";
        scrollTo(0, 1500);
      });
      await page.keyboard.press("Control+k");
      assert.equal(await page.evaluate(() => scrollY), 1500);
      await page.keyboard.type("ownership");
      await box.waitForAnswerTo("ownership");
      assert.ok((await page.getByRole("dialog").getByRole("option").count()) > 0);
      await page.keyboard.press("Escape");
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.equal(await page.evaluate(() => scrollY), 1500);
      // In view, the input gets the focus itself.
      await page.evaluate(() => scrollTo(0, 0));
      await page.keyboard.press("Control+k");
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.equal(await box.input.evaluate((input) => input.matches(":focus")), true);
      assert.equal(await box.input.inputValue(), "ownership");
    },
    { encoder: "off" },
  );
});

test("what is typed before the user interface has arrived is searched", async () => {
  await onPage(async (box, page) => {
    const release = holding(server, /\/docfuse-ui\.js$/);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("ownership");
    assert.equal(await box.dialog.isVisible(), true);
    assert.equal(await box.input.inputValue(), "ownership");
    release();
    await box.waitForAnswerTo("ownership");
    assert.ok((await box.hits.count()) > 0);
  });
});
