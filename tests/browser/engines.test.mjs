// Answers, what keeps still, what loads when, faults, and searches that come back, in the engines of Firefox and WebKit.
// Those of Chromium are in parity.test.mjs, page.test.mjs, loading.test.mjs and return.test.mjs.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/ and the search box in its pages. DOCFUSE_BIN: the
// docfuse command.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { required } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { compare, native } from "./native.mjs";
import { holding, serve } from "./server.mjs";
import { meanwhile, PATIENCE_MS, until, untilSeen } from "./still.mjs";

const START = "ch01-00-getting-started.html";
const QUESTION = "how do I share data between threads";
const [ENTER, ESCAPE, DOWN] = ["\uE007", "\uE00C", "\uE015"];
/** Bytes that opening may load, without compression by the host. */
const MOST_OPENED = 300_000;

const MODES = ["lexical", "dense"];

const site = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");

/** In each page, before its own scripts: keeps what answers say. The first worker answers nothing if `?mute` says so. */
const WATCH = `<script>
  globalThis.answers = [];
  document.addEventListener("docfuse-answer", ({ detail }) =>
    answers.push({ query: detail.query, isWhole: !detail.degraded && !detail.pending.length }));
  const { Worker: Native } = globalThis;
  globalThis.started = 0;
  globalThis.Worker = class extends Native {
    constructor(...args) {
      super(...args);
      globalThis.started += 1;
      if (globalThis.started > 1 || location.search !== "?mute") return;
      this.postMessage = (message) => message.type === "open" && super.postMessage(message);
    }
  };
</script>`;

/** In the page: opens the box. */
const show = async () => document.querySelector("docfuse-search").show();
/** In the page: what has been typed, and whether its results are in sight. */
const shown = async () => {
  const { shadowRoot } = document.querySelector("docfuse-search");
  const hit = shadowRoot?.querySelector("a.hit");
  return [shadowRoot?.querySelector("input[role=combobox]")?.value, hit?.checkVisibility() ?? false];
};
/** In the page: what has the focus, and what the box says, for a test that fails. */
const said = async () => {
  const { shadowRoot } = document.querySelector("docfuse-search") ?? {};
  const texts = [...(shadowRoot?.querySelectorAll("[role=status], [role=alert], button") ?? [])]
    .filter((element) => element.checkVisibility())
    .map((element) => element.textContent);
  return [location.href, document.hasFocus(), document.activeElement?.localName, texts];
};
/** In the page: address and place of each hit that its reader sees. */
const inSight = async () => {
  const { shadowRoot } = document.querySelector("docfuse-search");
  const { bottom } = shadowRoot.querySelector(".list").getBoundingClientRect();
  const places = [...shadowRoot.querySelectorAll("a.hit")].map((hit) => [
    hit.href,
    hit.getBoundingClientRect().top,
  ]);
  return places.filter(([, top]) => top < Math.min(bottom, innerHeight));
};
const hrefs = async () =>
  [...document.querySelector("docfuse-search").shadowRoot.querySelectorAll("a.hit")].map(({ href }) => href);
/** In the page: the address of the best hit that came late. */
const missed = async () =>
  document.querySelector("docfuse-search").shadowRoot.querySelector(".offer a")?.href;

