// Frequently asked questions: the pages that an answer sends the reader to.
import { all, parse, referrals, textOf } from "./html.mjs";
import { sentencesOf } from "./words.mjs";

/** Answers that link to more pages than this do not point at one. */
const PAGES = 2;

/**
 * Rule for questions. `pages`: pattern of their names; `question`: selector of the questions; `answer`: the elements
 * of its answer, given the question's element.
 */
export const questions =
  ({ pages, question, answer }) =>
  (site) =>
    site.pages(pages).flatMap((page) => {
      const resolve = (href) => site.answer(page, href);
      return all(question, parse(site.read(page))).map((element) => {
        const answers = answer(element).flatMap((part) => referrals(part, resolve, sentencesOf));
        const text = textOf(element).replace(/^\(\d+\)\s*/, "");
        return { text, kind: "question", answers, most: PAGES };
      });
    });

/** All that follows an element up to the next of the same name. */
export function following(element) {
  const parts = [];
  for (let node = element.next; node && node.name !== element.name; node = node.next)
    if (node.name) parts.push(node);
  return parts;
}
