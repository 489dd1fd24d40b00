import assert from "node:assert/strict";
import test from "node:test";
import { bytes, short, signed } from "../playground/elements.js";
import { parts } from "../playground/explanation.js";
import { encoded } from "../playground/server.js";
import { toToml } from "../playground/settings.js";

test("settings are written as docfuse.toml has them", () => {
  const tried = { "mix.depth": 20, "fusion.weights.dense": 0.6, "fusion.k": 10, "fusion.weights.lexical": 2 };
  const toml = "[fusion]\nk = 10\n\n[fusion.weights]\ndense = 0.6\nlexical = 2\n\n[mix]\ndepth = 20";
  assert.equal(toToml(new Map(Object.entries(tried))), toml);
  assert.equal(toToml(new Map()), "");
});

test("the parts of a score are all that is not zero", () => {
  const list = { rank: 1, raw_score: 11, weight: 1 };
  const explanation = {
    contributions: [
      { ...list, retriever: "lexical", share: 0.1, mixed: 0.6 },
      { ...list, retriever: "links", share: 0.05, mixed: 0 },
    ],
    navigational: false,
    raised: 0,
    proximity: 0.2,
    reranked: 0,
    terms: [],
  };
  const found = parts(explanation).map(({ name, value }) => `${name} ${value}`);
  assert.deepEqual(found, [
    "lexical by rank 0.1",
    "lexical by score 0.6",
    "links by rank 0.05",
    "words side by side 0.2",
  ]);
  const alone = [{ ...list, retriever: "dense", share: 11, mixed: 0 }];
  assert.deepEqual(
    parts({ ...explanation, contributions: alone, proximity: 0 }).map(({ name }) => name),
    ["dense"],
  );
});

test("numbers and addresses", () => {
  assert.deepEqual([999, 1_500, 2_500_000].map(bytes), ["999 B", "1.5 KB", "2.50 MB"]);
  assert.deepEqual(
    [0.123456, 12, 1e-9].map((value) => short(value, 3)),
    ["0.123", "12", "1e-9"],
  );
  assert.deepEqual(
    [0.25, -0.25, 0.0001, -0.0001].map((value) => signed(value, 3)),
    ["+0.250", "−0.250", "0.000", "0.000"],
  );
  assert.equal(
    encoded({ q: "a&b", set: ["x=1", "y=2"], none: undefined, empty: "" }),
    "q=a%26b&set=x%3D1&set=y%3D2",
  );
});
