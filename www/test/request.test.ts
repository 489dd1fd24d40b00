/** What options of queries may be. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocfuseError } from "../src/shared/error.js";
import { needsFullSearch, toRequest } from "../src/worker/request.js";

const request = (options: object) => toRequest("text", options, true, undefined);

const circular = { any: [{}] };
circular.any.push(circular);

test("unknown options and values are errors that name the option", () => {
  for (const [name, ...values] of [
    ["limits", 5],
    ["toString", 5],
    ["limit", 0, 1001, 1.5, "5", null, NaN],
    ["offset", -1, 1_000_001, "1"],
    ["textLength", -1, 0.5],
    ["maxPerPage", -1, null],
    ["mode", "words", 5, null],
    ["prefix", 1, "true"],
    ["explain", "no"],
    ["facets", 0],
    ["rerank", 1],
    ["docAggregates", "yes"],
    ["version", 1],
    ["match", "some", true],
    ["minimumShouldMatch", 1.5, -1, true, "many", "all", "1,2", "%2", "101%", ""],
    ["filters", "a", null, { a: 1 }, { a: null }, { a: [1] }, { any: [{ a: [null] }] }, circular],
    ["sort", 1, ["date"]],
    ["minScore", -1, Infinity, "0"],
    ["similarityThreshold", NaN, 1e7],
  ] as const) {
    for (const value of values) {
      assert.throws(
        () => request({ [name]: value }),
        ({ code, message }: DocfuseError) => code === "request" && message.includes(`\`${name}\``),
        `${name} ${String(value)}`,
      );
    }
  }
});

test("options at their limits pass, and `undefined` counts as none", () => {
  const whole = {
    limit: 1000,
    offset: 1_000_000,
    minScore: 0.5,
    minimumShouldMatch: 0,
    filters: { a: ["b"] },
  };
  const { limit, offset, min_score: score, minimum_should_match: minimum } = request(whole);
  assert.deepEqual([limit, offset, score, minimum], [1000, 1_000_000, 0.5, "0"]);
  const minimumOf = (options: object) => request(options).minimum_should_match;
  assert.equal(minimumOf({ match: "all" }), "all");
  assert.equal(minimumOf({ match: "best" }), "0");
  const ofSite = (options: object) => toRequest("text", options, true, undefined, true).minimum_should_match;
  assert.equal(ofSite({}), "all");
  assert.equal(ofSite({ match: "best" }), "0");
  assert.equal(minimumOf({ match: "all", minimumShouldMatch: 2 }), "2");
  assert.equal(minimumOf({ minimumShouldMatch: "100%" }), "100%");
  assert.equal(minimumOf({}), undefined);
  assert.equal(request({ limit: undefined, version: undefined }).limit, 10);
});

test("a text is one value of a filter", () => {
  const filters = {
    kind: "guide",
    any: [{ version: "2" }, { none: [{ topic: ["old", "new"] }] }],
    site: [""],
  };
  assert.deepEqual(request({ filters }).filters, {
    kind: ["guide"],
    any: [{ version: ["2"] }, { none: [{ topic: ["old", "new"] }] }],
    site: [""],
  });
});

test("only the full module sorts, nests filters and lists pages without a query", () => {
  const needs = (text: string, options: object) =>
    needsFullSearch(toRequest(text, options, false, undefined));
  for (const [text, options, expected] of [
    ["text", { filters: { a: ["b"] } }, false],
    ["text", { filters: { any: [{ a: ["b"] }] } }, true],
    ["text", { sort: "date" }, true],
    ["", { filters: { a: ["b"] } }, true],
    ["text", { filters: { none: [] } }, true],
    ["text", { filters: { any: ["b"] } }, false],
    ["text", { filters: { a: [] }, facets: true }, false],
    [" ", { facets: true }, true],
    ["", {}, false],
  ] as const) {
    assert.equal(needs(text, options), expected, JSON.stringify([text, options]));
  }
  assert.equal(request({ sort: "date:desc" }).mode, "lexical");
});
