/** The sentences that the search box shows about an answer. */

import type { Answer, Correction, Degraded, ErrorCode } from "../../shared/protocol.js";

/** One sentence for each retriever that took no full part in the answer; empty if there is none. */
export function degradedNote(degraded: readonly Degraded[] | null, encoderChosenOff: boolean): string {
  return (degraded ?? [])
    .map((each) => sentence(each, encoderChosenOff))
    .filter((text, index, all) => text !== "" && all.indexOf(text) === index)
    .join(" ");
}

function sentence({ retriever, code }: Degraded, encoderChosenOff: boolean): string {
  if (code === "encoder-loading") return "Word matches so far; search by meaning is loading.";
  // The site's author chose this; readers need not hear of it.
  if (code === "no-dense" || (code === "encoder-off" && encoderChosenOff)) return "";
  switch (retriever) {
    case "dense":
      return "Word matches only; search by meaning is not available.";
    case "lexical":
      return "Matches by meaning only; word search is not available.";
    case "texts":
      return "Some excerpts are not available.";
    case "reranker": // the hits are there, in their usual order
      return "";
    default:
      return "Some results may be missing.";
  }
}

export const NOT_AVAILABLE = "Search is not available right now.";

/** Codes of what the index has, and the page could not get or use. */
const LOST: readonly ErrorCode[] = ["network", "not-found", "damaged", "unavailable", "crashed"];

/** What the page could not get or use of what finds hits. */
function lostParts({ degraded }: Answer): Degraded[] {
  return (degraded ?? []).filter(({ retriever, code }) => retriever !== "reranker" && LOST.includes(code));
}

/** What to say instead of “Nothing found” if more might have been found; empty if not, or if something was found. */
export function failureNote(answer: Answer): string {
  const lost = lostParts(answer);
  if (answer.hits.length > 0 || lost.length === 0) return "";
  const byMeaning = lost.every(({ retriever }) => retriever === "dense" || retriever === "links");
  return byMeaning ? "No words match, and search by meaning is not available right now." : NOT_AVAILABLE;
}

/** The first reason: one cause often fails several files. */
export function failureReason(answer: Answer): string {
  return lostParts(answer)[0]?.message ?? "";
}

/** Which words were searched for instead of the typed ones; empty if none. */
export function correctionNote(corrections: readonly Correction[]): string {
  if (corrections.length === 0) return "";
  const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(" ");
  const found = quoted(corrections.map(({ to }) => to));
  const typed = quoted(corrections.map(({ from }) => from));
  return `Showing results for ${found} instead of ${typed}.`;
}

/** The number of results, for the live region. */
export function countNote(answer: Answer): string {
  const pages = new Set(answer.hits.map((hit) => hit.page)).size;
  const results = answer.hits.length;
  if (results === 0) {
    const suggested = answer.suggestions.length;
    return emptyNote(answer) + (suggested > 0 ? ` ${count(suggested, "suggestion")}.` : "");
  }
  return `${count(results, "result")} on ${count(pages, "page")}.`;
}

/** Shown instead of the list if nothing was found. */
export function emptyNote(answer: Answer): string {
  return `Nothing found for “${answer.query}”.`;
}

/** The title of the suggestions of an answer without hits. */
export function suggestionsTitle(answer: Answer): string {
  return `${emptyNote(answer)} Did you mean`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
