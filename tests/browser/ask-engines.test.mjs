// `search.ask` and the box's answers in Chromium, Firefox and WebKit: a stand-in for the browser's model by its specification, an
// endpoint on loopback with faults, and content security policies.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pageWith } from "./box-site.mjs";
import { chatServer } from "./chat-server.mjs";
import { launchChromium } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { languageModelScript } from "./language-model.mjs";
import { serve } from "./server.mjs";
import { smallSite } from "./small-site.mjs";
import { until } from "./still.mjs";

const QUESTION = "when do owls hunt mice";
const GUIDE = readFileSync(new URL("../../docs/ask.md", import.meta.url), "utf8");
const ANSWER = "At night [1]. They eat mice [9].";

/** Drives Chromium as the drivers of the others do: what runs in the page is no act of the reader. */
async function launch() {
  const browser = await launchChromium();
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  return {
    goto: (url) => page.goto(url),
    async evaluate(work, argument) {
      const expression = `(${work})(${JSON.stringify(argument)})`;
      const run = { expression, awaitPromise: true, returnByValue: true, userGesture: false };
      const { result, exceptionDetails } = await client.send("Runtime.evaluate", run);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    close: () => browser.close(),
  };
}

let site;
let server;
let chat;
let other;
let isDriven = false;

const page = (settings) =>
  pageWith({ head: languageModelScript({ answers: [ANSWER], ...settings }), attributes: `layout="modal"` });

/** The policy of the guide, for an endpoint of this origin. */
function policy(origin) {
  const block = GUIDE.split("```").find((each) => each.trim().startsWith("script-src"));
  assert.ok(block, "docs/ask.md has no policy");
  // The favicon of the test pages is a data: URL, and the stand-in an inline script.
  const found = block.trim().replaceAll("\n", " ").replaceAll("https://llm.example", origin);
  const whole = `default-src 'none'; img-src data:; ${found}`;
  // Firefox's driver puts a script into the page.
  return isDriven
    ? whole.replace(/require-trusted.*/, "").replace("script-src", "script-src 'unsafe-inline'")
    : whole;
}

before(async () => {
  chat = await chatServer();
  other = await chatServer();
  chat.elsewhere = other.url;
  site = smallSite({
    "here.html": page({}),
    "downloadable.html": page({ state: "downloadable" }),
    "small.html": page({ window: 260 }),
    "tiny.html": page({ window: 20 }),
    "old.html": page({ isOld: true }),
    "fails.html": page({ answers: ["!NotReadableError"] }),
    // Each time with a number of its own: what repeats itself ends.
    "slow.html": page({
      answers: [Array.from({ length: 20 }, (_, n) => `Hour ${n}: ${ANSWER} `).join("")],
      piece: 21,
      every: null,
    }),
    "french.html": page({ languages: ["fr"] }),
    "none.html": pageWith({}),
    "allowed.html": pageWith({}),
    "watched.html": pageWith({}),
    "forbidden.html": pageWith({}),
    "owls.html": pageWith({ title: "Owls", body: "<p>When do owls hunt mice? Owls hunt mice at night.</p>" }),
    "mice.html": pageWith({
      title: "Mice",
      body: `<p>Mice hide from owls. ${"They hunt corn. ".repeat(120)}</p>`,
    }),
  });
  const origins = { "/allowed.html": chat.origin, "/forbidden.html": "https://llm.example" };
  const withPolicy = ({ path, headers }) => {
    if (origins[path]) headers["content-security-policy"] = policy(origins[path]);
    if (path === "/watched.html")
      headers["content-security-policy-report-only"] = "connect-src 'self'; report-uri /reports";
  };
  server = await serve(site.folder, { habits: [withPolicy] });
});
after(async () => {
  await server?.close();
  await chat?.close();
  await other?.close();
  site?.remove();
});

/** In the page: asks, and returns what came, or the error. `abortAfter` is a number of pieces. */
async function run([question, choice, turns = 1, abortAfter]) {
  const { open } = await import("/docfuse/docfuse.js");
  const { Conversation } = await import("/docfuse/docfuse-ask.js");
  const search = await open({ base: "/docfuse/" });
  const stopping = new AbortController();
  const conversation = new Conversation();
  const states = [];
  const types = [];
  let pieces = 0;
  let answer;
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const options = { conversation, signal: stopping.signal, ...(choice && { answerer: choice }) };
      options.onState = (state, progress) =>
        states.push(progress === undefined ? state : `${state} ${progress}`);
      for await (const part of search.ask(question, options)) {
        if (types.at(-1) !== part.type) types.push(part.type);
        if (part.type === "text") pieces += 1;
        if (part.type === "answer") answer = part.answer;
        if (abortAfter && pieces >= abortAfter) stopping.abort(new Error("enough"));
      }
    }
    const { text, sources, refused, context } = answer;
    return {
      text,
      refused,
      types,
      states,
      pieces,
      cited: sources.map(({ number, href }) => `${number} ${new URL(href).pathname}`),
      degraded: (context.degraded ?? []).map(({ code }) => code),
      kept: conversation.exchanges.length,
    };
  } catch ({ name, code, message }) {
    return { name, code, message, states };
  } finally {
    search.close();
  }
}

