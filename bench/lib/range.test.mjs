import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRange } from "./range.mjs";

test("a range includes its last byte and is truncated at the end of the file", () => {
  assert.deepEqual(parseRange("bytes=0-0", 10), { start: 0, end: 1 });
  assert.deepEqual(parseRange("bytes=3-5", 10), { start: 3, end: 6 });
  assert.deepEqual(parseRange("bytes=3-", 10), { start: 3, end: 10 });
  assert.deepEqual(parseRange("bytes=3-99", 10), { start: 3, end: 10 });
});

test("a range without a start counts from the end", () => {
  assert.deepEqual(parseRange("bytes=-4", 10), { start: 6, end: 10 });
  assert.deepEqual(parseRange("bytes=-40", 10), { start: 0, end: 10 });
});

test("a range after the end is not satisfiable", () => {
  assert.equal(parseRange("bytes=10-12", 10), "unsatisfiable");
  assert.equal(parseRange("bytes=-0", 10), "unsatisfiable");
  assert.equal(parseRange("bytes=0-0", 0), "unsatisfiable");
});

test("other range headers request the whole file", () => {
  for (const header of [undefined, "", "bytes=-", "bytes=5-3", "bytes=0-1,8-9", "lines=0-1", "bytes=a-b"]) {
    assert.equal(parseRange(header, 10), undefined, String(header));
  }
});
