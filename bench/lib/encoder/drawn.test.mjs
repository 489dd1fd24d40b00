import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../random.mjs";
import { LENGTHS, chosen, timedTexts } from "./drawn.mjs";

const many = (name, count) => Array.from({ length: count }, (_, i) => `${name} ${i}`);

test("every source contributes its number of texts, without repetitions", () => {
  const sources = [many("section", 500), many("document", 160)];
  const texts = chosen(sources, many("query", 1000), randomFrom(1));
  const of = (name) => texts.filter((text) => text.startsWith(name)).length;
  assert.deepEqual([of("section"), of("document"), of("query")], [160, 160, 200]);
  assert.equal(new Set(texts).size, texts.length);
  assert.deepEqual(texts, chosen(sources, many("query", 1000), randomFrom(1)));
});

test("a source with too few texts is reported", () => {
  assert.throws(
    () => chosen([many("section", 159)], many("query", 200), randomFrom(1)),
    /expected 160 .* found 159/,
  );
});

test("only queries of the exact lengths are timed", () => {
  const queries = Array.from({ length: 3000 }, (_, i) => ({
    text: `${i}`,
    ids: Array.from({ length: 3 + (i % 30) }, () => 1),
  }));
  const timed = timedTexts(queries, randomFrom(1));
  assert.deepEqual(Object.keys(timed).map(Number), LENGTHS);
  for (const [length, texts] of Object.entries(timed)) {
    assert.equal(new Set(texts.map(({ text }) => text)).size, 20);
    assert.ok(texts.every(({ ids }) => ids.length === Number(length)));
  }
  assert.throws(
    () =>
      timedTexts(
        queries.filter(({ ids }) => ids.length !== 12),
        randomFrom(1),
      ),
    /12 word pieces, found 0/,
  );
});
