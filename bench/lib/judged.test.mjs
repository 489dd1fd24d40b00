import assert from "node:assert/strict";
import { test } from "node:test";
import { ndcg } from "./judged.mjs";

test("nDCG@10 counts each page once, at its first rank", () => {
  const grades = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  assert.equal(ndcg(["b", "a"], grades), 1);
  assert.equal(ndcg(["b", "b", "a"], grades), 1);
  assert.ok(Math.abs(ndcg(["x", "a"], grades) - 1 / Math.log2(3) / (2 + 1 / Math.log2(3))) < 1e-12);
  assert.equal(ndcg([..."0123456789", "a"], grades), 0);
  assert.equal(ndcg(["a"], new Map()), 0);
});
