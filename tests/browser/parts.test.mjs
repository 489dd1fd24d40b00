// The parts of a search on a page of the author's own: the recipe of docs/box.md, as it stands there.
// Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { screenshot } from "./chromium.mjs";
import { onPage, server } from "./start-page.mjs";
import { still, until } from "./still.mjs";

const require = createRequire(new URL("../../www/package.json", import.meta.url));
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const GUIDE = readFileSync(new URL("../../docs/box.md", import.meta.url), "utf8");

/** The page of the guide. */
function html() {
  const found = GUIDE.split("```").find(
    (block) => block.startsWith("html") && block.includes("<docfuse-input"),
  );
  assert.ok(found, "docs/box.md has a page with <docfuse-input>");
  const icon = '<link rel="icon" href="data:,">';
  return found
    .slice(4)
    .replace("<title>", `<meta name="viewport" content="width=device-width">${icon}<title>`);
}

/** The parts as a reader sees them. */
function partsOf(page) {
  const part = (name) => page.locator(`docfuse-${name}`);
  return {
    input: part("input").locator("input"),
    links: part("results").locator("a"),
    summary: part("summary").locator(".summary"),
    results: part("results"),
    message: part("results").locator(".message"),
    filters: part("filters"),
    /** For `answers` of them: by words, then refined. */
    async waitForAnswerTo(text, answers = 1) {
      await page.waitForFunction(
        ([wanted, least]) => {
          const { query, times } = globalThis.docfuseAnswered ?? {};
          return query === wanted && times >= least;
        },
        [text, answers],
      );
    },
  };
}

const onSearchPage = (body, options) =>
  onPage((_box, page, problems) => body(partsOf(page), page, problems), { html: html(), ...options });

test("the parts share one search, with its query in the address", async () => {
  await onSearchPage(async (parts, page) => {
    await parts.input.fill("ownership");
    await parts.waitForAnswerTo("ownership");
    const count = await parts.links.count();
    assert.ok(count >= 10);
    assert.match(await parts.summary.innerText(), /^\d+\+? results$/);
    assert.equal(new URL(page.url()).searchParams.get("q"), "ownership");
    await screenshot(page, "parts");
    await page.evaluate(() => delete globalThis.docfuseAnswered);
    await page.goto(`${page.url().split("?")[0]}?q=borrowing&x=1`);
    await parts.waitForAnswerTo("borrowing");
    assert.equal(await parts.input.inputValue(), "borrowing");
    await parts.input.fill("");
    await page.waitForFunction(() => location.search === "?x=1");
    assert.equal(await parts.links.count(), 0);
    assert.equal(await parts.summary.innerText(), "");
  });
});

