// The box and its engine in WebKit: keys, answers of each stage, a failure of the network, and the parts.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_DEMO_SITE: a site with its index in docfuse/.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { pageWith } from "./box-site.mjs";
import { required } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { compare, native } from "./native.mjs";
import { serve } from "./server.mjs";
import { smallSite } from "./small-site.mjs";
import { untilSeen } from "./still.mjs";

const { skip, launch } = ENGINES.find(({ name }) => name === "WebKit");

const [CONTROL, ENTER, ESCAPE, DOWN] = ["\uE009", "\uE007", "\uE00C", "\uE015"];
const QUESTION = "how do I share data between threads";

const demo = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
let site;
let server;
let demoServer;
let webkit;

before(async () => {
  if (skip) return;
  const body = `<p>Voles hide.</p><h2 id="b">Burrows</h2><p>Voles dig.</p><p style="height: 3000px">Long.</p>`;
  const about = (attributes) =>
    pageWith({ title: "Voles", attributes: `${attributes} hotkey="ctrl+k"`, body });
  const part = (name) => `<docfuse-${name} param="q"></docfuse-${name}>`;
  site = smallSite({
    "inline.html": about(""),
    "modal.html": about(`layout="modal"`),
    "search.html": pageWith({ body: ["input", "summary", "results"].map(part).join("") }),
  });
  [server, demoServer] = await Promise.all([serve(site.folder), serve(demo)]);
  webkit = await launch();
});

afterEach(() => {
  for (const each of [server, demoServer]) if (each) each.fault = () => undefined;
});

after(async () => {
  await webkit?.close();
  await server?.close();
  await demoServer?.close();
  site?.remove();
});

/** Waits until `look`, in the page, gives `wanted`. */
const untilInPage = (look, wanted, what) => untilSeen(() => webkit.evaluate(look), wanted, what);

/** In the page: what a reader sees of the box. */
async function state() {
  const { shadowRoot } = document.querySelector("docfuse-search");
  const input = shadowRoot.querySelector("input[role=combobox]");
  const failure = shadowRoot.querySelector(".failure");
  return {
    isOpen: shadowRoot.querySelector("dialog, .panel")?.matches("[open], :popover-open") ?? false,
    isFocused: shadowRoot.activeElement === input,
    value: input.value,
    // Those of the answer to a part of the word go away.
    hits: shadowRoot.querySelectorAll(".list:not(.stale) a.hit").length,
    selected: shadowRoot.querySelectorAll("a.hit[aria-selected=true]").length,
    failure: failure?.checkVisibility() ? failure.innerText.trim().split(/\s*\n\s*/) : [],
    scrolled: scrollY,
  };
}

const EMPTY = { isOpen: false, isFocused: false, value: "", hits: 0, selected: 0, failure: [], scrolled: 0 };
const FOUND = { ...EMPTY, isOpen: true, isFocused: true, value: "voles" };

for (const layout of ["inline", "modal"]) {
  test(`keys in WebKit: ${layout}`, { skip }, async () => {
    await webkit.goto(`${server.url}${layout}.html`);
    await untilInPage(state, EMPTY, "at first");
    await webkit.press("k", [CONTROL]);
    await untilInPage(async () => document.activeElement.localName, "docfuse-search", "focus");
    await webkit.press("voles");
    await untilInPage(state, { ...FOUND, hits: 4 }, "answered");
    await webkit.press(DOWN);
    await untilInPage(state, { ...FOUND, hits: 4, selected: 1 }, "selected");
    await webkit.press(ESCAPE);
    await untilInPage(
      async () => document.querySelector("docfuse-search").shadowRoot.querySelector(":popover-open, [open]"),
      null,
      "closed",
    );
    await webkit.press("k", [CONTROL]);
    await webkit.press("burrows");
    await untilInPage(
      async () =>
        document.querySelector("docfuse-search").shadowRoot.querySelectorAll(".list:not(.stale) a.hit")
          .length,
      2,
      "hits",
    );
    await webkit.press(ENTER);
    await untilInPage(async () => location.hash, "#b", "address");
  });
}

test("in WebKit, a failure is said, and a retry answers", { skip }, async () => {
  server.fault = (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined);
  await webkit.goto(`${server.url}modal.html`);
  await webkit.press("k", [CONTROL]);
  await untilInPage(async () => document.activeElement.localName, "docfuse-search", "focus");
  await webkit.press("voles");
  await untilInPage(
    state,
    { ...FOUND, failure: ["Search is not available right now.", "Try again"] },
    "failed",
  );
  server.fault = () => undefined;
  await webkit.evaluate(async () =>
    document.querySelector("docfuse-search").shadowRoot.querySelector(".retry").click(),
  );
  await untilInPage(
    async () => document.querySelector("docfuse-search").shadowRoot.querySelectorAll("a.hit").length,
    4,
    "hits",
  );
});

test("in WebKit, the parts share a search and its address", { skip }, async () => {
  const shown = async () => [
    document.querySelector("docfuse-input").shadowRoot?.querySelector("input")?.value,
    document.querySelector("docfuse-results").shadowRoot?.querySelectorAll("a.hit").length,
    location.search,
  ];
  await webkit.goto(`${server.url}search.html?q=burrows`);
  await untilInPage(shown, ["burrows", 2, "?q=burrows"], "at first");
  await webkit.evaluate(async () => document.querySelector("docfuse-input").focus());
  await webkit.press(" dig");
  await untilInPage(shown, ["burrows dig", 2, "?q=burrows+dig"], "typed");
});

/** In the page: the first answer with hits of `retriever`; without one, the first answer. */
async function answerOf([text, opened, asked, retriever]) {
  const { open } = await import("/docfuse/docfuse.js");
  const search = await open({ base: "/docfuse/", ...opened });
  try {
    if (retriever === "dense") {
      // A fused list looks at all vectors that are loaded; far hits load them all, as the command does.
      await search.whenReady();
      await search.query("closure", { mode: "dense", offset: 900 });
    }
    return await new Promise((resolve, reject) => {
      const take = (answer) => {
        if (!retriever || answer.hits.some(({ lists }) => lists?.includes(retriever))) resolve(answer);
      };
      search.query(text, { ...asked, onUpdate: take }).then(take, reject);
    });
  } finally {
    search.close();
  }
}

for (const [stage, opened, asked, retriever] of [
  ["words", { dense: "off" }, { mode: "lexical" }, undefined],
  ["the lexicon", { dense: "lexicon" }, { dense: "lexicon" }, "lexicon"],
  ["the encoder", { encoder: "eager" }, {}, "dense"],
]) {
  test(`WebKit and the command agree: answers by ${stage}`, { skip }, async () => {
    await webkit.goto(`${demoServer.url}index.html`);
    const options = { mode: asked.mode };
    const found = await webkit.evaluate(answerOf, [QUESTION, opened, options, retriever]);
    // The lexicon's by its address, so that the command looks at the vectors that a page looks at.
    const index = retriever === "dense" ? join(demo, "docfuse") : `${demoServer.url}docfuse/`;
    const expected = await native(index, QUESTION, asked);
    assert.ok(expected.hits.length > 0);
    compare(QUESTION, { ...expected, degraded: null }, found);
  });
}
