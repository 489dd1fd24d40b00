import assert from "node:assert/strict";
import { test } from "node:test";
import { answeredTimes, check, pageOf, plainPage, total } from "./answers.mjs";
import { median, percentile } from "./statistics.mjs";

const queries = [
  { text: "a", gold: ["x/a.html"] },
  { text: "b", gold: ["b.html"] },
];
const answer = (urls, excerpts = urls.length) => ({ ms: urls.length, urls, excerpts });

test("a section of a gold page is an answer; page names are decoded", () => {
  assert.equal(pageOf("x/a%20b.html#part"), "x/a b.html");
  const counts = check(queries, [answer(["c.html", "x/a.html#s"]), answer(["c.html"])]);
  assert.deepEqual(counts, { asked: 2, answered: 2, withExcerpts: 2, withGold: 1 });
});

test("an engine without results or excerpts fails the run", () => {
  const checked = (...answers) => total([check(queries, answers)]);
  assert.throws(() => checked(answer([]), answer([])), /none of 2 queries/);
  assert.throws(() => checked(answer(["a.html"], 0), answer([])), /excerpt/);
  assert.equal(checked(answer(["a.html"]), answer([])).answered, 1);
});

test("empty answers are not timed", () => {
  assert.deepEqual(answeredTimes([answer([]), answer(["a.html"])]), [1]);
});

test("a page's forms of address are alike", () => {
  const forms = ["a", "a/", "/a/", "a/index.html", "a.html", "a/#one", "a.html?x=1"];
  assert.deepEqual(new Set(forms.map(plainPage)), new Set(["a"]));
  for (const start of ["index.html", "./", "./#one", "/", ""]) assert.equal(plainPage(start), "", start);
});

test("median and percentile follow their definitions", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(percentile([5, 1, 2, 3, 4], 0.95), 5);
  assert.equal(
    percentile(
      Array.from({ length: 100 }, (_, i) => i + 1),
      0.95,
    ),
    95,
  );
  assert.equal(median([]), undefined);
  assert.equal(percentile([], 0.5), undefined);
});
