import assert from "node:assert/strict";
import { test } from "node:test";
import { checked } from "./vector-check.mjs";
import { turned } from "./latency.mjs";

test("a vector that is not the model's fails the run", () => {
  assert.deepEqual(checked("x", [0.98, 1]), { mean: 0.99, minimum: 0.98, count: 2 });
  assert.throws(() => checked("x", [1, 0.2]), /x: a vector has a cosine of 0.2/);
  assert.throws(() => checked("x", [1, Number.NaN]), /NaN/);
});

test("every encoder comes first equally often", () => {
  const firsts = [-4, -3, 0, 1, 2, 3].map((round) => turned(["a", "b", "c"], round)[0]);
  assert.deepEqual(firsts, ["c", "a", "a", "b", "c", "a"]);
  assert.deepEqual(turned(["a", "b", "c"], 1), ["b", "c", "a"]);
});
