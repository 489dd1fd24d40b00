import assert from "node:assert/strict";
import { test } from "node:test";
import { answerFigures } from "./answer-figures.mjs";

const given = [
  { number: 1, url: "owls/#night" },
  { number: 2, url: "mice.html" },
];
const question = { gold: ["owls/index.html"], given, sentences: [], refused: false };
const cites = (...citations) => ({ citations });

test("sentences count by what they cite", () => {
  const sentences = [cites(1), cites(2), cites(), cites(2, 1)];
  const { cited, right, given: found } = answerFigures([{ ...question, sentences }]);
  assert.deepEqual([cited, right, found], [0.75, 0.5, 1]);
});

test("a right section that was not given is nobody's citation", () => {
  const other = { ...question, gold: ["bees.html"], sentences: [cites(1)] };
  const figures = answerFigures([other, question]);
  assert.deepEqual([figures.given, figures.cited, figures.right], [0.5, 1, 0]);
});

test("refusals count apart where nothing can be answered", () => {
  const unanswerable = { ...question, gold: [] };
  const all = [
    { ...question, refused: true },
    question,
    { ...unanswerable, refused: true },
    { ...unanswerable, sentences: [cites(1)] },
    { ...unanswerable, error: "AskError: network" },
  ];
  const figures = answerFigures(all);
  assert.deepEqual([figures.questions, figures.unanswerable, figures.failed], [2, 3, 1]);
  assert.deepEqual([figures.refused, figures.unanswerableRefused], [0.5, 1 / 3]);
  assert.deepEqual([figures.sentences, figures.cited], [0, null], "theirs are not looked at");
});

test("the first word is timed where there is one", () => {
  const figures = answerFigures([question, { ...question, firstWordMs: 5 }, { ...question, firstWordMs: 9 }]);
  assert.deepEqual([figures.firstWordP50Ms, figures.firstWordP95Ms], [5, 9]);
  assert.equal(answerFigures([]).firstWordP50Ms, null);
});
