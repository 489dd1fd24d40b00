/** The search box's logic without a browser: grouping, late answers, highlights, notes, keys, links. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupByPage, groupNew } from "../src/ui/results/result-groups.js";
import { pageVersion, versioned } from "../src/ui/page-version.js";
import { splitAtHighlights, withShortLead } from "../src/ui/results/highlight.js";
import { hotkeyName, hotkeys, matchesHotkey, type Key } from "../src/ui/shell/hotkey.js";
import { toAnswer, toHref } from "../src/client/links.js";
import * as notes from "../src/ui/results/answer-notes.js";
import { ENGLISH } from "../src/ui/strings/en.js";
import { speaker } from "../src/ui/strings/strings.js";
import { encoderPolicy, usesLexicon } from "../src/client/encoder-policy.js";
import type { Answer, ErrorCode, FoundHit, Hit } from "../src/shared/protocol.js";

const say = speaker(ENGLISH, "en");
const missingNote = (answer: Answer) => notes.missingNote(answer, say);
const failureNote = (answer: Answer) => notes.failureNote(answer, say);
const countNote = (answer: Answer) => notes.countNote(answer, say);

function hit(url: string): Hit {
  const page = url.split("#")[0] ?? url;
  const text = { title: `Title of ${page}`, heading: url, path: [], excerpt: "", highlights: [] };
  const rest = { also: [], meta: {} };
  return { url, page, href: `https://docs.example/${url}`, score: 1, ...text, ...rest };
}

const hits = (...urls: string[]) => urls.map(hit);
/** Without what a test is about. */
const ANSWER: Answer = {
  query: "x",
  mode: "hybrid",
  degraded: null,
  pending: [],
  total: 1,
  facets: null,
  docAggregates: null,
  tookMs: { engine: 1, total: 2 },
  corrections: [],
  suggestions: [],
  hits: hits("a#1"),
};
const urls = (groups: readonly { hits: readonly Hit[] }[]) =>
  groups.map((group) => group.hits.map(({ url }) => url));

test("a page ranks by its best hit", () => {
  const groups = groupByPage(hits("a#1", "b#1", "a#2", "c#1", "b#2"));
  assert.deepEqual(urls(groups), [["a#1", "a#2"], ["b#1", "b#2"], ["c#1"]]);
  assert.equal(groups[0]?.title, "Title of a");
});

test("titles show the version of their page once", () => {
  for (const [title, version, expected] of [
    ["Install", "2.0", "Install (2.0)"],
    ["Install (1.0)", "1.0", "Install (1.0)"],
    ["Install", undefined, "Install"],
  ] as const) {
    assert.equal(versioned({ title, version }), expected);
    const [group] = groupByPage([{ ...hit("a"), title, version }]);
    assert.equal(group && versioned(group), expected);
  }
});

test("the version of a page is what all of its metas state", () => {
  const page = (...metas: [string, string][]) => {
    const elements = metas.map(([name, content]) => ({ name, content }));
    return { querySelectorAll: () => elements } as unknown as ParentNode;
  };
  const stated = pageVersion(
    page(["docsearch:version", "2.0, latest"], ["docusaurus_version", "2.0"], ["description", "9"]),
  );
  assert.equal(stated, "2.0,latest");
  assert.equal(pageVersion(page(["docsearch:version", " "])), "");
});

test("new hits are added below, even those of a page already shown", () => {
  const shown = groupByPage(hits("a#1", "b#1"));
  const groups = groupNew(shown, hits("b#1", "c#1", "a#2", "a#1", "c#2"));
  assert.deepEqual(urls(groups), [["c#1", "c#2"], ["a#2"]]);
});

test("the parts make up the whole excerpt, whatever the offsets", () => {
  const excerpt = "Each value has an owner.";
  const cases: [readonly (readonly [number, number])[], string[]][] = [
    [[], []],
    [[[5, 10]], ["value"]],
    [
      [
        [18, 23],
        [0, 4],
      ],
      ["Each", "owner"],
    ],
    [
      [
        [0, 10],
        [5, 14],
      ],
      ["Each value", " has"],
    ],
    [
      [
        [20, 900],
        [-5, 4],
        [7, 7],
        [9, 3],
        [Number.NaN, 3],
      ],
      ["Each", "ner."],
    ],
  ];
  for (const [highlights, marked] of cases) {
    const cut = splitAtHighlights(excerpt, highlights);
    assert.equal(cut.map(({ text }) => text).join(""), excerpt);
    assert.deepEqual(
      cut.filter((part) => part.marked).map(({ text }) => text),
      marked,
    );
  }
});

