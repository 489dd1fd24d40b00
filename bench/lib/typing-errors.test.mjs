import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "./random.mjs";
import { mistype, withTypingErrors } from "./typing-errors.mjs";

const queries = Array.from({ length: 50 }, (_, i) => ({
  id: `q${i}`,
  text: `os.environ${i}`,
  gold: ["os.html"],
}));

test("queries depend on the seed alone", () => {
  assert.deepEqual(withTypingErrors(queries, 20, 7), withTypingErrors(queries, 20, 7));
  assert.notDeepEqual(withTypingErrors(queries, 20, 7), withTypingErrors(queries, 20, 8));
});

test("the set of a seed never changes", () => {
  const texts = withTypingErrors(queries, 3, 7).map(({ text }) => text);
  assert.deepEqual(texts, ["os.enviro24", "os.evniron39", "os.eneiron15"]);
});

test("every text has exactly one edit, in its longest word", () => {
  const random = randomFrom(1);
  for (let i = 0; i < 500; i += 1) {
    const wrong = mistype("a setdefault(x)", random);
    assert.match(wrong, /^a .*\(x\)$/);
    assert.equal(distance("a setdefault(x)", wrong), 1, wrong);
  }
});

test("gold pages and id of the query are kept", () => {
  for (const { id, gold, original } of withTypingErrors(queries, 50, 3)) {
    const source = queries.find((query) => `${query.id}-typo` === id);
    assert.equal(source?.text, original);
    assert.deepEqual(gold, source?.gold);
  }
});

/** Edits between two texts, an exchange of neighbours being one (optimal string alignment). */
function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (exchanged) cost = Math.min(cost, rows[i - 2][j - 2] + 1);
      rows[i][j] = cost;
    }
  }
  return rows[a.length][b.length];
}
