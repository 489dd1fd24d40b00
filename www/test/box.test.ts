/** The search box's logic without a browser: grouping, late answers, highlights, notes, keys, links. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupByPage, groupNew } from "../src/ui/results/result-groups.js";
import { pageVersion, versioned } from "../src/ui/page-version.js";
import { splitAtHighlights } from "../src/ui/results/highlight.js";
import { hotkeyName, hotkeys, matchesHotkey } from "../src/ui/shell/hotkey.js";
import { toAnswer, toHref } from "../src/client/links.js";
import * as notes from "../src/ui/results/answer-notes.js";
import { ENGLISH } from "../src/ui/strings/en.js";
import { speaker } from "../src/ui/strings/strings.js";
import { encoderPolicy, usesLexicon } from "../src/client/encoder-policy.js";
import type { Answer, Correction, Degraded, ErrorCode, FoundHit, Hit } from "../src/shared/protocol.js";

const say = speaker(ENGLISH, "en");
const degradedNote = (degraded: readonly Degraded[] | null, isOff: boolean, hits: readonly Hit[] = []) =>
  notes.degradedNote({ degraded, hits }, isOff, say);
const failureNote = (answer: Answer) => notes.failureNote(answer, say);
const correctionNote = (corrections: readonly Correction[]) => notes.correctionNote(corrections, say);
const countNote = (answer: Answer) => notes.countNote(answer, say);

function hit(url: string): Hit {
  const page = url.split("#")[0] ?? url;
  const text = { title: `Title of ${page}`, heading: url, path: [], excerpt: "", highlights: [] };
  const rest = { also: [], meta: {} };
  return { url, page, href: `https://docs.example/${url}`, score: 1, ...text, ...rest };
}

const hits = (...urls: string[]) => urls.map(hit);
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

test("a note names each failure once", () => {
  const dense = { retriever: "dense", code: "damaged", message: "" } as const;
  const off = { retriever: "dense", code: "encoder-off", message: "" } as const;
  assert.equal(degradedNote(null, false), "");
  assert.equal(degradedNote([dense, dense], false), "Word matches only; search by meaning is not available.");
  const other = { ...dense, retriever: "entities" };
  assert.equal(degradedNote([other, other], false), "Some results may be missing.");
  assert.equal(degradedNote([{ ...dense, site: "api" }], false), "Some results may be missing.");
  assert.equal(degradedNote([{ ...other, retriever: "reranker" }], false), "");
  assert.equal(degradedNote([off], true), "");
  assert.notEqual(degradedNote([off], false), "");
  assert.equal(degradedNote([{ ...off, code: "no-dense" }], false), "");
});

test("a note says of results by meaning what holds", () => {
  const lost = { retriever: "dense", code: "network", message: "" } as const;
  const loading = { ...lost, code: "encoder-loading" } as const;
  const found = (...lists: string[]) => hits("a").map((each) => ({ ...each, lists }));
  const byWords = "Word matches only; search by meaning is not available.";
  const partial = "Parts of search by meaning are not available.";
  for (const [lists, expected] of [
    [["lexical"], byWords],
    [["lexical", "links"], byWords],
    [["lexical", "lexicon"], partial],
    [["dense"], partial],
  ] as const) {
    assert.equal(degradedNote([lost], false, found(...lists)), expected, lists.join());
    assert.equal(degradedNote([loading], false, found(...lists)), "Search by meaning is loading.");
  }
  // Answers of the lexical module have no lists.
  assert.equal(degradedNote([lost], false, hits("a", "b")), byWords);
  assert.equal(degradedNote([lost, { ...lost, retriever: "lexicon" }], false, found("lexicon")), partial);
});

test("what could not be had is not said to be nothing", () => {
  const found = { query: "x", mode: "hybrid", total: 0, facets: null, docAggregates: null } as const;
  const answer = { ...found, tookMs: { engine: 1, total: 2 }, corrections: [], suggestions: [] };
  const note = (hits: Hit[], ...parts: [retriever: string, code: ErrorCode][]) =>
    failureNote({
      ...answer,
      hits,
      degraded: parts.map(([retriever, code]) => ({ retriever, code, message: "" })),
    });
  const search = "Search is not available right now.";
  const meaning = "No words match, and search by meaning is not available right now.";
  assert.equal(failureNote({ ...answer, hits: [], degraded: null }), "");
  assert.equal(note([], ["lexical", "network"]), search);
  assert.equal(note([], ["texts", "unavailable"], ["dense", "encoder-loading"]), search);
  assert.equal(note([], ["dense", "damaged"]), meaning);
  assert.equal(note(hits("a#1"), ["lexical", "network"]), "");
  for (const code of ["no-dense", "encoder-off", "encoder-loading", "encoder-unsupported"] as const) {
    assert.equal(note([], ["dense", code]), "", code);
  }
  assert.equal(note([], ["reranker", "network"]), "");
});

test("counts are in plain English", () => {
  const found = { query: "x", mode: "hybrid", degraded: null, total: 1 } as const;
  const counts = { facets: null, docAggregates: null, tookMs: { engine: 1, total: 2 } };
  const answer = { ...found, ...counts, corrections: [], suggestions: [] };
  assert.equal(countNote({ ...answer, hits: hits("a#1") }), "1 result on 1 page.");
  assert.equal(countNote({ ...answer, hits: hits("a#1", "a#2", "b") }), "3 results on 2 pages.");
  assert.equal(countNote({ ...answer, hits: [] }), "Nothing found for “x”.");
  const suggested = { ...answer, hits: [], suggestions: [{ text: "y" }] };
  assert.equal(countNote(suggested), "Nothing found for “x”. 1 suggestion.");
  assert.equal(notes.suggestionsTitle(suggested, say), "Nothing found for “x”. Did you mean");
});

test("above hits stands that the fit is weak, and what was searched for", () => {
  const found = { query: "x", mode: "hybrid", degraded: null, total: 1, facets: null } as const;
  const rest = { docAggregates: null, tookMs: { engine: 1, total: 2 }, suggestions: [{ text: "y" }] };
  const answer = { ...found, ...rest, corrections: [], hits: hits("a#1") };
  const weak = "Nothing matches closely. These are the nearest pages.";
  assert.equal(notes.aboveHits(answer, say), "");
  assert.equal(notes.aboveHits({ ...answer, fit: "weak" }, say), weak);
  assert.equal(notes.aboveHits({ ...answer, fit: "weak", hits: [] }, say), "");
  const corrected = { ...answer, fit: "weak", corrections: [{ from: "thraed", to: "thread" }] } as const;
  assert.equal(notes.aboveHits(corrected, say), `${weak} Showing results for “thread” instead of “thraed”.`);
  assert.equal(countNote(corrected), "1 result on 1 page.");
});

test("a correction names both words", () => {
  assert.equal(correctionNote([]), "");
  assert.equal(
    correctionNote([{ from: "ownershp", to: "ownership" }]),
    "Showing results for “ownership” instead of “ownershp”.",
  );
});

test("words that were corrected are searched for in quotation marks instead", () => {
  const corrections = [{ from: "onwership", to: "ownership" }];
  for (const [query, expected] of [
    ["onwership", '"onwership"'],
    ["rust  Onwership rules", 'rust  "Onwership" rules'],
    ["nothing of it", "nothing of it"],
  ] as const) {
    assert.equal(notes.asTyped(query, corrections), expected);
  }
});

test("hotkeys match with exactly their modifiers", () => {
  const plain = { key: "/", ctrlKey: false, metaKey: false, altKey: false };
  const matches = (event: typeof plain, attribute: string) =>
    hotkeys(attribute).some((hotkey) => matchesHotkey(event, hotkey));
  assert.equal(matches(plain, "/"), true);
  assert.equal(matches({ ...plain, ctrlKey: true }, "/"), false);
  assert.equal(matches({ ...plain, key: "k", ctrlKey: true }, "ctrl+k"), true);
  assert.equal(matches({ ...plain, key: "K", metaKey: true }, "Ctrl+K"), true);
  assert.equal(matches({ ...plain, key: "k" }, "ctrl+k"), false);
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
