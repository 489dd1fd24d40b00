// Answers in the box where something goes wrong: models that do not listen, fail or make sources up, scripts that are missing,
// and other queries meanwhile.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, chat, DEVICE, line, log, note, on, panel, server } from "./ask-box.mjs";
import { ask } from "./box-site.mjs";
import { meanwhile, still, until } from "./still.mjs";

const FAILED = "No answer could be written.";
const CUT = "The answer was cut off.";
const FAULTS = { expected: /404|Failed to load|Failed to fetch|docfuse: no answer/ };

const stop = (box) => box.host.getByRole("button", { name: "Stop" });
const copy = (box) => box.host.getByRole("button", { name: "Copy with sources" });
const told = (box) => box.host.getByRole("log").locator("p").allTextContents();
const further = (box) => box.host.getByRole("textbox", { name: "Ask further" });

test("what code hides from the check is no source, and bold sentences keep theirs", async () => {
  await on("tick.html", async (box) => {
    await line(box).click();
    await answered(box);
    const sentences = panel(box).locator(".text .sentence");
    assert.deepEqual(
      (await sentences.allTextContents()).map((each) => each.trim()),
      ["Type a ` to quote.", "Made up .", "Owls hunt [1].", "Since [1999].no source"],
    );
    assert.deepEqual(await panel(box).locator(".text strong a").allTextContents(), ["[1]"]);
    assert.equal(await panel(box).locator(".text a").count(), 1);
  });
});

test("an answer without room for its end says so, and goes on", async () => {
  await on("endpoint.html", async (box) => {
    chat.reason = "length";
    chat.requests.length = 0;
    await line(box).click();
    await box.host.getByRole("button", { name: "Answer from these pages" }).click();
    await note(box)
      .getByText(/^The answer was cut off\. Written by a model at/)
      .waitFor();
    chat.reason = "stop";
    await box.host.getByRole("button", { name: "Go on" }).click();
    await note(box)
      .getByText(/^Written by a model at/)
      .waitFor();
    assert.equal(await panel(box).locator(".turn").count(), 2);
    assert.equal(await panel(box).locator(".question").count(), 0, "the question stands once");
    const [first, second] = chat.requests;
    assert.ok(first.max_tokens > 0);
    assert.deepEqual(second.messages.slice(-2, -1), [{ role: "assistant", content: "It is so [1]." }]);
  });
});

test("Stop ends the answer of a function that does not listen", async () => {
  for (const path of ["deaf.html", "hangs.html"])
    await on(path, async (box, page) => {
      await line(box).click();
      if (path === "deaf.html") await page.waitForFunction(() => globalThis.given > 2);
      await stop(box).click();
      await stop(box).waitFor({ state: "detached" });
      assert.equal(await panel(box).getAttribute("aria-busy"), "false");
      const given = () => page.evaluate(() => globalThis.given ?? 0);
      const [before, written] = [await told(box), await given()];
      await meanwhile(400);
      assert.deepEqual(await told(box), before, "nothing is said any more");
      // One piece may be on its way.
      assert.ok((await given()) <= written + 1, "and nothing more is written");
    });
});

test("an empty answer is a failure, not a refusal", async () => {
  const { answer } = chat;
  chat.answer = () => [""];
  try {
    await on(
      "endpoint.html",
      async (box) => {
        await line(box).click();
        await box.host.locator(".tools button").click();
        await note(box).getByText(FAILED).waitFor();
        assert.match(await note(box).textContent(), /an empty text found/);
        assert.equal(await panel(box).getByText("These pages do not say.").count(), 0);
      },
      FAULTS,
    );
  } finally {
    chat.answer = answer;
  }
});

