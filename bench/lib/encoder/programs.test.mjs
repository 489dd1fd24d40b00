import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSummary } from "./programs.mjs";

const SUMMARY = `en: 498 pages, 9123 sections, 11234 windows
left out, a redirect: 3 (a.html, b.html, c.html)
dense        1 file      4.9 MB raw      4.6 MB stored
17 windows newly embedded
encoder 0.12 s, reading 1.03 s, embedding 12.50 s, indexing 2.00 s, writing 0.10 s
written to /tmp/x
`;

test("the summary of a build is parsed", () => {
  assert.deepEqual(buildSummary(SUMMARY), {
    windows: 11234,
    fresh: 17,
    steps: { encoder: 0.12, reading: 1.03, embedding: 12.5, indexing: 2, writing: 0.1 },
  });
});

test("a build without vectors is an error", () => {
  assert.throws(
    () => buildSummary("en: 1 page, 1 section, no vectors\nreading 0.10 s"),
    /expected the summary/,
  );
});
