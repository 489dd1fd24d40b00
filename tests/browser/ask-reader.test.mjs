// Answers by a model in a reader's hand: further questions, copying, keys, screen readers, phones, failures, an endpoint.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectAccessible } from "./accessible.mjs";
import { answered, chat, DEVICE, line, log, note, on, panel, QUESTION } from "./ask-box.mjs";
import { ask } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";

test("further questions keep the conversation; what is typed stays in their input", async () => {
  await on("here.html", async (box, page) => {
    await line(box).click();
    await answered(box);
    const further = box.host.getByRole("textbox", { name: "Ask further" });
    await further.click();
    await page.keyboard.type("and what else?");
    assert.equal(await further.inputValue(), "and what else?");
    assert.equal(await box.input.inputValue(), QUESTION);
    await page.keyboard.press("Enter");
    await panel(box).getByText("Also bats").waitFor();
    await answered(box);
    const creates = (await log(page)).filter(({ type }) => type === "create");
    assert.deepEqual(
      creates[1].prompts.map(({ role }) => role),
      ["system", "user", "assistant"],
    );
    assert.equal(creates[1].prompts[1].content, QUESTION);
    assert.equal(await panel(box).locator(".turn").count(), 2);
    await page.keyboard.press("Escape");
    assert.equal(await box.dialog.isVisible(), false);
  });
});

test("an answer is copied with its sources", async () => {
  await on(
    "here.html",
    async (box, page) => {
      await line(box).click();
      await answered(box);
      await box.host.getByRole("button", { name: "Copy with sources" }).click();
      await box.host.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(
        copied,
        /^Owls hunt \*\*at night\*\* \[1\]\..*\n\nSources:\n\n- \[1\] Owls.*: <http:.*html#\w+>\n- \[2\] /s,
      );
    },
    { permissions: ["clipboard-read", "clipboard-write"] },
  );
});

test("screen readers hear whole sentences, once each; axe finds nothing", async () => {
  await on("slow.html", async (box, page) => {
    await line(box).click();
    const region = box.host.getByRole("log");
    await region.locator("p").first().waitFor({ state: "attached" });
    assert.equal(await region.locator("p").first().textContent(), "Owls hunt at night.");
    assert.equal(await panel(box).getAttribute("aria-busy"), "true");
    await answered(box);
    const said = await region.locator("p").allTextContents();
    assert.equal(said.length, 18, `${said}`);
    assert.equal(said.at(-1), DEVICE);
    assert.ok(
      said.every((each) => /\w\.$/.test(each)),
      `${said}`,
    );
    assert.equal(await panel(box).getAttribute("aria-busy"), "false");
    await expectAccessible(page, "ask-answer");
  });
});

test("keys alone: to the line, into the panel, and back to the input", async () => {
  await on("here.html", async (box, page) => {
    const focused = () => box.host.evaluate(({ shadowRoot }) => shadowRoot.activeElement?.className);
    while (!(await line(box).evaluate((button) => button.matches(":focus"))))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await panel(box).waitFor();
    assert.equal(await focused(), "answer");
    await answered(box);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "cite");
    await page.keyboard.type("x");
    assert.equal(await box.input.inputValue(), `${QUESTION}x`, "letters go to the input");
  });
});

test("arrow keys scroll the answer that has the focus", async () => {
  await on(
    "here.html",
    async (box, page) => {
      await line(box).click();
      await answered(box);
      await panel(box).focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction(
        (host) => host.shadowRoot.querySelector(".answer").scrollTop > 0,
        await box.host.elementHandle(),
      );
      assert.equal(await panel(box).evaluate((answer) => answer.matches(":focus")), true);
    },
    { viewport: { width: 700, height: 500 } },
  );
});

test("a phone on its side shows lines of the answer, and hits below", async () => {
  for (const viewport of [
    { width: 640, height: 320 },
    { width: 740, height: 360 },
  ])
    await on(
      "here.html",
      async (box, page) => {
        await line(box).tap();
        await answered(box);
        const height = await panel(box).evaluate((answer) => answer.clientHeight);
        assert.ok(height >= 100, `${height} px`);
        await screenshot(page, `ask-side-${viewport.width}`);
        const top = await box.hits.first().evaluate((hit) => hit.getBoundingClientRect().top);
        assert.ok(top < viewport.height - 30, `the first hit is at ${top}`);
        const outside = await box.host
          .locator(".ask *:not(.unseen, .unseen *)")
          .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth).length);
        assert.equal(outside, 0);
      },
      { viewport, isMobile: true, hasTouch: true },
    );
});

