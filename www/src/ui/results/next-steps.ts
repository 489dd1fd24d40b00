/**
 * Entry of `docfuse-steps.js`: what a reader can do next, below the results. Search for related words, and where nothing
 * was found or the fit is weak, search for what was meant, look without filters, or tell the author. And the author's links to
 * assistants.
 */

import { element } from "../element.js";
import type { ViewContext } from "./view.js";

export { assistants } from "../handover/assistants.js";

/** What to do next, with more of it where nothing fits. `search` is called with another search that the reader chose. */
export function nextSteps(
  context: ViewContext,
  isUnfit: boolean,
  search: (query: string) => void,
): HTMLElement[] {
  const steps = [...meant(context, search), ...relatedWords(context, search)];
  return isUnfit ? [...steps, ...widen(context), ...report(context)] : steps;
}

/** Queries with other words, where suggestions do not take the place of hits. Other suggestions are among the hits. */
function meant({ model, say }: ViewContext, search: (query: string) => void): HTMLElement[] {
  const { hits = [], suggestions = [] } = model.answer ?? {};
  const queries = hits.length > 0 ? suggestions.filter(({ href }) => href === undefined) : [];
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