test("after Stop and after a failure, all is told", async () => {
  await on("turns.html", async (box, page) => {
    await line(box).click();
    await page.waitForFunction(
      (host) => host.shadowRoot.querySelectorAll("[role=log] p").length > 2,
      await box.host.elementHandle(),
    );
    await stop(box).click();
    const before = (await told(box)).length;
    assert.equal(await copy(box).count(), 0);
    await further(box).fill("and then");
    await page.keyboard.press("Enter");
    await answered(box);
    const expected = ["Alpha one.", "Beta two.", "Gamma three.", DEVICE];
    assert.deepEqual((await told(box)).slice(before), expected);
  });
  await on(
    "breaks.html",
    async (box, page) => {
      // As in a tab behind others: what came is there although no frame was drawn.
      await page.evaluate(() => (globalThis.requestAnimationFrame = () => 0));
      await line(box).click();
      await note(box).getByText(CUT).waitFor();
      assert.match(await note(box).textContent(), /lost/, "the reason is in sight");
      assert.deepEqual(await told(box), ["One is so.", "Two is so.", CUT]);
    },
    FAULTS,
  );
});

test("what comes fast is not read again for each piece", async () => {
  await on("fast.html", async (box, page) => {
    await page.evaluate(() => {
      const { segment } = Intl.Segmenter.prototype;
      globalThis.read = 0;
      Intl.Segmenter.prototype.segment = function (text) {
        globalThis.read += text.length;
        return segment.call(this, text);
      };
    });
    await line(box).click();
    await answered(box);
    const { length } = await panel(box).locator(".text").textContent();
    const read = await page.evaluate(() => globalThis.read);
    assert.ok(length > 8000 && read < 40 * length, `${read} of ${length}`);
  });
});

test("nothing is copied of an answer that was stopped, nor said of one that was not begun", async () => {
  await on("slow.html", async (box, page) => {
    await line(box).click();
    await answered(box);
    await further(box).fill("and then");
    await page.keyboard.press("Enter");
    await panel(box).locator(".turn").nth(1).getByText("Owls hunt at night").first().waitFor();
    await stop(box).click();
    await note(box).getByText(DEVICE).waitFor();
    assert.equal(await copy(box).count(), 0);
  });
  await on("late.html", async (box) => {
    await line(box).click();
    await stop(box).click();
    await further(box).waitFor();
    assert.equal(await note(box).textContent(), "");
  });
});

test("a box that is closed ends its answer", async () => {
  for (const path of ["slow.html", "inline.html"])
    await on(path, async (box, page) => {
      await line(box).click();
      await panel(box).waitFor();
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => globalThis.modelLog.some(({ type }) => type === "destroyed"));
      assert.ok(!(await log(page)).some(({ type }) => type === "written"));
    });
});

test("scripts that are missing are told, and asked for again", async () => {
  await on(
    "here.html",
    async (box) => {
      server.fault = (path) => (path.includes("docfuse-ask.js") ? "missing" : undefined);
      await line(box).click();
      const again = box.host.locator(".ask").getByRole("button", { name: "Try again" });
      await again.waitFor();
      server.fault = () => undefined;
      await again.click();
      await answered(box);
    },
    FAULTS,
  );
  await on(
    "here.html",
    async (box, page) => {
      server.fault = (path) => (path.includes("docfuse-ask-model.js") ? "missing" : undefined);
      const found = await page.evaluate(async () => {
        const { open } = await import("/docfuse/docfuse.js");
        const search = await open({ base: "/docfuse/" });
        return search
          .ask("when do owls hunt")
          .next()
          .catch(({ name, code }) => [name, code])
          .finally(() => search.close());
      });
      assert.deepEqual(found, ["AskError", "network"]);
      await line(box).click();
      await note(box).getByText(FAILED).waitFor();
      server.fault = () => undefined;
      await box.host.locator(".tools").getByRole("button", { name: "Try again" }).click();
      await answered(box);
    },
    FAULTS,
  );
});

test("further hits and the answer do not end each other", async () => {
  await on("here.html", async (box, page) => {
    await ask(box, "number of the barns where an ermine lives");
    const before = await box.hits.count();
    // Sections take longer than hits.
    server.fault = (path) => (/full|texts/.test(path) ? { delay: 1000 } : undefined);
    await line(box).click();
    await panel(box).waitFor();
    await until(async () => {
      if ((await box.hits.count()) !== before) return true;
      await box.hits.last().evaluate((hit) => hit.scrollIntoView());
      await page.mouse.move(500, 600);
      await page.mouse.wheel(0, 1500);
      await still(page);
      return false;
    }, "further hits");
    await answered(box);
  });
});
