import assert from "node:assert/strict";
import { test } from "node:test";
import { pairedRatios } from "./ratios.mjs";

test("the ratio is the median of the runs' ratios", () => {
  // The machine slows down during the runs; the new build is always a tenth slower, but for one run.
  const found = pairedRatios([10, 20, 40, 80], [11, 22, 44, 40]);
  assert.ok(Math.abs(found.ratio - 1.1) < 1e-12);
  assert.equal(found.least, 0.5);
  assert.ok(Math.abs(found.most - 1.1) < 1e-12);
  assert.deepEqual([found.older, found.newer], [30, 31]);
});

test("times without a counterpart are an error", () => {
  assert.throws(() => pairedRatios([1, 2], [1]), /found 2 old and 1 new/);
  assert.throws(() => pairedRatios([], []), /found 0 old and 0 new/);
});
