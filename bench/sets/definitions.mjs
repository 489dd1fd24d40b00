// Glossaries and lists of features: the definition links to the page that explains its term.
import { all, paragraphsOf, parse, plain, referrals, restored, textOf } from "./html.mjs";
import { balanced, sentencesOf, shortened, telling, wordsOf } from "./words.mjs";

/** Sentences that send the reader elsewhere, or need the term before them. */
const NO_QUESTION = /^\(?(?:see|voir|siehe|these|this|in |it |ce |cette |apparu|le module)\b/i;

/**
 * Rule for definition lists. `pages`: pattern of their names; `terms: true`: a term is the query, which is right for
 * lists of features; otherwise the first sentence of the definition without its term. `hubs`: pattern of pages that only
 * lead to answers.
 */
export const definitions =
  ({ pages, terms = false, hubs }) =>
  (site) =>
    site.pages(pages).flatMap((page) => {
      const resolve = (href) => {
        const answer = site.answer(page, href);
        return hubs?.test(answer?.page) ? undefined : answer;
      };
      return all("dl > dd", parse(site.read(page))).flatMap((definition) => {
        const names = namesOf(definition);
        if (names.length === 0) return [];
        const linked = names.flatMap((name) => paragraphsOf(name, resolve)).flatMap(({ links }) => links);
        const paragraphs = paragraphsOf(definition, resolve);
        if (terms && linked.length === 0) {
          const answers = paragraphs.flatMap(({ links }) => links);
          return [{ text: textOf(names[0]), kind: "feature", answers }];
        }
        const text = sentence(paragraphs, names.map(textOf));
        const answers = linked.length > 0 ? linked : referrals(definition, resolve, sentencesOf);
        return text ? [{ text, kind: "definition", answers }] : [];
      });
    });

/** The terms directly before a definition. */
function namesOf(definition) {
  const names = [];
  for (let node = definition.prev; node && node.name !== "dd"; node = node.prev)
    if (node.name === "dt") names.unshift(node);
  return names;
}

/** The first sentence of a definition, if it does not name one of the terms. */
function sentence([first], terms) {
  if (!first) return undefined;
  const [opening] = sentencesOf(first.text);
  const text = shortened(plain(restored(opening, first.links)).replace(/[.:;]+$/, ""));
  if (!text || NO_QUESTION.test(text) || !balanced(text) || telling(text).length < 3) return undefined;
  const said = new Set(wordsOf(text));
  const named = terms.some((term) => wordsOf(term).some((word) => word.length > 3 && said.has(word)));
  return named ? undefined : text;
}