test("a note says what may be there if the reader tries again, and nothing else", () => {
  const note = (...parts: [retriever: string, code: ErrorCode][]) =>
    missingNote({
      ...ANSWER,
      degraded: parts.map(([retriever, code]) => ({ retriever, code, message: "" })),
    });
  const some = "Some results may be missing.";
  for (const code of ["network", "not-found", "damaged", "unavailable", "crashed"] as const)
    for (const retriever of ["lexical", "dense", "lexicon", "links", "entities"])
      assert.equal(note([retriever, code]), some, `${retriever} ${code}`);
  assert.equal(note(["texts", "network"]), "Some excerpts are not available.");
  assert.equal(note(["texts", "network"], ["dense", "network"]), some);
  assert.equal(note(["reranker", "network"], ["related", "network"]), "");
  for (const code of [
    "no-dense",
    "encoder-off",
    "encoder-loading",
    "encoder-memory",
    "encoder-unsupported",
  ] as const)
    assert.equal(note(["dense", code]), "", code);
  assert.equal(missingNote({ ...ANSWER, degraded: null }), "");
});

test("what could not be had is not said to be nothing", () => {
  const note = (hits: Hit[], ...parts: [retriever: string, code: ErrorCode][]) =>
    failureNote({
      ...ANSWER,
      hits,
      degraded: parts.map(([retriever, code]) => ({ retriever, code, message: "" })),
    });
  const search = "Search is not available right now.";
  const meaning = "Nothing found for “x”. Some results may be missing.";
  assert.equal(failureNote({ ...ANSWER, hits: [], degraded: null }), "");
  assert.equal(note([], ["lexical", "network"]), search);
  assert.equal(note([], ["texts", "unavailable"], ["dense", "encoder-loading"]), search);
  assert.equal(note([], ["dense", "damaged"]), meaning);
  assert.equal(note(hits("a#1"), ["lexical", "network"]), "");
  for (const code of ["no-dense", "encoder-off", "encoder-loading", "encoder-unsupported"] as const) {
    assert.equal(note([], ["dense", code]), "", code);
  }
  assert.equal(note([], ["reranker", "network"]), "");
});

test("counts are those of what was found, in plain English", () => {
  const count = (total: number, loaded: Hit[] = hits("a#1")) => countNote({ ...ANSWER, total, hits: loaded });
  assert.equal(count(1), "1 result");
  assert.equal(count(57), "57 results");
  assert.equal(count(100), "100 results");
  // Nobody can look through them all.
  assert.equal(count(542), "100+ results");
  assert.equal(count(0, []), "Nothing found for “x”.");
  const suggested = { ...ANSWER, hits: [], suggestions: [{ text: "y" }] };
  assert.equal(countNote(suggested), "Nothing found for “x”. 1 suggestion.");
});

test("above hits stands one sentence: what was searched for, what is missing, or that the fit is weak", () => {
  const weak = "Nothing matches closely. These are the nearest pages.";
  assert.equal(notes.aboveHits(ANSWER, say), "");
  assert.equal(notes.aboveHits({ ...ANSWER, fit: "weak" }, say), weak);
  assert.equal(notes.aboveHits({ ...ANSWER, fit: "weak", hits: [] }, say), "");
  const fewer = "No result has all words. These have some of them.";
  assert.equal(notes.aboveHits({ ...ANSWER, fewer: true, fit: "weak" }, say), fewer);
  const missing = ["E1001", "8081"];
  assert.equal(notes.aboveHits({ ...ANSWER, missing, fit: "weak" }, say), "Nothing found for “E1001 8081”.");
  const corrections = [{ from: "thraed", to: "thread" }];
  const corrected = { ...ANSWER, query: "one thraed?", fit: "weak", corrections } as const;
  assert.equal(notes.aboveHits(corrected, say), "Showing results for “one thread?”.");
});

