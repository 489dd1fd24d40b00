/** The author's rules, by the cases that the command's tests read, too; and rules of any shape, as the network may send. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offers, Rule } from "../src/client/language-choice.js";
import { hitOf } from "../src/ui/browse/pinned.js";
import { applying, rulesOf } from "../src/ui/browse/rules.js";
import fixture from "../../tests/rules.json";

interface Case {
  readonly asked: string;
  readonly likeness?: readonly number[];
  readonly rules: readonly number[];
}

const rules = fixture.rules as readonly Rule[];

test("rules apply to their queries", () => {
  for (const { asked: text, likeness, rules: expected } of fixture.cases as readonly Case[]) {
    const found = applying(rules, text, likeness).map((rule) => rules.indexOf(rule));
    assert.deepEqual(found, expected, text);
  }
});

test("a pinned page is chosen as a hit", () => {
  const site = new URL("https://docs.example/manual/");
  const hit = hitOf({ queries: ["a"], match: "exact", url: "guide/#linux", title: "On Linux" }, site);
  assert.deepEqual(
    [hit?.href, hit?.url, hit?.page, hit?.title],
    ["https://docs.example/manual/guide/#linux", "guide/#linux", "guide/", "On Linux"],
  );
  assert.equal(hitOf({ queries: ["a"], match: "exact", note: "Ask us." }, site), undefined);
});

test("what is no rule is left out", () => {
  for (const wrong of [5, "rules", { queries: [] }, [null, 5, {}, { queries: "install" }]])
    assert.deepEqual(rulesOf({ rules: wrong } as unknown as Offers), []);
  const odd = [{ queries: [5, null], match: 7, vectors: "7f" }] as unknown as Rule[];
  assert.deepEqual(applying(rulesOf({ rules: odd }), "install", [1]), []);
});
