import assert from "node:assert/strict";
import { test } from "node:test";
import { inParallel, leaveOneOut, parted, settings, withSiteSettings } from "./stages.mjs";

test("a variant is a list of settings", () => {
  assert.deepEqual(settings(""), []);
  assert.deepEqual(settings("fusion.k=20  mix.depth=30"), ["--set", "fusion.k=20", "--set", "mix.depth=30"]);
});

test("settings of the build go into the settings file", () => {
  const { build, query } = parted("site.secondary_weight=0.3 fusion.k=20  site.min=1");
  assert.deepEqual([build, query], ["site.secondary_weight=0.3 site.min=1", "fusion.k=20"]);
  const lines = "[site]\nsecondary_weight = 0.3\nmin = 1\n";
  assert.equal(withSiteSettings("[site]\nexclude = []\n", build), `${lines}exclude = []\n`);
  assert.equal(withSiteSettings("[text]\n", build), `[text]\n\n${lines}`);
  assert.equal(withSiteSettings("[text]\n", ""), "[text]\n");
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
