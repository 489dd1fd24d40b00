/**
 * Entry of `docfuse-steps.js`: what a reader can do next where nothing was found or the fit is weak: search for related
 * words, look without filters, go to a page that the site often leads to, or tell the author. And what is in the menu below
 * results.
 */

import { element } from "../element.js";
import { acts as actsOf } from "../handover/acts.js";
import type { SearchModel } from "../model.js";
import { ENGLISH_STEPS } from "../strings/en-steps.js";
import { speaker, type Say } from "../strings/strings.js";
import { linkedPages } from "./linked-pages.js";
import { sitePages } from "./site-pages.js";
import type { ViewContext } from "./view.js";

const english = speaker(ENGLISH_STEPS, "en");

/** As `say`, which lacks the sentences of this script in English. */
const withEnglish =
  (say: Say): Say =>
  (key, values) =>
    say(key, values) || english(key, values);

/** What the menu below the results has. */
export function acts(model: SearchModel, host: ParentNode, say: Say): HTMLElement[] {
  return actsOf(model, host, withEnglish(say));
}

/** What to do next, with more of it where nothing fits. `search` is called with another search that the reader chose. */
export async function nextSteps(
  given: ViewContext,
  isUnfit: boolean,
  search: (query: string) => void,
): Promise<HTMLElement[]> {
  const context = { ...given, say: withEnglish(given.say) };
  const steps = meant(context, search);
  return isUnfit
    ? [
        ...steps,
        ...relatedWords(context, search),
        ...widen(context),
        ...(await pages(context)),
        ...report(context),
      ]
    : steps;
}

/** Queries with other words that were not searched for, where suggestions do not take the place of hits. */
function meant({ model, say }: ViewContext, search: (query: string) => void): HTMLElement[] {
  const { hits = [], suggestions = [], corrections = [] } = model.answer ?? {};
  const isOpen = hits.length > 0 && corrections.length === 0;
  const queries = isOpen ? suggestions.filter(({ href }) => href === undefined) : [];
  if (queries.length === 0) return [];
  return [
    element("span", "", say("didYouMean")),
    ...queries.map(({ text }) => button(text, () => search(text))),
  ];
}

function relatedWords({ model, say }: ViewContext, search: (query: string) => void): HTMLElement[] {
  return (model.answer?.related ?? []).flatMap(({ word, related }) => [
    element("span", "", say("related", { word })),
    ...related.map(({ word: other, query }) => button(other, () => search(query))),
  ]);
}

function widen({ model, say }: ViewContext): HTMLElement[] {
  const { selection } = model;
  const search = () => {
    selection.widen();
    void model.ask();
  };
  return selection.isNarrow ? [button(say("widen"), search)] : [];
}

/** Where nothing was found, the space has the pages that the site's texts link to most, else those of its navigation. */
async function pages({ model, say, settings }: ViewContext): Promise<HTMLElement[]> {
  const { answer, opened } = model;
  if (!opened || answer?.hits.length !== 0) return [];
  const { site, language } = opened;
  const linked = await linkedPages(settings().base, language, site);
  const links = [...(linked.size > 0 ? linked : sitePages(site))].map(([href, name]) => {
    const link = element("a", "link", name);
    link.href = href;
    return link;
  });
  return links.length > 0 ? [element("span", "", say("seeAlso")), ...links] : [];
}

/** In the author's address for reports, `{query}` is what was typed. */
function report({ model, say, settings }: ViewContext): HTMLElement[] {
  const template = settings().missingResultsUrl;
  if (!template) return [];
  const link = element("a", "link report", say("report"));
  link.href = template.replaceAll("{query}", () => encodeURIComponent(model.text));
  link.target = "_blank";
  link.rel = "noopener";
  return /^(https?|mailto):$/.test(link.protocol) ? [link] : [];
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", "link", text);
  made.addEventListener("click", onClick);
  return made;
}
