// Checks that timed queries were answered, and whether a gold page was shown.

/** The page of an address, without query string and fragment. */
export const pageOf = (url) => decodeURIComponent(url.split(/[#?]/, 1)[0]);

/** A page's address without what hosts add or leave out: `a`, `a/`, `a/index.html` and `a.html` are alike. */
export function plainPage(url) {
  return pageOf(url)
    .replace(/^(\.?\/)+/, "")
    .replace(/(^|\/)index\.html?$/, "$1")
    .replace(/\.html?$/, "")
    .replace(/\/$/, "");
}

/** Counts the answers to `queries`: asked, answered (results were shown), with excerpts, with a gold page shown. */
export function check(queries, answers) {
  const shown = answers.filter(({ urls }) => urls.length > 0);
  return {
    asked: queries.length,
    answered: shown.length,
    withExcerpts: shown.filter(({ excerpts }) => excerpts > 0).length,
    withGold: queries.filter(({ gold }, i) => answers[i].urls.some((url) => gold.includes(pageOf(url))))
      .length,
  };
}

/**
 * The sum of several checks' counts. Throws if no query was answered, or no answer had an excerpt: such times would not
 * measure search.
 */
export function total(checks) {
  const sum = { asked: 0, answered: 0, withExcerpts: 0, withGold: 0 };
  for (const counts of checks) for (const key of Object.keys(sum)) sum[key] += counts[key];
  if (sum.answered === 0) throw new Error(`none of ${sum.asked} queries was answered`);
  if (sum.withExcerpts === 0) throw new Error(`none of ${sum.answered} answers had an excerpt`);
  return sum;
}

/** Times of the queries that were answered. */
export const answeredTimes = (answers) => answers.filter(({ urls }) => urls.length > 0).map(({ ms }) => ms);
