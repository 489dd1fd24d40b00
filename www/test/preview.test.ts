/** What the preview shows of a section, and which words it marks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAtWords } from "../src/ui/results/highlight.js";
import type { Hit } from "../src/shared/protocol.js";
import { blocksOf, isFoundInCode, sectionText, textAndCode } from "../src/ui/results/section-text.js";

test("whole words are marked, as the excerpt has them", () => {
  for (const [line, words, expected] of [
    ["Each value has one owner; owners share.", ["owner"], ["owner"]],
    ["Owner and OWNERS", ["owner", "owners"], ["Owner", "OWNERS"]],
    ["call os.path.join now, not os_path", ["os.path.join", "path"], ["os.path.join"]],
    ["a+b (c*) [x]", ["c*", "a+b"], ["a+b", "c*"]],
    ["Über den Eigentümer", ["über", "eigentümer"], ["Über", "Eigentümer"]],
    ["nothing", [], []],
    ["", ["word"], []],
  ] as const) {
    const parts = cutAtWords(line, words);
    assert.equal(parts.join(""), line, "nothing is lost");
    assert.deepEqual(
      parts.filter((_, index) => index % 2 > 0),
      expected,
      line,
    );
  }
});

test("line breaks of the index say what is code", () => {
  for (const [marked, text, code] of [
    ["a\nb", "a\nb", []],
    ["a\rb\fc", "a\nb\nc", [1]],
    ["a\v  b\v\vc\fd\ne", "a\n  b\n\nc\nd\ne", [0, 1, 2, 3]],
    ["a\f", "a", [0]],
    ["a\fb\rc", "a\nb\nc", [0, 2]],
  ] as const) {
    const found = textAndCode({ excerpt: "", text: marked });
    assert.deepEqual([found.text, [...found.code]], [text, code], JSON.stringify(marked));
  }
});

test("lines of code are together, others apart", () => {
  const text = "let a;\n\n  let b;\nThen\ngo.\nrun();";
  for (const [code, expected] of [
    [[], ["p let a;", "p ", "p   let b;", "p Then", "p go.", "p run();"]],
    [
      [0, 1, 2, 5],
      ["pre let a;\n\n  let b;", "p Then", "p go.", "pre run();"],
    ],
  ] as const) {
    assert.deepEqual(
      blocksOf(text, new Set(code)).map((block) => block.join(" ")),
      expected,
    );
  }
});

test("a hit is code if its first marked word stands in a line of code", () => {
  const text = "Call it.\rlet a =  open_now();\v  a.open();\fThen open it.";
  for (const [excerpt, word, expected] of [
    ["Call it.\nlet a = open_now(); a.open();\nThen open it.", "open_now", true],
    ["… open_now(); a.open();\nThen open it.", "open_now", true],
    ["a.open();\nThen open it.", "Then", false],
    ["Call it.\nlet a = open_now();", "Call", false],
    // The same word stands in code before the passage.
    ["Then open it.", "open", false],
    ["Call it.", "", false],
  ] as const) {
    const at = excerpt.indexOf(word);
    const start = text.indexOf(excerpt.replace("… ", "").slice(0, 5));
    const passage = [start, start + excerpt.length];
    const hit = { excerpt, text, passage, highlights: word ? [[at, at + word.length]] : [] };
    assert.equal(isFoundInCode(hit as unknown as Hit), expected, excerpt);
    assert.equal(isFoundInCode({ ...hit, text: undefined } as unknown as Hit), false, "without a text");
  }
});

test("a text that was cut ends with an ellipsis", () => {
  const text = (length: number) => sectionText({ excerpt: "excerpt", text: "x".repeat(length) });
  for (const [length, isCut] of [
    [10, false],
    [7996, false],
    [8000, true],
  ] as const) {
    assert.equal(text(length).endsWith("…"), isCut, String(length));
  }
  const wide = "\u{1f989}".repeat(2000);
  assert.equal(sectionText({ excerpt: "", text: wide }), `${wide}…`, "bytes count, not characters");
  assert.equal(sectionText({ excerpt: "excerpt" }), "excerpt");
});
