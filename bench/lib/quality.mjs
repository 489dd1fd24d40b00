// Success@1 and Success@5 by page.
import { pageOf } from "./answers.mjs";
import { Chromium } from "./chromium.mjs";

/** Number of pages requested for each query, and of queries in one evaluation. */
const [PAGES, BATCH] = [10, 20];

/**
 * By set: the fraction of queries with gold at rank 1, within the first five, and without any answer. Removes the pages
 * `notAnswers` (tables of contents with every heading) from all rankings. Throws if no query was answered.
 */
export async function quality({ chromium }, address, sets, notAnswers) {
  const browser = await Chromium.launch(chromium);
  try {
    await browser.visit(address);
    await browser.evaluate("engine.open().then(() => undefined)");
    const scores = {};
    for (const [name, queries] of Object.entries(sets)) {
      const ranks = [];
      for (let from = 0; from < queries.length; from += BATCH) {
        const batch = queries.slice(from, from + BATCH);
        const texts = JSON.stringify(batch.map(({ text }) => text));
        const answers = await browser.evaluate(`bench.pages(${texts}, ${PAGES})`);
        ranks.push(...answers.map((urls, i) => rankOfGold(urls, batch[i].gold, notAnswers)));
      }
      scores[name] = summary(ranks);
    }
    if (Object.values(scores).every(({ none }) => none === 1))
      throw new Error("no query of any set was answered");
    return scores;
  } finally {
    await browser.close();
  }
}

/** Rank of the first gold page, from 1; 0 if none was found, `undefined` if there are no pages. */
export function rankOfGold(urls, gold, notAnswers) {
  const pages = urls.map(pageOf).filter((page) => !notAnswers.includes(page));
  return pages.length === 0 ? undefined : pages.findIndex((page) => gold.includes(page)) + 1;
}

function summary(ranks) {
  const share = (fits) => ranks.filter(fits).length / ranks.length;
  return {
    queries: ranks.length,
    success1: share((rank) => rank === 1),
    success5: share((rank) => rank >= 1 && rank <= 5),
    none: share((rank) => rank === undefined),
  };
}
