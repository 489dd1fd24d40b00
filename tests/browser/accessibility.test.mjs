// Screen readers: axe-core on every form of the box in its main states, and what is announced. The other states are in
// accessible-states.test.mjs. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./accessible.mjs";
import { screenshot } from "./chromium.mjs";
import { pageIn } from "./small-site.mjs";
import { onPage, server } from "./start-page.mjs";
import { still } from "./still.mjs";

const HTML = pageIn("en", "Page", "Some text.").replace("<docfuse-search>", "<docfuse-search encoder=off>");

/** In the page: a dark theme. */
function darken() {
  Object.assign(document.documentElement.style, { colorScheme: "dark", background: "#111", color: "#eee" });
}

const withoutManifest = (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined);

/** How the box comes into a state. */
const STATES = {
  results: async (box, page) => {
    await box.input.fill("ownership");
    await box.waitForAnswerTo("ownership");
    await page.keyboard.press("ArrowDown");
  },
  empty: async (box) => {
    await box.input.fill("qqqqqqzzzzzz");
    await box.waitForAnswerTo("qqqqqqzzzzzz");
  },
  failed: async (box) => {
    await box.input.fill("ownership");
    await box.retry.waitFor();
  },
  untouched: () => undefined,
};

for (const layout of ["inline", "modal"]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [state, reach] of Object.entries(STATES)) {
      test(`axe-core: ${layout}, ${colorScheme}, ${state}`, async () => {
        await onPage(
          async (box, page, problems) => {
            if (colorScheme === "dark") await page.evaluate(darken);
            await box.setAttribute("layout", layout);
            assert.deepEqual(await violations(page), [], "closed");
            if (state === "failed") server.fault = withoutManifest;
            if (layout === "modal") await box.button.click();
            await reach(box, page);
            await still(page);
            assert.deepEqual(await violations(page), []);
            await screenshot(page, `${layout}-${state}-${colorScheme}`);
            if (state === "failed") problems.length = 0; // the failed request
          },
          { colorScheme, html: HTML },
        );
      });
    }
  }
}

test("the live region is quiet while the reader types, and then says what is found", async () => {
  await onPage(
    async (box, page) => {
      await page.evaluate(() => {
        const host = document.querySelector("docfuse-search");
        globalThis.said = [];
        const listen = () => {
          const region = host.shadowRoot.querySelector("[role=status]");
          if (!region) return setTimeout(listen, 10);
          const note = () => globalThis.said.push(region.textContent);
          new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
        };
        listen();
      });
      await box.input.focus();
      await box.input.pressSequentially("ownership", { delay: 120 });
      await page.waitForFunction(() => globalThis.said.length > 0);
      const said = await page.evaluate(() => globalThis.said);
      assert.equal(said.length, 1, JSON.stringify(said));
      assert.match(said[0], /^ ?\d+\+? results *$/);
    },
    { html: HTML },
  );
});

test("the input is a combobox that names the selected option of its list, in groups with names", async () => {
  await onPage(
    async (box, page) => {
      await box.type("ownership");
      await box.waitForAnswerTo("ownership");
      assert.equal(await box.input.getAttribute("aria-controls"), await box.list.getAttribute("id"));
      assert.equal(await box.input.getAttribute("aria-expanded"), "true");
      // In one step: a later answer may replace the groups.
      const names = await box.list.evaluate((list) =>
        Array.from(list.querySelectorAll('[role="group"]'), (group) => {
          const label = list.getRootNode().getElementById(group.getAttribute("aria-labelledby"));
          return label.textContent;
        }),
      );
      assert.ok(names.length > 1);
      assert.ok(names.every((name) => name !== ""));
      await page.keyboard.press("ArrowDown");
      assert.equal(await box.selected(), 0);
      assert.equal(await box.hits.first().getAttribute("aria-selected"), "true");
    },
    { html: HTML },
  );
});
