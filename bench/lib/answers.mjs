// Whether answers are answers: what was shown for queries with known gold.

/** The page of an address, without what browsers do not send. */
export const pageOf = (url) => decodeURIComponent(url.split(/[#?]/, 1)[0]);

/**
 * Counts of the answers to `queries`: asked, answered (something was shown), with excerpts, and with gold among what
 * was shown.
 */
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
 * The counts of several checks, added up. Throws where nothing was answered at all, or came without excerpts: such
 * times would be no times of a search.
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
