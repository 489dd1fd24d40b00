/** The answers that the worker keeps: which, how many, and for which queries. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptAnswers, type Kept } from "../src/worker/kept-answers.js";
import type { ErrorCode, Request } from "../src/shared/protocol.js";

const asked: Request = { text: "owner", mode: "hybrid", limit: 10 };

function found(...codes: ErrorCode[]): Kept {
  const degraded = codes.map((code) => ({ retriever: "dense", code, message: "" }));
  const answer = { query: "owner", mode: "hybrid", total: 0, corrections: [], hits: [] } as const;
  const rest = { facets: null, doc_aggregates: null, suggestions: [] };
  return { answer: { ...answer, ...rest, degraded: codes.length > 0 ? degraded : null }, vector: true };
}

test("an answer is kept for the same options and the same source of the vector", () => {
  const kept = new KeptAnswers();
  const answer = found();
  kept.keep(asked, "encoder", answer);
  assert.equal(kept.get({ ...asked }, "encoder"), answer);
  assert.equal(kept.get(asked, "none"), undefined);
  assert.equal(kept.get(asked, "lexicon"), undefined);
  for (const other of [{ text: "owners" }, { mode: "dense" as const }, { limit: 3 }, { offset: 10 }]) {
    assert.equal(kept.get({ ...asked, ...other }, "encoder"), undefined);
  }
  const filtered = { ...asked, filters: { version: ["1"] } };
  kept.keep(filtered, "encoder", found());
  assert.equal(kept.get({ ...asked, filters: { version: ["2"] } }, "encoder"), undefined);
  kept.clear();
  assert.equal(kept.get(asked, "encoder"), undefined);
});

test("an answer with a failure is not kept, unless the failure stays", () => {
  for (const [codes, stays] of [
    [["no-dense"], true],
    [["encoder-off"], true],
    [["encoder-loading"], false],
    [["unavailable"], false],
    [["no-dense", "damaged"], false],
  ] as const) {
    const kept = new KeptAnswers();
    kept.keep(asked, "none", found(...codes));
    assert.equal(kept.get(asked, "none") !== undefined, stays, codes.join());
  }
});

test("the 50 answers used last are kept", () => {
  const kept = new KeptAnswers();
  const request = (number: number) => ({ ...asked, text: `query ${number}` });
  for (let number = 0; number < 50; number += 1) kept.keep(request(number), "encoder", found());
  assert.notEqual(kept.get(request(0), "encoder"), undefined);
  kept.keep(request(50), "encoder", found());
  assert.equal(kept.get(request(1), "encoder"), undefined, "the one used least recently made room");
  for (const number of [0, 2, 49, 50]) assert.notEqual(kept.get(request(number), "encoder"), undefined);
});