/** In the page: the number of events of a type that the stand-in saw. */
const logged = async (type) => globalThis.modelLog.filter((each) => each.type === type).length;

for (const { name, skip, launch: start } of [{ name: "Chromium", launch }, ...ENGINES]) {
  let browser;
  before(async () => {
    if (!skip) browser = await start();
  });
  after(() => browser?.close());

  const at = async (path, asked) => {
    await browser.goto(server.url + path);
    return browser.evaluate(run, asked);
  };
  const inEngine = (what, body) => test(`${name}: ${what}`, { skip }, body);

  inEngine("the browser's model streams an answer with checked citations", async () => {
    for (const path of ["here.html", "old.html"]) {
      const { text, refused, types, states, pieces, cited } = await at(path, [QUESTION]);
      assert.equal(text, "At night [1]. They eat mice.");
      assert.deepEqual(types, ["sources", "text", "answer"]);
      assert.ok(pieces > 2, `${pieces} pieces`);
      assert.deepEqual([refused, states, cited], [false, ["available"], ["1 /owls.html"]]);
      assert.equal(await browser.evaluate(logged, "destroyed"), 1);
    }
  });

  inEngine("a download needs the reader, a language a model that knows it", async () => {
    const started = await at("downloadable.html", [QUESTION]);
    assert.deepEqual(
      [started.name, started.code, started.states],
      ["AskError", "activation", ["downloadable"]],
    );
    assert.equal(await browser.evaluate(logged, "create"), 0);
    const french = await at("french.html", [QUESTION]);
    assert.deepEqual([french.code, french.states], ["unavailable", ["unavailable"]]);
    assert.equal((await at("none.html", [QUESTION])).code, "unavailable");
  });

  inEngine("sections and conversation stay within the window", async () => {
    const { text, kept } = await at("small.html", [QUESTION, undefined, 12]);
    assert.equal(text, "At night [1]. They eat mice.");
    assert.ok(kept > 1 && kept < 12, `${kept} kept`);
    const { code, message } = await at("tiny.html", [QUESTION]);
    assert.equal(code, "quota", message);
  });

  inEngine("an answer can be aborted, and fail", async () => {
    const stopped = await at("slow.html", [QUESTION, undefined, 1, 3]);
    assert.deepEqual([stopped.name, stopped.message], ["Error", "enough"]);
    // The model hears of it by itself: nobody waits for it.
    await until(async () => (await browser.evaluate(logged, "destroyed")) === 1, "the model is destroyed");
    assert.equal(await browser.evaluate(logged, "written"), 0);
    assert.equal((await at("fails.html", [QUESTION])).code, "answerer");
  });

  inEngine("an endpoint streams, and its faults are typed errors", async () => {
    const endpoint = { url: chat.url, model: "tiny" };
    chat.requests.length = 0;
    const { text, pieces, cited } = await at("none.html", [QUESTION, endpoint]);
    assert.deepEqual([text, cited], ["It is so [1].", ["1 /owls.html"]]);
    assert.ok(pieces > 1);
    assert.match(chat.requests[0].messages.at(-1).content, /^\[1\] Owls\n> When do owls hunt mice/);
    for (const [fault, code, message = /./] of [
      ["status", "refused", /status 500 \(too many\) found$/],
      ["redirect", "refused", /a redirect, which is not followed, found$/],
      ["error", "refused", /no memory/],
      ["type", "protocol"],
      ["garbage", "protocol"],
      ["flood", "protocol"],
      ["cut", "network"],
      ["cors", "network"],
    ]) {
      chat.fault = fault;
      const found = await at("none.html", [QUESTION, endpoint]);
      assert.deepEqual([found.name, found.code], ["AskError", code], `${fault}: ${found.message}`);
      assert.match(found.message, message);
    }
    assert.deepEqual(other.requests, [], "question and sections go to no other host");
    chat.fault = undefined;
    chat.answer = () => Array.from({ length: 400 }, (_, at) => `on and on ${at} [1]. `);
    const stopped = await at("none.html", [QUESTION, endpoint, 1, 3]);
    assert.equal(stopped.message, "enough");
    await until(async () => chat.open === 0, "the rest is not fetched");
    chat.answer = () => ["It ", "is so ", "[1]."];
    assert.equal((await at("none.html", [QUESTION, { url: "http://127.0.0.1:9/v1" }])).code, "network");
  });

  inEngine("the policy of the guide admits the endpoint, and another one is a typed error", async () => {
    isDriven = name === "Firefox";
    assert.equal((await at("allowed.html", [QUESTION, { url: chat.url }])).text, "It is so [1].");
    const { code, message } = await at("forbidden.html", [QUESTION, { url: chat.url }]);
    assert.equal(code, "policy", message);
    assert.equal(message, `${chat.origin} expected in connect-src of the page's policy, not found`);
    // A policy that only watches forbids nothing.
    chat.fault = "cors";
    assert.equal((await at("watched.html", [QUESTION, { url: chat.url }])).code, "network");
    chat.fault = undefined;
  });

  inEngine("the box answers above hits that stay", async () => {
    await browser.goto(`${server.url}slow.html`);
    const seen = await browser.evaluate(async (question) => {
      const box = document.querySelector("docfuse-search");
      const until = async (look) => {
        for (const deadline = Date.now() + 240_000; Date.now() < deadline;) {
          const found = look();
          if (found) return found;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        throw new Error(`not seen: ${look}`);
      };
      await until(() => box.shadowRoot);
      box.show(question);
      const button = await until(() => {
        const line = box.shadowRoot.querySelector(".ask");
        return line?.checkVisibility() && line.querySelector("button");
      });
      button.click();
      const tops = () =>
        [...box.shadowRoot.querySelectorAll("a.hit")].map((hit) => hit.getBoundingClientRect().top);
      let before;
      const lengths = new Set();
      let moved = 0;
      // Sees every change, however busy the machine is.
      new MutationObserver(() => {
        const { length } = box.shadowRoot.querySelector(".answer .text")?.textContent ?? "";
        if (length <= 10) return;
        before ??= tops();
        lengths.add(length);
        if (String(tops()) !== String(before)) moved += 1;
      }).observe(box.shadowRoot, { subtree: true, childList: true, characterData: true });
      await until(() => box.shadowRoot.querySelector(".ask .copy"));
      const links = [...box.shadowRoot.querySelectorAll(".answer a")].map(({ pathname }) => pathname);
      return {
        hits: before.length,
        steps: lengths.size,
        moved,
        links: [...new Set(links)],
        unsourced: box.shadowRoot.querySelectorAll(".unsourced").length,
        told: box.shadowRoot.querySelectorAll("[role=log] p").length,
        note: box.shadowRoot.querySelector(".origin").textContent,
      };
    }, QUESTION);
    assert.ok(seen.hits > 1 && seen.steps > 3, JSON.stringify(seen));
    assert.deepEqual(
      { ...seen, hits: 2, steps: 4 },
      {
        hits: 2,
        steps: 4,
        moved: 0,
        links: ["/owls.html"],
        unsourced: 1, // the last: a source covers the sentences before it
        told: 41,
        note: "Written by a model on this device; check the sources.",
      },
    );
  });
}