test("the address is read again when the reader goes back", async () => {
  await onSearchPage(async (parts, page) => {
    await parts.input.fill("ownership");
    await parts.waitForAnswerTo("ownership");
    await page.evaluate(() => {
      history.pushState(null, "", "?q=slices");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await parts.waitForAnswerTo("slices");
    assert.equal(await parts.input.inputValue(), "slices");
    await page.goBack();
    await parts.waitForAnswerTo("ownership");
    assert.equal(await parts.input.inputValue(), "ownership");
  });
});

test("keys lead from the input through the links and back, and Enter opens one", async () => {
  await onSearchPage(async (parts, page) => {
    await parts.input.fill("ownership");
    // The refined answer has another order.
    await parts.waitForAnswerTo("ownership", 2);
    const focused = () =>
      page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.href ?? "input");
    // Further results come when the last ones are reached.
    const links = () => parts.links.evaluateAll((all) => all.map(({ href }) => href));
    const [first, second] = await links();
    for (const [key, expected] of [
      ["ArrowDown", first],
      ["ArrowDown", second],
      ["ArrowUp", first],
      ["ArrowUp", "input"],
      ["ArrowDown", first],
      ["End", undefined],
      ["Home", first],
    ]) {
      const last = (await links()).at(-1);
      await page.keyboard.press(key);
      assert.equal(await focused(), expected ?? last, key);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(first);
  });
});

test("further results come with scrolling", async () => {
  await onSearchPage(async (parts, page) => {
    await parts.input.fill("rust");
    await parts.waitForAnswerTo("rust");
    await page.mouse.move(500, 600);
    await until(async () => {
      if ((await parts.links.count()) > 20) return true;
      await page.mouse.wheel(0, 3000);
      await still(page);
      return false;
    }, "more than 20 results");
    const hrefs = await parts.links.evaluateAll((all) => all.map(({ href }) => href));
    assert.equal(new Set(hrefs).size, hrefs.length, "none comes twice");
  });
});

test("two searches in one page have their names, and events tell of both", async () => {
  const two = html().replace(
    "<docfuse-input",
    "<docfuse-input instance=b encoder=off></docfuse-input><docfuse-results instance=b></docfuse-results><docfuse-input",
  );
  await onPage(
    async (_box, page) => {
      await page.evaluate(() => {
        globalThis.told = [];
        document.addEventListener("docfuse-answer", ({ target, detail }) =>
          globalThis.told.push(`${target.getAttribute("instance") ?? ""} ${detail.query}`),
        );
        document.addEventListener("docfuse-select", (event) => {
          event.preventDefault();
          globalThis.told.push(`selected ${event.detail.url.split("-")[0]}`);
        });
      });
      const input = (index) => page.locator("docfuse-input").nth(index).locator("input");
      await input(0).fill("closures");
      await page.waitForFunction(() => globalThis.told.includes("b closures"));
      await input(1).fill("ownership");
      await page.waitForFunction(() => globalThis.told.includes(" ownership"));
      await page.locator("docfuse-results[instance=b]").locator("a").first().click();
      // The encoder's answer may come too, as a second event.
      const told = await page.evaluate(() => [...new Set(globalThis.told)]);
      assert.deepEqual(told, ["b closures", " ownership", "selected ch13"]);
    },
    { html: two },
  );
});

test("nothing found, and a failure with a retry", async () => {
  await onSearchPage(async (parts, page, problems) => {
    await parts.input.fill("qqqqqqzzzzzz");
    await parts.waitForAnswerTo("qqqqqqzzzzzz");
    assert.match(await parts.message.innerText(), /Nothing found for “qqqqqqzzzzzz”/);
    server.fault = (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined);
    await page.reload();
    await parts.input.fill("ownership");
    await parts.results.getByRole("button", { name: "Try again" }).waitFor();
    server.fault = () => undefined;
    await parts.results.getByRole("button", { name: "Try again" }).click();
    await parts.waitForAnswerTo("ownership");
    assert.ok((await parts.links.count()) > 0);
    problems.length = 0; // the failed request
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing, and the parts fit into 320 px (${colorScheme})`, async () => {
    await onSearchPage(
      async (parts, page) => {
        if (colorScheme === "dark")
          await page.evaluate(() =>
            Object.assign(document.body.style, { background: "#111", color: "#eee" }),
          );
        await parts.input.fill("ownership");
        await parts.waitForAnswerTo("ownership");
        await page.evaluate(AXE);
        const found = await page.evaluate(async () => {
          const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
        });
        assert.deepEqual(found, []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
        await screenshot(page, `parts-320-${colorScheme}`);
      },
      { viewport: { width: 320, height: 700 } },
    );
  });
}

test("without docfuse-parts.js the results say so, and a button tries all parts again", async () => {
  server.fault = (path) => (path.includes("docfuse-parts.js") ? "missing" : undefined);
  await onSearchPage(async ({ input, links, results }, page, problems) => {
    await results.getByRole("alert").getByText("Search is not available right now.").waitFor();
    server.fault = () => undefined;
    await results.getByRole("button", { name: "Try again" }).click();
    await input.fill("ownership");
    await links.first().waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.ok(problems.length > 0);
    problems.length = 0;
  });
});