test("where nothing can be copied, the button says so", async () => {
  await on("here.html", async (box, page) => {
    // As on a page that is not served securely.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await line(box).click();
    await answered(box);
    await box.host.getByRole("button", { name: "Copy with sources" }).click();
    await box.host.getByRole("button", { name: "Copying failed" }).waitFor();
  });
});

test("a model that does not know is believed, and one that fails can be asked again", async () => {
  await on("refuses.html", async (box) => {
    await line(box).click();
    await panel(box).getByText("These pages do not say.").waitFor();
    assert.equal(await panel(box).getByText("DOCUMENTED").count(), 0);
    assert.equal(await box.host.getByRole("button", { name: "Copy with sources" }).count(), 0);
  });
  await on("fails.html", async (box) => {
    await line(box).click();
    await note(box).getByText("No answer could be written.").waitFor();
    assert.match(await note(box).textContent(), /the model stopped/);
    await box.host.locator(".tools").getByRole("button", { name: "Try again" }).click();
    await answered(box);
  });
});

test("below an input, and on a phone without motion", async () => {
  await on("inline.html", async (box) => {
    await line(box).click();
    await answered(box);
    assert.equal(await box.panel.isVisible(), true);
    await box.host.getByRole("textbox", { name: "Ask further" }).click();
    assert.equal(await box.panel.isVisible(), true);
  });
  const fading = async (box) => {
    await box.host.locator(".writing").waitFor();
    return box.host.evaluate(
      ({ shadowRoot }) =>
        shadowRoot.getAnimations().filter(({ animationName }) => animationName === "fade").length,
    );
  };
  await on("late.html", async (box) => {
    await line(box).click();
    assert.equal(await fading(box), 1, "where motion is welcome");
  });
  await on(
    "late.html",
    async (box, page) => {
      await line(box).tap();
      assert.equal(await fading(box), 0);
      await answered(box);
      await screenshot(page, "ask-phone");
      const outside = await box.host
        .locator(".ask *")
        .evaluateAll(
          (parts) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth).length,
        );
      assert.equal(outside, 0);
      const small = await box.host
        .locator(".ask .link, .ask .copy, .ask .further, .ask .sources a")
        .evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().height < 43.9).length);
      assert.equal(small, 0, "all that can be tapped has 44 px");
    },
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, reducedMotion: "reduce" },
  );
});

test("an endpoint gets nothing before the reader agreed, once", async () => {
  chat.requests.length = 0;
  await on("endpoint.html", async (box, page) => {
    await line(box).click();
    const { host } = new URL(chat.url);
    await note(box).getByText(`Your question and the best sections are sent to ${host}.`).waitFor();
    await screenshot(page, "ask-endpoint");
    const described = await box.host.evaluate(
      ({ shadowRoot }) =>
        shadowRoot.getElementById(shadowRoot.activeElement.getAttribute("aria-describedby")).textContent,
    );
    assert.match(described, /are sent to/, "the focused button is described by what it does");
    assert.deepEqual(chat.requests, []);
    await box.host.locator(".tools").getByRole("button").click();
    await note(box).getByText(`Written by a model at ${host}; check the sources.`).waitFor();
    assert.match(await panel(box).textContent(), /It is so \[1\]\./);
    const [body] = chat.requests;
    assert.deepEqual(
      [body.model, body.stream, body.messages.map(({ role }) => role)],
      ["tiny", true, ["system", "user"]],
    );
    await ask(box, "where do owls live");
    await line(box).click();
    await note(box).getByText(`Written by a model at ${host}`).waitFor();
    assert.equal(chat.requests.length, 2);
  });
  await on("wrong.html", async (box) => {
    await line(box).click();
    await note(box).getByText("No answer could be written.").waitFor();
    assert.match(
      await note(box).textContent(),
      /the address of an endpoint, expected in the attribute ask, ftp/,
    );
  });
});
