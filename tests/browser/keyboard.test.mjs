// Keys of the box and of the page, input methods, and phone keyboards.
// Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot } from "./chromium.mjs";
import { pageIn } from "./small-site.mjs";
import { onPage as onStartPage, server } from "./start-page.mjs";
import { holding } from "./server.mjs";
import { meanwhile } from "./still.mjs";

/** Lexical by default. */
const onPage = (body, options) => onStartPage(body, { encoder: "off", ...options });

/** Types further, so that one answer is shown and the next is pending until the function that is returned is called. */
async function typeOnSlowly(box) {
  await box.type("ownership");
  await box.waitForAnswerTo("ownership");
  const release = holding(server, /-[0-9a-f]{16}(-\d+)?\./);
  await box.input.pressSequentially(" panic");
  await box.list.and(box.page.locator("[aria-busy=true]")).waitFor();
  return release;
}

test("a word under composition is searched, and the input method keeps its keys", async () => {
  await onPage(async (box, page) => {
    await box.input.focus();
    const devtools = await page.context().newCDPSession(page);
    const [text, at] = ["ownership", "ownership".length];
    await devtools.send("Input.imeSetComposition", { text, selectionStart: at, selectionEnd: at });
    await box.waitForAnswerTo(text);
    const press = (key, windowsVirtualKeyCode) =>
      devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, windowsVirtualKeyCode });
    for (const key of ["ArrowDown", "Escape", "Enter"]) await press(key, 229);
    assert.deepEqual([await box.selected(), await box.panel.isVisible()], [-1, true]);
    assert.equal(await box.input.inputValue(), text);
    // Where input methods compose until Enter, it opens the result.
    const [target] = await box.urls();
    await press("Enter", 13);
    await box.waitForPage(server.url + target);
  });
});

test("the panel ends above a phone's keyboard", async () => {
  const phone = { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true };
  await onPage(async (box, page) => {
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    // Like a keyboard, zooming shrinks the visual viewport, not the window.
    const devtools = await page.context().newCDPSession(page);
    for (const pageScaleFactor of [1, 1.5, 1]) {
      await devtools.send("Emulation.setPageScaleFactor", { pageScaleFactor });
      await page.waitForFunction((scale) => visualViewport.scale === scale, pageScaleFactor);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
      const [bottom, seen] = await box.panel.evaluate((panel) => [
        panel.getBoundingClientRect().bottom,
        visualViewport.offsetTop + visualViewport.height,
      ]);
      assert.ok(bottom < seen && bottom > seen - 100, `panel to ${bottom}, ${seen} can be seen`);
    }
    await screenshot(page, "phone");
  }, phone);
});

test("Escape closes, then clears, then belongs to the page; Tab always does", async () => {
  await onPage(async (box, page) => {
    await page.evaluate(() => {
      globalThis.heard = [];
      const dialog = document.createElement("dialog");
      dialog.addEventListener("keydown", (event) => {
        globalThis.heard.push(event.key);
        event.stopPropagation(); // the book uses Escape itself
      });
      dialog.append(document.querySelector("docfuse-search"));
      document.body.append(dialog);
      dialog.showModal();
    });
    const state = () =>
      page.locator("dialog").evaluate((dialog) => {
        const { shadowRoot } = dialog.firstElementChild;
        const isOpen = shadowRoot.querySelector(".panel").matches(":popover-open");
        return [
          isOpen,
          shadowRoot.querySelector("input").value,
          dialog.open,
          globalThis.heard.splice(0).join(),
        ];
      });
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    await box.input.press("ArrowDown");
    assert.deepEqual(await state(), [true, "ownership", true, ""]);
    await box.input.press("Escape");
    assert.deepEqual(await state(), [false, "ownership", true, ""]);
    await box.input.press("Escape");
    assert.deepEqual(await state(), [false, "", true, ""]);
    await box.input.press("Tab");
    await box.input.focus();
    await box.input.press("Escape");
    assert.deepEqual(await state(), [false, "", false, "Tab,Escape"]);
  });
});

