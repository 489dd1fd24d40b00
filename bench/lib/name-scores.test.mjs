import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, counts, failures, lacking, rankOf, setTable, siteTable } from "./name-scores.mjs";

/** Results of one site and set, as names.mjs keeps them. */
function result(set, ranks, others = {}) {
  const queries = ranks.map((_, i) => ({ text: `q${i}`, gold: ["a.html"] }));
  const top = ranks.map((rank) => (rank === 1 ? "a.html" : undefined));
  const engines = { lexical: { ranks, top, lacks: [] } };
  for (const [name, of] of Object.entries(others)) engines[name] = { ranks: of, top };
  return { site: { sets: { [set]: { queries, engines } } } };
}

test("the rank is that of the first page that answers, however its address is written", () => {
  assert.equal(rankOf(["/b.html", "/x/index.html"], ["x/", "c.html"]), 2);
  assert.equal(rankOf(["b.html"], ["a.html"]), 0);
  assert.equal(rankOf([], ["a.html"]), 0);
  assert.deepEqual(counts([1, 0, 3, 1]), { queries: 4, first: 2, missing: 1 });
});

test("a set tells which of its bars are missed", () => {
  const row = (measured, engines = ["lexical"]) => setTable(measured, engines).split("\n").at(-1);
  assert.match(row(result("modules", [1, 1])), /1\.000 \| 0\.000 \| met \|$/);
  assert.match(row(result("modules", [1, 2])), /first below 0\.95 \|$/);
  assert.match(row(result("names", Array(50).fill(1).concat(0))), /\| not among ten above 0\.01 \|$/);
  const pagefind = result("last-parts", [1, 1, 1, 1, 0], { pagefind: [1, 1, 1, 1, 1] });
  assert.match(row(pagefind, ["lexical", "pagefind"]), /\| behind Pagefind on 1 \|$/);
  const hybrid = result("bare", [1, 1], { hybrid: [1, 2] });
  assert.match(row(hybrid, ["lexical", "hybrid"]), /\| hybrid more than 0\.01 below \|$/);
});

test("counts by site, with what an index lacks", () => {
  const rows = siteTable(result("names", [1, 0, 2]), ["lexical"]).split("\n");
  assert.equal(rows.at(-1), "| site | names | 3 | 1 | 1 | 0 |");
});

test("failures say what came first, changes what came or left", () => {
  const now = result("names", [1, 0, 2]);
  assert.match(
    failures(now, "lexical", 1),
    /2 of 3 not first\n\n- `q1`: not among ten; first: nothing; expected: a\.html\n$/,
  );
  assert.deepEqual(changes(result("names", [2, 0, 1]), now, "lexical"), [
    "site names lexical: q0: 2 → 1",
    "site names lexical: q2: 1 → 2",
  ]);
});

test("what an index lacks is listed, and counted where it is much", () => {
  const measured = result("names", [0, 0]);
  assert.equal(lacking(measured, ["lexical"]), "No index lacks an answer.");
  measured.site.sets.names.engines.lexical.lacks = ["q0", "q1"];
  assert.equal(lacking(measured, ["lexical"]), "- site, names, lexical: `q0`, `q1`");
  measured.site.sets.names.engines.lexical.lacks = Array(23).fill("q");
  assert.match(lacking(measured, ["lexical"]), /, and 3 more$/);
});