for (const { name, skip, launch } of ENGINES) {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  /** A test of a page at an origin of its own, of which nothing is kept yet. */
  const inEngine = (what, body, path = START) =>
    test(`${name}: ${what}`, { skip }, async () => {
      const server = await serve(site);
      const watch = (reply) => {
        if (reply.path.endsWith(".html") && reply.status === 200)
          reply.body = Buffer.from(String(reply.body).replace("<head>", `<head>${WATCH}`));
      };
      server.habits = [watch];
      try {
        await browser.goto(server.url + path);
        await untilInPage(
          async () => customElements.get("docfuse-search") !== undefined,
          true,
          "the element",
        );
        await body(server);
      } finally {
        await browser.goto("about:blank");
        await server.close();
      }
    });

  /** Waits until `look`, in the page, gives `wanted`; what it gives is lost if the page is left meanwhile. */
  const untilInPage = (look, wanted, what) => {
    const see = (look) => browser.evaluate(look, undefined, 2000).catch(String);
    return untilSeen(() => see(look), wanted, what).catch(async (error) => {
      throw new Error(`${error.message}; ${JSON.stringify(await see(said))}`, { cause: error });
    });
  };

  /** Types a text into the open box. */
  async function type(text) {
    await untilInPage(async () => document.activeElement.localName, "docfuse-search", "focus");
    await browser.evaluate(async () => {
      document.querySelector("docfuse-search").shadowRoot.querySelector("input[role=combobox]").select();
      answers.length = 0;
    });
    await browser.press(text);
  }

  /** Waits for the answer to `text`, or for the one that lacks nothing. */
  const untilAnswered = (text, isWhole = false) =>
    until(async () => {
      const answers = await browser.evaluate(async () => globalThis.answers);
      return answers.some((it) => it.query === text && (it.isWhole || !isWhole));
    }, `the answer to ${text}`);

  const requested = (server, kind) => server.requests.filter((path) => path.startsWith(`/docfuse/${kind}`));

  // Each engine compiles the kernels of the encoder and of vectors by itself.
  inEngine("hits and scores are those of the command, by words and by vectors", async (server) => {
    const options = { limit: 10, explain: true };
    const texts = readFileSync(new URL("queries.txt", import.meta.url), "utf8")
      .trim()
      .split("\n");
    const asked = texts.filter((_, at) => at % 5 === 0).flatMap((text) => MODES.map((mode) => [text, mode]));
    const ask = async (given) => {
      const { open } = await import("/docfuse/docfuse.js");
      const search = await open({ base: "/docfuse/", encoder: "eager" });
      await search.whenReady();
      const answers = [];
      for (const [text, mode] of given.asked)
        answers.push(await search.query(text, { ...given.options, mode }));
      return answers;
    };
    const found = await browser.evaluate(ask, { asked, options }, PATIENCE_MS);
    for (const [at, [text, mode]] of asked.entries()) {
      const expected = await native(`${server.url}docfuse/`, text, { ...options, mode });
      assert.ok(mode === "lexical" || expected.hits.length > 0, text);
      compare(`${mode}: ${text}`, expected, found[at]);
    }
  });

  inEngine("a late answer moves nothing in sight, and comes first with the next key", async (server) => {
    const question = "how do I share data between threads";
    const release = holding(server, /docfuse_embed/);
    await browser.evaluate(show);
    await type(question);
    await untilAnswered(question);
    await meanwhile(300); // the lexicon's may come first
    const [seen, all] = [await browser.evaluate(inSight), await browser.evaluate(hrefs)];
    assert.ok(seen.length > 0);
    release();
    await untilAnswered(question, true);
    await until(async () => (await browser.evaluate(missed)) !== undefined, "the best hit that came late");
    const wanted = await browser.evaluate(missed);
    assert.deepEqual((await browser.evaluate(inSight)).slice(0, seen.length), seen);
    await type(`${question} `);
    await untilAnswered(question);
    const first = (await browser.evaluate(hrefs)).slice(0, 3);
    assert.ok(first.includes(wanted) && !isDeepStrictEqual(first, all.slice(0, 3)), `${first}`);
  });

  inEngine("a box that is opened and left loads neither encoder nor lexicon", async (server) => {
    server.requests.length = 0;
    await browser.evaluate(show);
    await meanwhile(3000);
    const paths = [...new Set(requested(server, ""))];
    const bytes = paths.reduce((sum, path) => sum + statSync(join(site, path)).size, 0);
    assert.ok(paths.length > 0 && bytes <= MOST_OPENED, `${bytes} bytes: ${paths}`);
    for (const kind of ["docfuse-dense", "docfuse_", "model-", "termvectors-", "dense-"])
      assert.deepEqual(requested(server, kind), []);
  });

  inEngine("a name loads no encoder, a question does, behind its answer", async (server) => {
    await browser.evaluate(show);
    await type("mutex");
    await untilAnswered("mutex");
    await until(() => requested(server, "docfuse_full").length > 0, "what is behind the answer");
    await meanwhile(1500);
    assert.deepEqual(requested(server, "model-"), []);
    await type(QUESTION);
    await untilAnswered(QUESTION);
    await until(() => requested(server, "model-").length > 0, "the encoder loads");
  });

  inEngine("a query stops the encoder's download, which goes on by range behind it", async (server) => {
    // Slow enough that the next query comes in between.
    server.habits.push((reply) => reply.path.includes("/model-") && (reply.sending = { pieces: 200 }));
    await browser.evaluate(show);
    await type(QUESTION);
    await until(() => requested(server, "model-").length > 0, "the encoder loads");
    await meanwhile(500);
    const before = requested(server, "model-").length;
    server.ranges.length = 0;
    // The query's ranges come late, so that the trace shows who waits.
    const release = holding(server, /\/(terms|texts)-/);
    await type("borrow checker");
    await until(() => server.ranges.length > 0, "the query's ranges");
    await meanwhile(400);
    assert.equal(requested(server, "model-").length, before, "nothing is asked for while the query waits");
    release();
    await untilAnswered("borrow checker");
    await until(() => server.ranges.some((path) => path.includes("/model-")), "it goes on by range");
    assert.ok(!server.ranges[0].includes("/model-"), `${server.ranges}`);
  });

  inEngine(
    "a worker that closes silently is replaced, and the query is asked again",
    async () => {
      await browser.evaluate(show);
      await type("ownership");
      await untilAnswered("ownership");
      assert.equal(await browser.evaluate(async () => started), 2);
    },
    `${START}?mute`,
  );

  inEngine("going back from a hit brings the query and its results back", async (server) => {
    await browser.evaluate(show);
    await type("ownership");
    await untilAnswered("ownership");
    await untilInPage(shown, ["ownership", true], "results");
    await browser.press(DOWN + ENTER);
    const isAtStart = async () => location.pathname === "/ch01-00-getting-started.html";
    await untilInPage(isAtStart, false, "the hit's page");
    await untilInPage(async () => document.readyState, "complete", "the hit's page");
    await browser.back();
    await untilInPage(isAtStart, true, "back");
    await untilInPage(shown, ["ownership", true], "back");
    await browser.press(ESCAPE);
    await untilInPage(shown, ["ownership", false], "closed");
    await browser.goto(`${server.url}${START}?q=slices`);
    await untilInPage(shown, ["slices", true], "by the page's address");
  });
}