test("the scrollable list is no tab stop", async () => {
  await onPage(async (box, page) => {
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    assert.ok(await box.scroller.evaluate((list) => list.scrollHeight > list.clientHeight));
    // Behind it is the menu at the bottom of the panel.
    const focused = () =>
      page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.localName ?? "outside");
    const passed = [];
    while (passed.at(-1) !== "outside" && passed.length < 10) {
      await page.keyboard.press("Tab");
      passed.push(await focused());
    }
    assert.deepEqual([...new Set(passed)], ["summary", "outside"]);
    await box.panel.waitFor({ state: "hidden" });
  });
});

test("Escape cancels the pending query, whose answer would reopen the panel", async () => {
  await onPage(async (box, page) => {
    const release = await typeOnSlowly(box);
    await box.input.press("Escape");
    release();
    await meanwhile(1500);
    assert.equal(await box.panel.isVisible(), false);
    await box.input.press("ArrowDown");
    await box.waitForAnswerTo("ownership panic");
    assert.equal(await box.panel.isVisible(), true);
  });
});

test("after Escape, an answered query still gets its late answer", async () => {
  await onPage(
    async (box) => {
      const release = holding(server, /docfuse_embed/);
      await box.type("how do I catch exceptions");
      await box.waitForAnswerTo("how do I catch exceptions");
      await box.input.press("Escape");
      release();
      await box.waitForWhole();
      assert.equal(await box.panel.isVisible(), false);
    },
    { encoder: "auto" },
  );
});

test("Enter opens the selected result, also while another answer is pending", async () => {
  await onPage(async (box) => {
    const release = await typeOnSlowly(box);
    await box.input.press("ArrowDown");
    const [target] = await box.urls();
    await box.input.press("Enter");
    release();
    await box.waitForPage(server.url + target);
  });
});

/** The start page with a box of this layout, in which results are shown. */
const onResults = (layout, body) =>
  onPage(
    async (box, page) => {
      if (layout === "modal") await box.button.click();
      await box.type("ownership");
      await box.waitForAnswerTo("ownership");
      await body(box, page, layout === "modal" ? box.dialog : box.panel);
    },
    { html: pageIn("en", "Page", "Text.").replace("<docfuse-search>", `<docfuse-search layout=${layout}>`) },
  );

for (const layout of ["inline", "modal"]) {
  test(`Home and End select the first and the last result, once one is selected (${layout})`, async () => {
    await onResults(layout, async (box) => {
      const caret = () => box.input.evaluate(({ selectionStart }) => selectionStart);
      await box.input.press("Home");
      assert.deepEqual([await box.selected(), await caret()], [-1, 0], "it belongs to the text");
      await box.input.press("End");
      assert.deepEqual([await box.selected(), await caret()], [-1, "ownership".length]);
      for (const key of ["ArrowDown", "ArrowDown"]) await box.input.press(key);
      // Further results come when the last one is shown.
      const last = (await box.hits.count()) - 1;
      assert.ok(last > 1);
      await box.input.press("End");
      assert.equal(await box.selected(), last);
      await box.input.press("Home");
      assert.deepEqual([await box.selected(), await caret()], [0, "ownership".length]);
      await box.input.press("Shift+End");
      assert.equal(await box.selected(), 0, "text is selected");
    });
  });

  for (const modifier of ["Control", "Meta"]) {
    test(`${modifier}+Enter opens a new tab, and the box stays open (${layout})`, async () => {
      await onResults(layout, async (box, page, surface) => {
        const here = page.url();
        for (const key of ["ArrowDown", "ArrowDown"]) await box.input.press(key);
        const target = (await box.urls())[1];
        const opening = page.context().waitForEvent("page");
        await box.input.press(`${modifier}+Enter`);
        const opened = await opening;
        await opened.waitForURL(server.url + target);
        await opened.close();
        assert.equal(page.url(), here);
        assert.equal(await surface.isVisible(), true);
        assert.equal(await box.selected(), 1);
        // The keys still belong to the input.
        await page.keyboard.press("Home");
        assert.equal(await box.selected(), 0);
      });
    });
  }
}
