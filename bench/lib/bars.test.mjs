import assert from "node:assert/strict";
import { test } from "node:test";
import { BARS, boundOf, judge } from "./bars.mjs";

const bar = (figure) => BARS.find((known) => known.figure === figure);

test("a ratio must be below its bar", () => {
  const bytes = (own, other) =>
    judge(bar("cold first query: bytes"), { coldBytes: own }, { coldBytes: other });
  assert.equal(bytes(64, 100).met, true);
  assert.equal(bytes(65, 100).met, false);
  assert.equal(bytes(65, 100).value, 0.65);
});

test("a bar has a description", () => {
  assert.equal(boundOf(bar("cold first query: bytes")), "below 0.65 × Pagefind");
  assert.equal(boundOf(bar("code of the first query, gzip")), "at most 88 KB");
  assert.equal(boundOf(bar("python3-symbols: Success@1")), "at least 0.9");
});

test("requests may equal their bar", () => {
  const requests = (own) => judge(bar("cold first query: most requests of a run"), { mostRequests: own }).met;
  assert.equal(requests(8), true);
  assert.equal(requests(9), false);
});

test("a share must reach its bar", () => {
  const success = (share) => ({ quality: { "python3-symbols": { success1: share } } });
  const met = (share) => judge(bar("python3-symbols: Success@1"), success(share)).met;
  assert.equal(met(0.9), true);
  assert.equal(met(0.899), false);
});

test("a missing measurement is neither met nor missed", () => {
  assert.equal(judge(bar("cold first query: bytes"), { coldBytes: 1 }, undefined).met, undefined);
  assert.equal(judge(bar("warm query p95 inside wasm"), {}, {}).met, undefined);
  assert.equal(judge(bar("python3-symbols: Success@1"), { quality: {} }).met, undefined);
});
