// Related words in the box: a line of buttons below the results, where nothing matches closely.
//
// DOCFUSE_DEMO_SITE: the Rust Book with its index in docfuse/.
import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot } from "./chromium.mjs";
import { holding } from "./server.mjs";
import { onPage, server } from "./start-page.mjs";

const WORD = "inheritance";
/** Nothing matches it closely. */
const REST = "espresso latte macchiato cortado";

/** The line of related words. */
const line = (box) => box.host.locator(".nothing", { hasText: `Related to “${WORD}”:` });

const steps = () => server.requests.filter((path) => path.endsWith("/docfuse-steps.js")).length;

const places = (box) => box.hits.evaluateAll((hits) => hits.map((hit) => hit.getBoundingClientRect().top));

test("a word that few sections have gets related words, which keys reach and Enter searches for", async () => {
  await onPage(async (box, page) => {
    server.requests.length = 0;
    await box.encoderReady();
    await box.input.fill(`${WORD} of code `);
    await box.waitForAnswerTo(`${WORD} of code`);
    assert.equal(steps(), 0, "what fits needs no other words");
    await box.input.fill(`${WORD} ${REST} `);
    await line(box).waitFor();
    assert.equal(steps(), 1);
    const related = line(box).getByRole("button");
    const [first] = await related.allTextContents();
    await screenshot(page, "related");
    while (!(await related.first().evaluate((button) => button.matches(":focus"))))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await box.waitForAnswerTo(`${first} ${REST}`);
    assert.equal(await box.input.inputValue(), `${first} ${REST}`);
    assert.ok(await box.input.evaluate((input) => input.matches(":focus")));
  });
});

test("the line moves no result", async () => {
  await onPage(async (box) => {
    const release = holding(server, /docfuse-steps\.js/);
    await box.encoderReady();
    await box.input.fill(`${WORD} ${REST} `);
    await box.waitForAnswerTo(`${WORD} ${REST}`);
    await box.waitForWhole();
    const before = await places(box);
    assert.equal(await line(box).isVisible(), false);
    release();
    await line(box).waitFor();
    assert.deepEqual(await places(box), before);
  });
});

test("on a phone the line wraps within the window", async () => {
  await onPage(
    async (box, page) => {
      await box.encoderReady();
      await box.input.fill(`${WORD} encapsulation email ${REST} `);
      await line(box).waitFor();
      await screenshot(page, "related-360");
      const outside = await box.host
        .locator(".nothing *")
        .evaluateAll(
          (parts) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth).length,
        );
      assert.equal(outside, 0);
    },
    {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    },
  );
});
