// What can be counted of answers without a judge.
import { plainPage } from "./answers.mjs";
import { percentile } from "./statistics.mjs";

/**
 * Figures of questions `{ gold, given: [{ number, url }], sentences: [{ citations }], refused, cut, error, firstWordMs, tookMs }`, where
 * `gold` has the pages with the answer; none for what the site cannot answer. Shares are null of nothing.
 */
export function answerFigures(all) {
  const answerable = all.filter(({ gold }) => gold.length > 0);
  const others = all.filter(({ gold }) => gold.length === 0);
  const sentences = answerable.flatMap((question) => {
    const right = rightNumbers(question);
    return question.sentences.map(({ citations }) => ({ citations, right }));
  });
  const times = all.map(({ firstWordMs }) => firstWordMs).filter((ms) => ms !== undefined);
  const whole = all.filter(({ error }) => error === undefined).map(({ tookMs }) => tookMs);
  return {
    questions: answerable.length,
    given: share(answerable, (question) => rightNumbers(question).length > 0),
    refused: share(answerable, ({ refused }) => refused),
    failed: all.filter(({ error }) => error !== undefined).length,
    cut: all.filter(({ cut }) => cut !== undefined).length,
    sentences: sentences.length,
    cited: share(sentences, ({ citations }) => citations.length > 0),
    right: share(sentences, ({ citations, right }) => citations.some((number) => right.includes(number))),
    unanswerable: others.length,
    unanswerableRefused: share(others, ({ refused }) => refused),
    firstWordP50Ms: percentile(times, 0.5) ?? null,
    firstWordP95Ms: percentile(times, 0.95) ?? null,
    wholeP50Ms: percentile(whole, 0.5) ?? null,
    wholeP95Ms: percentile(whole, 0.95) ?? null,
  };
}

/** Numbers of the given sections that are on a page with the answer. */
function rightNumbers({ given, gold }) {
  const pages = gold.map(plainPage);
  return given.filter(({ url }) => pages.includes(plainPage(url))).map(({ number }) => number);
}

const share = (all, holds) => (all.length > 0 ? all.filter(holds).length / all.length : null);
