/** The sentences that the search box shows about an answer. */

import { MAX_SHOWN_HITS } from "../../generated/limits.js";
import type { Answer, Correction, Degraded, ErrorCode } from "../../shared/protocol.js";
import { cutAtWords } from "./highlight.js";
import type { Say } from "../strings/strings.js";

/** What is missing from an answer with hits, and may be there if the reader tries again; empty if nothing is. */
export function missingNote(answer: Answer, say: Say): string {
  const lost = lostParts(answer);
  if (lost.length === 0) return "";
  return say(lost.every(({ retriever }) => retriever === "texts") ? "excerptsMissing" : "someMissing");
}

/** Codes of what the index has, and the page could not get or use. */
const LOST: readonly ErrorCode[] = ["network", "not-found", "damaged", "unavailable", "crashed"];

/** What the page could not get or use. Without a reranker or related words, the hits are there, in their usual order. */
function lostParts({ degraded }: Answer): Degraded[] {
  return (degraded ?? []).filter(
    ({ retriever, code }) => !/^re(ranker|lated)$/.test(retriever) && LOST.includes(code),
  );
}

/** What to say instead of “Nothing found” if more might have been found; empty if not, or if something was found. */
export function failureNote(answer: Answer, say: Say): string {
  const lost = lostParts(answer);
  if (answer.hits.length > 0 || lost.length === 0) return "";
  // The words found nothing; something else might have.
  const hasWords = lost.every(({ retriever }) => /dense|lexicon|links/.test(retriever));
  return hasWords ? `${emptyNote(answer, say)} ${say("someMissing")}` : say("unavailable");
}

/** The first reason: one cause often fails several files. */
export function failureReason(answer: Answer): string {
  return lostParts(answer)[0]?.message ?? "";
}

/** What may not stand beside a corrected word, which may be a part of a name: `_` and other signs may. */
const LETTERS = "\\p{L}\\p{M}\\p{N}";

/** The query that was searched for instead of the typed one: every other part is a word that took another's place. */
export function correctedQuery({ query, corrections }: Pick<Answer, "query" | "corrections">): string[] {
  const words = new Map(corrections.map(({ from, to }) => [from, to]));
  const parts = cutAtWords(query, [...words.keys()], LETTERS);
  // A word that does not stand apart in the text: then only those found.
  if (parts.length < 2) return ["", corrections.map(({ to }) => to).join(" "), ""];
  return parts.map((part) => words.get(part) ?? part);
}

/**
 * The one sentence that stands above hits: what was searched for, what no page has, that no hit has all words, or that none is
 * close. Empty without hits.
 */
export function aboveHits(answer: Answer, say: Say): string {
  const { hits, fit, corrections, missing } = answer;
  if (hits.length === 0) return "";
  if (corrections.length > 0)
    return say("corrected", { query: say("quoted", { text: correctedQuery(answer).join("") }) });
  if (missing?.length) return say("nothing", { query: missing.join(" ") });
  if (answer.fewer) return say("fewerWords");
  return fit ? say("weakFit") : "";
}

/** The query with the corrected words, or the names that have them, as typed: in quotation marks, nothing is corrected. */
export function asTyped(query: string, corrections: readonly Correction[]): string {
  const typed = corrections.map(({ from }) => from);
  return query.replace(/\S+/g, (chunk) =>
    cutAtWords(chunk, typed, LETTERS).length < 2
      ? chunk
      : // Signs at the ends stay outside: of "onwership?", the question mark.
        chunk.replace(/[\p{L}\p{M}\p{N}_](.*[\p{L}\p{M}\p{N}_])?/u, '"$&"'),
  );
}

/**
 * The number of results found, of which some may not be loaded; else that there are none. Beyond what the box shows, the
 * number would be that of all that is a little alike.
 */
export function countNote(answer: Answer, say: Say): string {
  const { hits, total, suggestions } = answer;
  if (hits.length > 0)
    return say("resultCount", { n: total > MAX_SHOWN_HITS ? `${MAX_SHOWN_HITS}+` : total });
  const suggested = suggestions.length;
  return emptyNote(answer, say) + (suggested > 0 ? ` ${say("suggestionCount", { n: suggested })}` : "");
}

/** Shown instead of the list if nothing was found. */
export function emptyNote(answer: Answer, say: Say): string {
  return say("nothing", { query: answer.query });
}
