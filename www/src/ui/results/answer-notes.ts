/** The sentences that the search box shows about an answer. */

import type { Answer, Correction, Degraded, ErrorCode } from "../../shared/protocol.js";
import type { Say, StringKey } from "../strings/strings.js";

/** One sentence for each retriever that took no full part in the answer; empty if there is none. */
export function degradedNote(
  { degraded, hits }: Pick<Answer, "degraded" | "hits">,
  encoderChosenOff: boolean,
  say: Say,
): string {
  // It may be found by meaning although a part is missing.
  const byMeaning = hits.some(({ lists }) => /dense|lexicon/.test(`${lists}`));
  const missing = byMeaning ? "meaningPartial" : "meaningMissing";
  const sentences: Readonly<Record<string, StringKey | undefined>> = {
    dense: missing,
    lexicon: missing,
    lexical: "wordsMissing",
    texts: "excerptsMissing",
  };
  const notes = (degraded ?? []).map(({ retriever, code, site }) => {
    if (code === "encoder-loading") return say("meaningLoading");
    // The site's author chose this, or nothing needs it; readers need not hear of it.
    if (code === "no-dense" || code === "encoder-waiting" || (code === "encoder-off" && encoderChosenOff))
      return "";
    // Without a reranker or related words, the hits are there, in their usual order.
    // Of several sites, the others have all of it.
    return /^re(ranker|lated)$/.test(retriever) ? "" : say((!site && sentences[retriever]) || "someMissing");
  });
  return [...new Set(notes)].filter(Boolean).join(" ");
}

/** Codes of what the index has, and the page could not get or use. */
const LOST: readonly ErrorCode[] = ["network", "not-found", "damaged", "unavailable", "crashed"];

/** What the page could not get or use of what finds hits. */
function lostParts({ degraded }: Answer): Degraded[] {
  return (degraded ?? []).filter(({ retriever, code }) => retriever !== "reranker" && LOST.includes(code));
}

/** What to say instead of “Nothing found” if more might have been found; empty if not, or if something was found. */
export function failureNote(answer: Answer, say: Say): string {
  const lost = lostParts(answer);
  if (answer.hits.length > 0 || lost.length === 0) return "";
  const byMeaning = lost.every(({ retriever }) => /dense|lexicon|links/.test(retriever));
  return say(byMeaning ? "nothingByWords" : "unavailable");
}

/** The first reason: one cause often fails several files. */
export function failureReason(answer: Answer): string {
  return lostParts(answer)[0]?.message ?? "";
}

/** The typed words that another one took the place of, quoted. */
export function typedWords(corrections: readonly Correction[], say: Say): string {
  return corrections.map(({ from }) => say("quoted", { text: from })).join(" ");
}

/** Which words were searched for instead of the typed ones; empty if none. */
export function correctionNote(corrections: readonly Correction[], say: Say): string {
  if (corrections.length === 0) return "";
  const found = corrections.map(({ to }) => say("quoted", { text: to })).join(" ");
  return say("corrected", { found, typed: typedWords(corrections, say) });
}

/** What stands above hits: that they are not close, and which words were searched for. Empty without hits. */
export function aboveHits({ hits, fit, corrections }: Answer, say: Say): string {
  if (hits.length === 0) return "";
  return [fit ? say("weakFit") : "", correctionNote(corrections, say)].filter(Boolean).join(" ");
}

/** The query with the corrected words as typed: words in quotation marks are not corrected. */
export function asTyped(query: string, corrections: readonly Correction[]): string {
  const typed = new Set(corrections.map(({ from }) => from.toLowerCase()));
  return query
    .split(/(\s+)/)
    .map((word) => (typed.has(word.toLowerCase()) ? `"${word}"` : word))
    .join("");
}

/** The number of results, for the live region. */
export function countNote(answer: Answer, say: Say): string {
  const pages = new Set(answer.hits.map((hit) => hit.page)).size;
  const results = answer.hits.length;
  if (results === 0) {
    const suggested = answer.suggestions.length;
    return emptyNote(answer, say) + (suggested > 0 ? ` ${say("suggestionCount", { n: suggested })}` : "");
  }
  return say("found", { results: say("resultCount", { n: results }), pages: say("pageCount", { n: pages }) });
}

/** Shown instead of the list if nothing was found. */
export function emptyNote(answer: Answer, say: Say): string {
  return say("nothing", { query: answer.query });
}

/** The title of the suggestions of an answer without hits. */
export function suggestionsTitle(answer: Answer, say: Say): string {
  return `${emptyNote(answer, say)} ${say("didYouMean")}`;
}
