/** The sentences that the search box shows about an answer. */

import type { Answer, Correction, Degraded } from "./protocol.js";

/** What took no part in the answer, in a reader's words; empty when everything did. */
export function degradedNote(degraded: readonly Degraded[] | null, encoderChosenOff: boolean): string {
  return (degraded ?? [])
    .map((part) => sentence(part, encoderChosenOff))
    .filter((text, index, all) => text !== "" && all.indexOf(text) === index)
    .join(" ");
}

function sentence({ retriever, code }: Degraded, encoderChosenOff: boolean): string {
  if (code === "encoder-loading") return "Word matches so far; search by meaning is loading.";
  // The site's author decided so: not news for every reader.
  if (code === "no-dense" || (code === "encoder-off" && encoderChosenOff)) return "";
  switch (retriever) {
    case "dense":
      return "Word matches only; search by meaning is not available.";
    case "lexical":
      return "Matches by meaning only; word search is not available.";
    case "texts":
      return "Some excerpts are not available.";
    default:
      return "";
  }
}

/** Which words were searched for in place of the typed ones; empty when none. */
export function correctionNote(corrections: readonly Correction[]): string {
  if (corrections.length === 0) return "";
  const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(" ");
  const found = quoted(corrections.map(({ to }) => to));
  const typed = quoted(corrections.map(({ from }) => from));
  return `Showing results for ${found} instead of ${typed}.`;
}

/** For the live region: how much was found. */
export function countNote(answer: Answer): string {
  const pages = new Set(answer.hits.map((hit) => hit.page)).size;
  const results = answer.hits.length;
  if (results === 0) return emptyNote(answer);
  return `${count(results, "result")} on ${count(pages, "page")}.`;
}

/** Shown in place of the list when nothing was found. */
export function emptyNote(answer: Answer): string {
  return `Nothing found for “${answer.query}”.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
