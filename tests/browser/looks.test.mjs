// What the box looks like on pages with styles of their own, in dark and right-to-left pages, on narrow screens, and with
// readers' settings. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot } from "./chromium.mjs";
import { contrasts, inBox } from "./contrast.mjs";
import { pageIn } from "./small-site.mjs";
import { onPage } from "./start-page.mjs";
import { still, until } from "./still.mjs";

const LAYOUTS = ["inline", "modal"];

/** A page with the box, and a style of its own. */
const html = (layout, style = "", attributes = "", body = "") =>
  pageIn("en", "Page", `Some text.${body}`)
    .replace("<docfuse-search>", `<docfuse-search encoder=off layout=${layout} ${attributes}>`)
    .replace("<title>", `<style>${style}</style><title>`);

/** Shows results, of which the second is selected. */
async function search(box, page, layout) {
  if (layout === "modal") await box.button.click();
  await box.type("ownership");
  // The lexicon's answer comes later.
  await box.waitForAnswerTo("ownership", 2);
  await box.waitForWhole();
  for (let times = 0; times < 2; times += 1) await page.keyboard.press("ArrowDown");
  if (layout === "modal") {
    const hrefOf = (link) => link.evaluate(({ href }) => href);
    const [selected, shown] = [box.hits.nth(1), box.dialog.locator(".preview .title")];
    const wanted = await hrefOf(selected);
    await until(async () => (await hrefOf(shown)) === wanted, "the preview of what is selected");
  }
  await still(page);
}

/** Everything about text that an element gets from those around it, and where it is within input, panel or dialog. */
async function textStyles(page) {
  await page.evaluate(inBox);
  return page.evaluate(() => {
    const names = [
      "color",
      "font-family font-size font-style font-variant font-weight font-stretch font-feature-settings line-height",
      "letter-spacing word-spacing white-space text-transform text-align text-indent text-shadow text-decoration",
      "hyphens word-break overflow-wrap tab-size cursor visibility list-style-type direction quotes text-wrap",
    ].flatMap((line) => line.split(" "));
    const [first] = globalThis.inBox().filter((element) => !element.matches(".unseen"));
    return globalThis.inBox().map((element) => {
      const style = getComputedStyle(element);
      const origin = (element.parentElement.closest("dialog, .panel") ?? first).getBoundingClientRect();
      const { x, y, width, height } = element.getBoundingClientRect();
      const size = [width, height];
      const place = element.matches("dialog, .panel, .unseen") ? size : [x - origin.x, y - origin.y, ...size];
      return [
        element.getAttribute("class"),
        ...names.map((name) => style.getPropertyValue(name)),
        ...place.map(Math.round),
      ].join(" | ");
    });
  });
}

const HOSTILE = `
  body, body * {
    line-height: 3; letter-spacing: 0.4em; word-spacing: 1em; text-transform: uppercase; white-space: nowrap;
    text-align: right; text-indent: 2em; text-shadow: 1px 1px red; text-decoration: underline; font: italic small-caps 30px
    monospace; color: rgb(200, 0, 0); hyphens: none; word-break: break-all; tab-size: 20; cursor: wait; quotes: "x" "y";
    list-style: square; visibility: visible; overflow-wrap: anywhere; text-wrap: balance;
  }
  button, input, a, mark, div, dialog, kbd, label, p { margin: 9px; padding: 9px; border: 9px solid; background: lime; }`;

for (const layout of LAYOUTS) {
  test(`text styles of the page do not reach the box (${layout})`, async () => {
    const styles = {};
    for (const [name, style] of [
      ["plain", ""],
      ["hostile", HOSTILE],
    ]) {
      await onPage(
        async (box, page) => {
          await search(box, page, layout);
          styles[name] = await textStyles(page);
          await screenshot(page, `${layout}-${name}`);
        },
        { html: html(layout, `docfuse-search { width: 240px } ${style}`) },
      );
    }
    assert.ok(styles.plain.length > 40);
    assert.deepEqual(styles.hostile, styles.plain);
  });
}

