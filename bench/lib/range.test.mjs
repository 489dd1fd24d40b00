import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRanges } from "./range.mjs";

test("a range includes its last byte and is truncated at the end of the file", () => {
  assert.deepEqual(parseRanges("bytes=0-0", 10), [{ start: 0, end: 1 }]);
  assert.deepEqual(parseRanges("bytes=3-5", 10), [{ start: 3, end: 6 }]);
  assert.deepEqual(parseRanges("bytes=3-", 10), [{ start: 3, end: 10 }]);
  assert.deepEqual(parseRanges("bytes=3-99", 10), [{ start: 3, end: 10 }]);
});

test("a range without a start counts from the end", () => {
  assert.deepEqual(parseRanges("bytes=-4", 10), [{ start: 6, end: 10 }]);
  assert.deepEqual(parseRanges("bytes=-40", 10), [{ start: 0, end: 10 }]);
});

test("a range after the end is not satisfiable", () => {
  assert.deepEqual(parseRanges("bytes=10-12", 10), []);
  assert.deepEqual(parseRanges("bytes=-0", 10), []);
  assert.deepEqual(parseRanges("bytes=0-0", 0), []);
});

test("of several ranges, the satisfiable ones are returned", () => {
  const [first, second] = [
    { start: 0, end: 2 },
    { start: 8, end: 10 },
  ];
  assert.deepEqual(parseRanges("bytes=0-1, 8-99", 10), [first, second]);
  assert.deepEqual(parseRanges("bytes=0-1,10-12,-2", 10), [first, second]);
});

test("other range headers request the whole file", () => {
  for (const header of [undefined, "", "bytes=-", "bytes=5-3", "bytes=0-1,", "lines=0-1", "bytes=a-b"]) {
    assert.equal(parseRanges(header, 10), undefined, String(header));
  }
});
