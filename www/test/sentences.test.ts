/** Sentences of documentation: what ends one, and what a citation covers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sentencesOf } from "../src/ask/citations.js";
import { splitSentences } from "../src/ask/sentences.js";

test("code, signs, abbreviations, versions and breaks of lines end no sentence", () => {
  for (const [language, ...sentences] of [
    ["en", "The ? operator in Rust returns an error. ", "It ends the function."],
    ["en", "Use `println!` for it. ", "The `!` type is never. ", "`?.` is none."],
    ["en", "The ! type has no values. ", "So it ends."],
    ["en", "The macro println! prints a line."],
    ["en", 'Write println!("{}", x) or a?.b here. ', "Then run it."],
    ["en", "Some types, e.g. Rc, i.e. Counted, vs. Arc or Mr. Box, share it. ", "Others do not."],
    ["en", "Since 1.70.0 it is stable. ", "Before, it was not."],
    ["en", "Wait... and then... it ends. ", "So."],
    ["en", "A range 0..10 or a..=b is half open. ", "Yes."],
    ["en", "It is\nso on\nthree lines. ", "Then more."],
    ["en", "**It is so.** ", "Then **Mr. Box** says `a. B`. ", "End!"],
    ["en", "Is it so? ", "It is! ", "Good."],
    ["en", "1. Open the file. ", "2. Read it."],
    ["en", "See [the guide](https://docs.example/a.html?b=c) first. ", "Then go."],
    ["de", "Das gilt z. B. für Zahlen bzw. Texte. ", "Der Rest nicht."],
    ["ja", "夜です。", "昼です。"],
    ["en", "It is so. [1] ", "Then [2]. [1][3] ", "No."],
    ["", "One. ", "Two."],
    ["not a tag!", "One. ", "Two."],
  ] as const) {
    const text = sentences.join("");
    assert.deepEqual(splitSentences(text, language), [...sentences]);
  }
});

test("a citation covers the sentences since the last one of its paragraph, and none behind it", () => {
  const numbers = (text: string) => sentencesOf(text, "en", 3).map(({ citations }) => citations);
  assert.deepEqual(numbers("One. Two. Three [2]. Four [1]. Five."), [[2], [2], [2], [1], []]);
  assert.deepEqual(numbers("One. Two [9]."), [[], []]);
  assert.deepEqual(numbers("One. Two. [1][3] Three `[2]`."), [[1, 3], [1, 3], []]);
  assert.deepEqual(numbers(""), []);
});
