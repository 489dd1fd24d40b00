// States of the box: past searches, slow answers, no network, other languages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { holding } from "./server.mjs";
import { meanwhile, until } from "./still.mjs";

const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  server = await sites.of({
    "a.html": pageWith({ title: "Owls", body: "<p>Owls hunt mice at night.</p>" }),
    "b.html": pageWith({ title: "Mice", body: "<p>Mice fear owls.</p>" }),
    "modal.html": pageWith({ title: "Modal", attributes: `layout="modal"` }),
    "off.html": pageWith({ title: "Off", attributes: `recent="off"` }),
    "de.html": pageWith({ title: "Eulen", lang: "de-AT", attributes: `language="en" layout="modal"` }),
    "ar.html": pageWith({ title: "بوم", lang: "ar", attributes: `language="en" layout="modal"` }).replace(
      'lang="ar"',
      'lang="ar" dir="rtl"',
    ),
    "own.html": pageWith({ title: "Own", attributes: `strings='{"search":"Find it","retry":1}'` }),
  });
});
after(() => sites.stop());

/** What a reader sees of a failure. */
const failureLines = async (box) => (await box.host.locator("[part=failure]").innerText()).split(/\s*\n\s*/);

const searches = (box) => box.host.locator("[part=past] .query").allTextContents();

/** Searches, and follows the first result. */
async function follow(box, page, text) {
  await ask(box, text);
  const [target] = await box.urls();
  await box.hits.first().click();
  await box.waitForPage(server.url + target);
}

test("searches that led somewhere are offered again, pinned, removed and forgotten", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.input.focus();
    assert.equal(await box.panel.isVisible(), false, "nothing was searched for yet");
    for (const text of ["owls", "mice", "night"]) await follow(box, page, text);
    await page.goto(server.url + "a.html");
    await box.input.focus();
    await box.host.locator("[part=past]").waitFor();
    assert.deepEqual(await searches(box), ["night", "mice", "owls"]);
    await screenshot(page, "past-searches");
    await box.host.getByRole("button", { name: "Pin “owls”", exact: true }).click();
    assert.deepEqual(await searches(box), ["owls", "night", "mice"]);
    await box.host.getByRole("button", { name: "Remove “night”" }).click();
    assert.deepEqual(await searches(box), ["owls", "mice"]);
    await box.host.getByRole("button", { name: "Clear recent searches" }).click();
    assert.deepEqual(await searches(box), ["owls"]);
    await box.host.locator("[part=past] .query").click();
    await box.waitForAnswerTo("owls");
    assert.equal(await box.input.inputValue(), "owls");
    assert.deepEqual(await searches(box), []);
    await box.input.fill("");
    await box.host.locator("[part=past]").waitFor();
    await box.host.getByRole("button", { name: "Unpin “owls”" }).click();
    await box.host.getByRole("button", { name: "Remove “owls”" }).click();
    assert.equal(await page.evaluate(() => localStorage.length), 0);
  });
});

test("past searches are reached by keys, and typing returns to the input", async () => {
  await sites.on(server, "modal.html", async (box, page) => {
    const key = `docfuse-searches:${server.url}docfuse/`;
    const stored = JSON.stringify({ recent: ["owls", "<b>mice</b>"] });
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, stored]);
    await page.keyboard.press("Control+k");
    await box.host.locator("[part=past]").waitFor();
    assert.deepEqual(await searches(box), ["owls", "<b>mice</b>"], "text, not HTML");
    const focused = () => page.evaluate(() => document.activeElement.shadowRoot.activeElement.textContent);
    for (const [pressed, expected] of [
      ["ArrowDown", "owls"],
      ["ArrowDown", "<b>mice</b>"],
      ["ArrowUp", "owls"],
      ["ArrowUp", ""],
      ["ArrowDown", "owls"],
    ]) {
      await page.keyboard.press(pressed);
      assert.equal(await focused(), expected, pressed);
    }
    await page.keyboard.press("m");
    await page.keyboard.type("ice");
    assert.equal(await box.input.inputValue(), "mice");
    await box.waitForAnswerTo("mice");
  });
});

test("past searches can be switched off", async () => {
  await sites.on(server, "off.html", async (box, page) => {
    await follow(box, page, "owls");
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    await page.evaluate(
      (name) => localStorage.setItem(name, '{"recent":["x"]}'),
      `docfuse-searches:${server.url}docfuse/`,
    );
    await page.goto(server.url + "off.html");
    await ask(box, "mice");
    await box.input.fill("");
    await meanwhile(200);
    assert.deepEqual(await searches(box), []);
  });
});

test("without storage, the box works and keeps nothing", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      }),
    );
    await page.reload();
    await follow(box, page, "mice");
    await box.input.focus();
    await meanwhile(200);
    assert.deepEqual(await searches(box), []);
  });
});

