import assert from "node:assert/strict";
import { test } from "node:test";
import { inParallel, leaveOneOut, settings } from "./stages.mjs";

test("a variant is a list of settings", () => {
  assert.deepEqual(settings(""), []);
  assert.deepEqual(settings("fusion.k=20  mix.depth=30"), ["--set", "fusion.k=20", "--set", "mix.depth=30"]);
});

test("a set has no say in the choice that it is measured with", () => {
  const measured = { one: { a: 0.5, b: 0.5, c: 0.5 }, two: { a: 0.9, b: 0.4, c: 0.4 } };
  const found = leaveOneOut(measured, ["a", "b", "c"]);
  // Without a, "one" is better; with a, "two".
  assert.deepEqual(
    found.map(({ variant, value }) => [variant, value]),
    [
      ["one", 0.5],
      ["two", 0.4],
      ["two", 0.4],
    ],
  );
});

test("jobs keep their order", async () => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms));
  assert.deepEqual(await inParallel([() => wait(20), () => wait(1), () => wait(5)], 2), [20, 1, 5]);
});