const DARK = "rgb(22, 25, 31)";
const LIGHT = "rgb(255, 255, 255)";
const background = (box) =>
  box.host.evaluate(
    (host) => getComputedStyle(host.shadowRoot.querySelector("input, .button")).backgroundColor,
  );

test("the box is dark where the page is, however it says so", async () => {
  for (const [what, style, attributes, options, expected] of [
    ["a light page", "", "", { colorScheme: "dark" }, LIGHT],
    ["a scheme", ":root { color-scheme: dark }", "", {}, DARK],
    ["both schemes, light reader", ":root { color-scheme: light dark }", "", {}, LIGHT],
    ["both schemes, dark reader", ":root { color-scheme: light dark }", "", { colorScheme: "dark" }, DARK],
    ["a dark body", "body { background: #1a1c1e; color: #ccc }", "", {}, DARK],
    ["a dark root", "html { background: rgb(30 30 60); color: #ccc }", "", {}, DARK],
    ["a dark root in another notation", "html { background: color(srgb 0.1 0.1 0.15) }", "", {}, DARK],
    ["light text on an element's background", "body { color: #eee } main { background: #000 }", "", {}, DARK],
    ["a light body in a dark root", "html { background: #000 } body { background: #fafafa }", "", {}, LIGHT],
    ["a dark page, light box", "body { background: #000 }", "theme=light", {}, LIGHT],
    ["a light page, dark box", "", "theme=dark", {}, DARK],
    ["the reader's system", "body { background: #fff }", "theme=auto", { colorScheme: "dark" }, DARK],
    ["the author's scheme", "docfuse-search { color-scheme: dark }", "", {}, DARK],
  ]) {
    await onPage(async (box) => assert.equal(await background(box), expected, what), {
      html: html("inline", style, attributes),
      ...options,
    });
  }
});

test("the box follows a page that changes its theme", async () => {
  const style = `
    body { transition: background 0.3s; background: #fff }
    .dark body, body[data-theme="night"] { background: #101418; color: #ddd }`;
  const changed = (box, page, colour) =>
    page.waitForFunction((wanted) => {
      const { shadowRoot } = document.querySelector("docfuse-search");
      return getComputedStyle(shadowRoot.querySelector("input")).backgroundColor === wanted;
    }, colour);
  await onPage(
    async (box, page) => {
      assert.equal(await background(box), LIGHT);
      await page.evaluate(() => document.documentElement.classList.add("dark"));
      await changed(box, page, DARK);
      await page.evaluate(() => document.documentElement.classList.remove("dark"));
      await changed(box, page, LIGHT);
      await page.evaluate(() => (document.body.dataset.theme = "night"));
      await changed(box, page, DARK);
      await search(box, page, "inline");
      await screenshot(page, "dark-by-background");
      assert.equal(await box.panel.evaluate((panel) => getComputedStyle(panel).backgroundColor), DARK);
    },
    { html: html("inline", style) },
  );
});

for (const layout of LAYOUTS) {
  for (const theme of ["light", "dark"]) {
    test(`contrast is at least AA (${layout}, ${theme})`, async () => {
      const page_ =
        theme === "dark" ? "body { background: #16191f; color: #eee }" : "body { background: #fff }";
      await onPage(
        async (box, page) => {
          await page.evaluate(inBox);
          const measured = await page.evaluate(contrasts);
          await search(box, page, layout);
          await box.hits.nth(3).hover();
          measured.push(...(await page.evaluate(contrasts)));
          for (const kind of ["mark text", "excerpt text", "name text", "input text"]) {
            assert.ok(
              measured.some(([name]) => name === kind),
              `${kind} is measured`,
            );
          }
          assert.ok(measured.some(([name]) => name.endsWith("border")));
          const low = measured.filter(([, ratio, wanted]) => ratio < wanted);
          assert.deepEqual(low, []);
        },
        { html: html(layout, page_) },
      );
    });
  }
}