test("a correction is one query, with the words that were changed", () => {
  const corrections = [
    { from: "Onwership", to: "ownership" },
    { from: "refs", to: "references" },
    { from: "chánnnels", to: "channels" },
    { from: "कुक", to: "कुकी" },
  ];
  const corrected = (query: string) => notes.correctedQuery({ query, corrections });
  assert.deepEqual(corrected("Onwership of refs"), ["", "ownership", " of ", "references", ""]);
  assert.deepEqual(corrected("prefs, refs!"), ["prefs, ", "references", "!"]);
  assert.deepEqual(corrected("get_refs()"), ["get_", "references", "()"]);
  assert.deepEqual(corrected("chánnnels copper"), ["", "channels", " copper"]);
  assert.deepEqual(corrected("कुकि कुक"), ["कुकि ", "कुकी", ""]);
  assert.deepEqual(corrected("another script"), ["", "ownership references channels कुकी", ""]);
});

test("an excerpt begins so that its first highlight is seen on a phone", () => {
  const lead = "It is also possible for structs to store things that are not owned, such as ";
  const cut = withShortLead(
    splitAtHighlights(`${lead}references to data`, [[lead.length, lead.length + 10]]),
    "Structs",
  );
  assert.equal(cut.map(({ text }) => text).join(""), "…are not owned, such as references to data");
  const long = withShortLead(
    splitAtHighlights(`${lead}GIT_SSH_COMMAND`, [[lead.length, lead.length + 15]]),
    "Names",
  );
  assert.equal(long.map(({ text }) => text).join(""), "…owned, such as GIT_SSH_COMMAND");
  const path = "the executors of the module concurrent.futures.";
  const [word] = withShortLead(
    splitAtHighlights(`${path}ProcessPoolExecutor`, [[path.length, path.length + 19]]),
    "Names",
  );
  assert.equal(word?.text, "…concurrent.futures.", "a long word is not cut");
  const [line] = withShortLead(splitAtHighlights("use std::io;\nlet owned = name;", [[17, 22]]), "Names");
  assert.equal(line?.text, "let ", "code begins with its line");
  for (const [excerpt, highlights] of [
    ["A short lead before references", [[20, 30]]],
    ["references first, and then a long text that is never cut", [[0, 10]]],
    ["no word of this long excerpt is marked at all, as it was found by meaning", []],
  ] as const) {
    const parts = splitAtHighlights(excerpt, highlights);
    assert.deepEqual(withShortLead(parts, "Names"), parts, excerpt);
  }
});

test("a sentence about what the name above has is shown from its beginning", () => {
  const excerpt = "It is also possible for structs to hold references";
  for (const [text, name, isWhole] of [
    [excerpt, "hold references", true],
    [excerpt, "The references", true],
    [excerpt, "refer ()", true],
    [excerpt, "() refer", true],
    [excerpt, "Structs", false],
    [`…${excerpt}`, "references", false],
  ] as const) {
    const parts = splitAtHighlights(text, [[text.length - 10, text.length]]);
    const shown = withShortLead(parts, name);
    assert.equal(shown[0]?.text === parts[0]?.text, isWhole, `${text} below ${name}`);
  }
});

test("words that were corrected are searched for in quotation marks instead", () => {
  const corrections = ["onwership", "Onwership", "chánnnels", "कुकि"].map((from) => ({ from, to: "" }));
  for (const [query, expected] of [
    ["onwership", '"onwership"'],
    ["rust  Onwership rules", 'rust  "Onwership" rules'],
    ["chánnnels copper", '"chánnnels" copper'],
    ["कुकि?", '"कुकि"?'],
    ["onwership?", '"onwership"?'],
    ["of --take_onwership()", 'of --"take_onwership"()'],
    ["nothing of it", "nothing of it"],
  ] as const) {
    assert.equal(notes.asTyped(query, corrections), expected);
  }
});

