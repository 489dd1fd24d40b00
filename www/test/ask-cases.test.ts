/** What answers say and cite, by the cases of ask-cases.json. */

import assert from "node:assert/strict";
import { test } from "node:test";
import shared from "./ask-cases.json";
import { ask } from "../src/ask/ask.js";
import { CitationFilter, sentencesOf } from "../src/ask/citations.js";
import type { AskError } from "../src/ask/errors.js";
import { estimatedSession } from "../src/ask/estimate.js";
import { blocksOf, proseOf } from "../src/ask/markdown.js";
import { promptWithin, REFUSAL, SYSTEM } from "../src/ask/prompt.js";
import type { Context, ContextSection } from "../src/shared/protocol.js";

const section = (found: { breadcrumb: string[]; text: string }): ContextSection => ({
  ...found,
  url: "a.html",
  href: "https://docs.example/a.html",
  title: "a",
  tokens: 1,
  cut: false,
});

const session = (quota: number) =>
  estimatedSession([{ role: "system", content: SYSTEM }], quota, () => assert.fail("not asked"));

test("the answerer is told the same", async () => {
  assert.deepEqual([SYSTEM, REFUSAL], [shared.system, shared.refusal]);
  for (const { text, tokens } of shared.estimates)
    assert.equal(await session(1).measure(text, undefined), tokens, text);
});

test("the same sections are chosen", async () => {
  for (const { quota, question, sections, asked, error, text, given, cut } of shared.prompts) {
    let most: number | null = null;
    const find = (maxTokens: number) => {
      most = maxTokens;
      return Promise.resolve({ sections: sections.map(section) });
    };
    const found = promptWithin(session(quota), { question, goOn: false }, find, undefined);
    if (error !== undefined)
      await assert.rejects(
        found,
        (refused: AskError) => refused.code === "quota" && refused.message === error,
      );
    else {
      const prompt = await found;
      assert.deepEqual([prompt.text, prompt.sections.length], [text, given]);
      assert.equal(
        prompt.sections.some((each) => each.cut),
        cut,
      );
    }
    assert.equal(most, asked);
  }
});

test("the same citations are dropped, and the same is a refusal", async () => {
  for (const { sections, text, expected } of shared.citations) {
    for (let length = 1; length <= text.length; length += 1) {
      const filter = new CitationFilter(sections);
      const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
      assert.equal(pieces.map((piece) => filter.push(piece)).join("") + filter.end(), expected, text);
    }
  }
  for (const { sections, text, expected, refused } of shared.written) {
    const found = Array.from({ length: sections }, () => section({ breadcrumb: ["A"], text: "x" }));
    const context = () => Promise.resolve({ sections: found } as unknown as Context);
    const answered = async () => {
      for await (const part of ask({ language: "en", context }, "why", {
        answerer: () => Promise.resolve(text),
      }))
        if (part.type === "answer") return part.answer;
      return undefined;
    };
    // What is neither an answer nor a refusal is a failure.
    if (!refused && expected.trim() === "")
      await assert.rejects(answered, {
        code: "answerer",
        message: /an answer expected, an empty text found/,
      });
    else {
      const answer = await answered();
      assert.deepEqual([answer?.text, answer?.refused], [expected, refused], text);
    }
  }
});

test("the same sentences cite", () => {
  for (const { text, expected } of shared.prose) assert.deepEqual(proseOf(blocksOf(text)), expected, text);
  for (const { sections, text, expected } of shared.sentences)
    assert.deepEqual(sentencesOf(text, "en", sections), expected, text);
});
