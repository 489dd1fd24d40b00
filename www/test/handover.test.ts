/** Handing over: Markdown that means what the section says, prompts that fit into an address, safe links. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assistantHref, promptFor } from "../src/ui/handover/assistants.js";
import { toMarkdown, type HandedSection } from "../src/ui/handover/markdown.js";
import { ENGLISH_STEPS } from "../src/ui/strings/en-steps.js";
import { speaker } from "../src/ui/strings/strings.js";

const say = speaker(ENGLISH_STEPS, "en");

const section = (changed: Partial<HandedSection> = {}): HandedSection => ({
  title: "Shared-State Concurrency",
  heading: "Atomic Reference Counting",
  path: ["Fearless Concurrency", "Shared-State Concurrency"],
  text: "Fortunately, Arc<T> is a type.\nIt is safe.",
  code: new Set(),
  href: "https://docs.example/ch16-03.html#arc",
  ...changed,
});

test("a section has its heading, breadcrumb, text and source", () => {
  assert.equal(
    toMarkdown(
      [section(), section({ heading: "", path: [], text: "Top.", href: "https://docs.example/a.html" })],
      say,
    ),
    `## Atomic Reference Counting

Shared-State Concurrency › Fearless Concurrency

Fortunately, Arc\\<T> is a type.

It is safe.

Source: <https://docs.example/ch16-03.html#arc>

## Shared-State Concurrency

Top.

Source: <https://docs.example/a.html>
`,
  );
  assert.equal(toMarkdown([], say), "");
});

test("at most five sections are handed over", () => {
  const many = Array.from({ length: 9 }, () => section());
  assert.equal(toMarkdown(many, say).match(/^## /gm)?.length, 5);
});

test("text means itself", () => {
  for (const [line, expected] of [
    ["# not a heading", "\\# not a heading"],
    ["#hash and C# stay", "#hash and C# stay"],
    ["- item", "\\- item"],
    ["--flag stays", "--flag stays"],
    ["1. first", "1\\. first"],
    ["1.5 and 2) stay", "1.5 and 2) stay"],
    ["> quote", "\\> quote"],
    ["a > b, x - y", "a > b, x - y"],
    ["---", "--\\-"],
    ["snake_case and os.path.join", "snake_case and os.path.join"],
    ["__init__ and _private", "\\_\\_init\\_\\_ and \\_private"],
    ["*ptr, `code`, \\n, <script>", "\\*ptr, \\`code\\`, \\\\n, \\<script>"],
    ["[link](javascript:x) and a[0]", "\\[link](javascript:x) and a[0]"],
    ["[note]: https://x.example", "\\[note]: https://x.example"],
    ["a\tb", "a b"],
  ] as const) {
    const markdown = toMarkdown([section({ text: line })], say);
    assert.equal(markdown.split("\n")[4], expected);
  }
});

test("code stands between fences, as it is", () => {
  const text = "Run:\nlet a = *b;\n\n    ```<x>\nDone.";
  const markdown = toMarkdown([section({ text, code: new Set([1, 2, 3]) })], say);
  assert.ok(markdown.includes("\n\nRun:\n\n````\nlet a = *b;\n\n    ```<x>\n````\n\nDone.\n\n"), markdown);
});

test("a prompt has the question and as many sections as fit", () => {
  const prompt = promptFor("how do I share data?", [section(), section({ text: "x".repeat(3000) })], say);
  assert.equal(
    prompt,
    `Answer this question from the documentation below, and name your sources: how do I share data?

Shared-State Concurrency › Atomic Reference Counting
https://docs.example/ch16-03.html#arc
Fortunately, Arc<T> is a type.
It is safe.`,
  );
  assert.equal(promptFor("x".repeat(5000), [section()], say).length, 2000);
});

test("placeholders of a link are filled in, encoded, and only http(s) links are made", () => {
  const handed = { prompt: "a & b\n{query}?", query: "c++ \ud83e", url: "https://docs.example/a?b=1#c" };
  for (const [template, expected] of [
    ["https://ai.example/new?q={prompt}", "https://ai.example/new?q=a%20%26%20b%0A%7Bquery%7D%3F"],
    [
      "https://ai.example/?q={query}&from={url}",
      "https://ai.example/?q=c%2B%2B%20%EF%BF%BD&from=https%3A%2F%2Fdocs.example%2Fa%3Fb%3D1%23c",
    ],
    ["http://localhost:3000/", "http://localhost:3000/"],
    ["https://ai.example/{other}", "https://ai.example/{other}"],
    ["javascript:alert({prompt})", undefined],
    ["{prompt}", undefined],
    ["data:text/html,{query}", undefined],
    ["https://", undefined],
    ["", undefined],
  ] as const) {
    assert.equal(assistantHref(template, handed), expected, template);
  }
});
