// Release notes: an item that links to exactly one page is a query, and that page is its answer.
import { all, paragraphsOf, parse } from "./html.mjs";
import { queryOf } from "./english.mjs";
import { sentencesOf } from "./words.mjs";

/**
 * Rule for release notes. `pages`: pattern of their names; `items`: selector of their items; `drop`: patterns of text to
 * leave out, such as names of contributors; `only`: pattern that an item's text must match.
 */
export const mentions =
  ({ pages, items, drop = [], only = /./ }) =>
  (site) =>
    site.pages(pages).flatMap((page) => {
      const resolve = (href) => site.answer(page, href);
      return all(items, parse(site.read(page))).flatMap((item) => {
        const paragraphs = paragraphsOf(item, resolve);
        if (!paragraphs.some(({ text }) => only.test(text))) return [];
        const cleaned = paragraphs
          .map(({ text, links }) => ({
            text: drop.reduce((so, pattern) => so.replace(pattern, ""), text).trim(),
            links,
          }))
          .filter(({ text }) => text);
        const query = queryOf(cleaned, sentencesOf);
        return query ? [{ text: query.text, kind: "release-note", answers: query.links }] : [];
      });
    });