test("readers who want less motion see none", async () => {
  for (const layout of LAYOUTS) {
    await onPage(
      async (box, page) => {
        await page.evaluate(() => {
          globalThis.animated = [];
          const look = () => {
            const { shadowRoot } = document.querySelector("docfuse-search");
            globalThis.animated.push(...shadowRoot.getAnimations().map(({ animationName }) => animationName));
            requestAnimationFrame(look);
          };
          look();
        });
        await search(box, page, layout);
        assert.deepEqual(await page.evaluate(() => globalThis.animated), []);
      },
      { html: html(layout), reducedMotion: "reduce" },
    );
  }
});

test("with forced colours the selection and the edges can be seen", async () => {
  for (const layout of LAYOUTS) {
    await onPage(
      async (box, page) => {
        await search(box, page, layout);
        const outline = await box.hits.nth(1).evaluate((hit) => getComputedStyle(hit).outlineStyle);
        assert.equal(outline, "solid");
        const surface = layout === "modal" ? box.dialog : box.panel;
        assert.notEqual(await surface.evaluate((element) => getComputedStyle(element).borderTopWidth), "0px");
        for (const waiting of [".busy", ".skeleton div"]) {
          const [own, around] = await box.host
            .locator(waiting)
            .first()
            .evaluate((element) => [
              getComputedStyle(element).backgroundColor,
              getComputedStyle(element.closest("dialog, .root")).color,
            ]);
          assert.equal(own, around, `${waiting} has the colour of text`);
        }
        await screenshot(page, `${layout}-forced-colours`);
      },
      { html: html(layout), forcedColors: "active" },
    );
  }
});

test("in a page from right to left everything is mirrored", async () => {
  for (const layout of LAYOUTS) {
    const rtl = html(layout).replace("<html ", "<html dir=rtl ");
    await onPage(
      async (box, page) => {
        await search(box, page, layout);
        await screenshot(page, `${layout}-rtl`);
        const surface = layout === "modal" ? box.dialog : box.panel;
        const { x, width } = await surface.boundingBox();
        assert.ok(x >= 0 && x + width <= 1100, `${x} ${width}`);
        const hit = box.hits.nth(1);
        const [direction, bar] = await hit.evaluate((element) => {
          const style = getComputedStyle(element);
          return [style.direction, [style.borderRightColor, style.borderLeftColor]];
        });
        assert.equal(direction, "rtl");
        assert.notEqual(bar[0], bar[1], "the bar of the selection is on the right");
        assert.ok(!/rgba\(.*, 0\)|transparent/.test(bar[0]), `${bar}`);
        if (layout === "modal") {
          const close = await box.closeButton.boundingBox();
          const input = await box.input.boundingBox();
          assert.ok(close.x < input.x);
        }
      },
      { html: rtl },
    );
  }
});

for (const [name, words] of [
  ["plain", "ownership"],
  ["a long word", "donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"],
]) {
  test(`at 320 px nothing is cut off or scrolls sideways (${name})`, async () => {
    for (const layout of LAYOUTS) {
      await onPage(
        async (box, page) => {
          await page.evaluate(inBox);
          if (layout === "modal") await box.button.click();
          await box.input.fill(words);
          await box.waitForAnswerTo(words);
          await still(page);
          await screenshot(page, `${layout}-320-${name.replaceAll(" ", "-")}`);
          const outside = await page.evaluate(() =>
            globalThis
              .inBox()
              .filter((element) => !element.matches(".unseen, .button *, .path *"))
              .filter((element) => {
                const { left, right } = element.getBoundingClientRect();
                return left < 0 || right > 320;
              })
              .map((element) => element.className || element.localName),
          );
          assert.deepEqual(outside, []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
          const scrolled = await box.scroller.evaluate((list) => list.scrollWidth - list.clientWidth);
          assert.equal(scrolled, 0);
        },
        {
          html: html(layout).replace("<title>", '<meta name="viewport" content="width=device-width"><title>'),
          viewport: { width: 320, height: 640 },
          isMobile: true,
          hasTouch: true,
        },
      );
    }
  });
}