test("hotkeys match with exactly their modifiers", () => {
  const plain: Key = { key: "/", ctrlKey: false, metaKey: false, altKey: false };
  const matches = (event: Key, attribute: string) =>
    hotkeys(attribute).some((hotkey) => matchesHotkey(event, hotkey));
  assert.equal(matches(plain, "/"), true);
  assert.equal(matches({ ...plain, ctrlKey: true }, "/"), false);
  assert.equal(matches({ ...plain, key: "k", ctrlKey: true }, "ctrl+k"), true);
  assert.equal(matches({ ...plain, key: "K", metaKey: true }, "Ctrl+K"), true);
  assert.equal(matches({ ...plain, key: "k" }, "ctrl+k"), false);
  const cyrillic = { ...plain, key: "л", code: "KeyK" };
  assert.equal(matches({ ...cyrillic, ctrlKey: true }, "ctrl+k"), true);
  assert.equal(matches(cyrillic, "k"), false);
  // On Dvorak, the key that a Latin letter is on does not count.
  assert.equal(matches({ ...plain, key: "t", code: "KeyK", ctrlKey: true }, "ctrl+k"), false);
  assert.equal(matches({ ...plain, key: "K", ctrlKey: true, shiftKey: true }, "ctrl+k"), false);
  assert.equal(matches({ ...plain, key: "?", ctrlKey: true, shiftKey: true }, "ctrl+?"), true);
  assert.equal(matches({ ...plain, key: undefined }, "ctrl+k /"), false);
  for (const event of [plain, { ...plain, key: "k", ctrlKey: true }]) {
    assert.equal(matches(event, "  ctrl+k  / "), true);
    assert.equal(matches(event, ""), false);
    assert.equal(matches(event, "ctrl+"), false);
  }
});

test("hotkeys are named as the keyboard names them", () => {
  for (const [attribute, mac, shown] of [
    ["ctrl+k", false, "Ctrl K"],
    ["ctrl+k", true, "⌘K"],
    ["cmd+k", false, "Ctrl K"],
    ["Meta+k", true, "⌘K"],
    ["+", true, "+"],
    ["/", true, "/"],
  ] as const) {
    const [hotkey] = hotkeys(attribute);
    assert.ok(hotkey);
    assert.equal(hotkeyName(hotkey, mac), shown);
  }
});

test("links lead to http(s) only", () => {
  const site = new URL("https://docs.example/book/");
  assert.equal(toHref("ch04.html#own", site), "https://docs.example/book/ch04.html#own");
  assert.equal(toHref("https://other.example/x", site), "https://other.example/x");
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "https://["]) {
    assert.equal(toHref(bad, site), site.href);
  }
});

test("hits link to their section and to other places with the same text", () => {
  const site = new URL("https://docs.example/book/");
  const base = { page: "a.html", title: "A", heading: "", path: [], excerpt: "", highlights: [], score: 1 };
  const also = [{ url: "old/a.html#x", title: "A (old)" }];
  const hit = (url: string): FoundHit => ({ ...base, meta: {}, url, also });
  const found = {
    query: "x",
    mode: "hybrid",
    degraded: null,
    pending: [],
    total: 1,
    corrections: [],
    facets: null,
    doc_aggregates: null,
    suggestions: [],
  } as const;
  const hits = [hit("a.html#x"), hit("a.html"), hit("javascript:alert(1)")];
  const answer = toAnswer({ ...found, hits }, site, { engine: 1, total: 2 });
  assert.deepEqual(
    answer.hits.map(({ href }) => href),
    ["https://docs.example/book/a.html#x", "https://docs.example/book/a.html", "https://docs.example/book/"],
  );
  const [first] = answer.hits;
  assert.equal(first?.url, "a.html#x");
  assert.deepEqual(first?.also, [{ ...also[0], href: "https://docs.example/book/old/a.html#x" }]);
  assert.deepEqual(answer.tookMs, { engine: 1, total: 2 });
});

test("small devices and readers who save data get no encoder, unless told otherwise", () => {
  assert.equal(encoderPolicy("auto", {}), "deferred");
  assert.equal(encoderPolicy("auto", { deviceMemory: 8, connection: { saveData: false } }), "deferred");
  assert.equal(encoderPolicy("auto", { deviceMemory: 1 }), "off");
  assert.equal(encoderPolicy("auto", { connection: { saveData: true } }), "off");
  assert.equal(encoderPolicy("eager", { deviceMemory: 1 }), "eager");
  assert.equal(encoderPolicy("off", {}), "off");
  for (const dense of ["lexicon", "off"] as const) assert.equal(encoderPolicy("eager", {}, dense), "off");
});

test("readers who save data get the lexicon only where the page asks for it", () => {
  const saving = { connection: { saveData: true } };
  const small = { deviceMemory: 1 };
  for (const [dense, ...expected] of [
    ["auto", true, true, false],
    ["lexicon", true, true, true],
    ["encoder", false, false, false],
    ["off", false, false, false],
  ] as const) {
    assert.deepEqual(
      [{}, small, saving].map((device) => usesLexicon(dense, device)),
      expected,
      dense,
    );
  }
});