test("grey lines stand in for results that take longer than 150 ms", async () => {
  const watch = (page) =>
    page.evaluate(() => {
      globalThis.sawSkeleton = false;
      const root = document.querySelector("docfuse-search").shadowRoot;
      const look = () => {
        const skeleton = root.querySelector(".skeleton");
        globalThis.sawSkeleton ||= skeleton !== null && skeleton.checkVisibility();
        requestAnimationFrame(look);
      };
      look();
    });
  const saw = (page) => page.evaluate(() => globalThis.sawSkeleton);
  await sites.on(server, "a.html", async (box, page) => {
    const release = holding(server, /\/terms-/);
    await watch(page);
    await box.type("owls");
    await box.host.locator(".skeleton").waitFor();
    await screenshot(page, "skeleton");
    release();
    await box.waitForAnswerTo("owls");
    assert.equal(await box.host.locator(".skeleton").isVisible(), false);
    // From now on, everything is there.
    await watch(page);
    await ask(box, "mice");
    assert.equal(await saw(page), false);
  });
});

test("without network the box says so, and answers when it is back", async () => {
  const expected = /ERR_(INTERNET_DISCONNECTED|CONTENT_LENGTH_MISMATCH)/;
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      await box.input.focus();
      await page.waitForFunction(() =>
        document.querySelector("docfuse-search").shadowRoot.querySelector(".list"),
      );
      await page.context().setOffline(true);
      await box.type("owls");
      await box.host.getByText("You are offline.").first().waitFor();
      assert.deepEqual(await failureLines(box), ["You are offline.", "Try again"]);
      await screenshot(page, "offline");
      // The browser says that it is online before it is.
      server.fault = () => "cut";
      const asked = server.requests.length;
      await page.context().setOffline(false);
      await until(() => server.requests.length > asked, "another try");
      server.fault = () => undefined;
      await box.hits.first().waitFor();
      assert.equal(await box.retry.isVisible(), false);
    },
    { expected },
  );
});

test("a failure is said in plain words; its reason, which names the file, is in the tooltip and the console", async () => {
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      const warnings = [];
      page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
      server.fault = (path) => (path.includes("/terms-") ? "missing" : undefined);
      await box.type("owls");
      await box.retry.waitFor();
      assert.deepEqual(await failureLines(box), ["Search is not available right now.", "Try again"]);
      const failure = box.host.locator("[part=failure]");
      const reason = await failure.getAttribute("title");
      assert.match(reason, /^http\S+\/terms-\S+\.hdf answered with status 404$/);
      await screenshot(page, "failed");
      assert.deepEqual(warnings, [`docfuse: ${reason}`], "told once");
      // Without a connection.
      server.fault = (path) => (path.includes("/terms-") ? "cut" : undefined);
      await box.retry.click();
      await page.waitForFunction(() => {
        const { shadowRoot } = document.querySelector("docfuse-search");
        return /^terms-\S+\.hdf could not be fetched$/.test(shadowRoot.querySelector(".failure").title);
      });
      server.fault = () => undefined;
      await box.retry.click();
      await box.hits.first().waitFor();
      assert.equal(await failure.isVisible(), false);
    },
    { expected: /status of 404|ERR_/ },
  );
});

for (const [path, search, nothing, name] of [
  ["de.html", "Suche", "Nichts gefunden für „zzzz“.", "german"],
  ["ar.html", "بحث", "لا توجد نتائج عن «\u2068zzzz\u2069».", "arabic"],
]) {
  test(`the box speaks the language of ${path}`, async () => {
    server.requests.length = server.ranges.length = 0;
    await sites.on(server, path, async (box, page) => {
      await box.button.getByText(search, { exact: true }).waitFor();
      const strings = () =>
        server.requests.filter((request) => request.includes("docfuse-strings")).toSorted();
      await box.button.click();
      await ask(box, "owls");
      await screenshot(page, name);
      await ask(box, "zzzz");
      await box.host.locator(".message").getByText(nothing).waitFor();
      const pack = "/docfuse/docfuse-strings.hdf";
      assert.deepEqual(strings(), [pack, "/docfuse/docfuse-strings.js"]);
      assert.ok(server.ranges.includes(pack), "its own sentences alone");
    });
  });
}

test("without docfuse-strings.js the box speaks English, and the console tells once", async () => {
  const told = [];
  server.fault = (path) => (path.includes("docfuse-strings.js") ? "missing" : undefined);
  await sites.on(
    server,
    "de.html",
    async (box, page) => {
      page.on("console", (message) => told.push(message.text()));
      await box.button.click();
      await ask(box, "zzzz");
      await box.host.locator(".message").getByText("Nothing found for “zzzz”.").waitFor();
    },
    { expected: /docfuse-strings|status of 404|ERR_/ },
  );
  assert.equal(
    told.filter((text) => /^docfuse: docfuse-strings\.js could not be loaded/.test(text)).length,
    1,
  );
});

test("an English page loads no sentences, unless its author has some", async () => {
  const warnings = [];
  for (const [path, placeholder, loaded] of [
    ["a.html", "Search", 0],
    ["own.html", "Find it", 1],
  ]) {
    await sites.on(server, path, async (box, page) => {
      page.on("console", (message) => warnings.push(message.text()));
      server.requests.length = 0;
      await ask(box, "zzzz");
      assert.equal(await box.input.getAttribute("placeholder"), placeholder);
      const requests = server.requests.filter((request) => request.endsWith("/docfuse-strings.js"));
      assert.equal(requests.length, loaded, path);
    });
  }
  assert.deepEqual(
    warnings.filter((text) => text.startsWith("docfuse:")),
    ["docfuse: strings.retry must be a text of at most 500 characters"],
  );
});
