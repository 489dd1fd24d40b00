/**
 * The sentences of a paragraph of documentation, whose code, signs, abbreviations and versions end none. What ends no
 * sentence is masked, letter for letter; the platform's segmenter then finds the ends.
 */

import { spansOf } from "./markdown.js";

/** Abbreviations that more follows, of the languages that Docfuse reads, without their dot. */
const ABBREVIATIONS =
  "e\\.g|i\\.e|vs|cf|Mr|Mrs|Ms|Dr|Prof|St|Fig|Sec|Ch|approx|incl|resp|ca|z\\. ?B|d\\. ?h|u\\. ?a|bzw|vgl|p\\. ?ex|p\\. ?ej";

/** What may stand between the end of a sentence and the blank behind it. */
const CLOSING = String.raw`[)\]"'’”»*_]*`;

/** Signs that end no sentence, each with what of it is masked as its first group. */
const NO_ENDS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}\p{N}.])((?:${ABBREVIATIONS})\.)`, "giu"),
  // `?.`, `println!(…)`, `1.70`, `a.b`: nothing is between sign and text.
  new RegExp(String.raw`([.!?]+)(?!${CLOSING}(?:\s|$|[.!?]|\[\d))`, "gu"),
  // The ? operator, the macro println! prints: what follows begins no sentence.
  new RegExp(String.raw`([!?]+)(?=${CLOSING}\s+[\p{Ll},;:)])`, "gu"),
  // A numbered step.
  /(?<=(?:^|[.!?:]\s)\s*)(\d{1,2}\.)(?=\s)/gu,
];

/** Citations at the beginning of a sentence belong to the one before: `It is so. [1] Then …`. */
const LEADING = /^(?:\s*\[\d{1,3}\](?!\())+\s*/;

/** In order and complete. */
export function splitSentences(text: string, language: string): string[] {
  const found: string[] = [];
  let at = 0;
  for (const { length } of segments(masked(text), language)) {
    const part = text.slice(at, at + length);
    at += length;
    const leading = found.length > 0 ? (LEADING.exec(part)?.[0] ?? "") : "";
    if (leading !== "") found[found.length - 1] += leading;
    if (part.length > leading.length) found.push(part.slice(leading.length));
  }
  return found;
}

/** As long as the text, with nothing in it that ends a sentence and is none. */
function masked(text: string): string {
  // A line break within a paragraph is a blank.
  let masked = text.replace(/[\n\v\f\r\u0085\u2028\u2029]/g, " ");
  for (const [from, to] of spansOf(text)) masked = replaced(masked, from, to, maskOf(text.slice(from, to)));
  for (const sign of NO_ENDS)
    for (const { 1: part, index } of masked.matchAll(sign))
      if (part !== undefined)
        masked = replaced(masked, index, index + part.length, part.replace(/[.!?]/g, ","));
  return masked;
}

function replaced(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** Code and links as a word, emphasized words as in brackets, of which only the last sign may end a sentence. */
function maskOf(span: string): string {
  const marks = /^\*{1,2}/.exec(span)?.[0].length ?? 0;
  if (marks > 0) {
    const words = span.slice(marks, -marks);
    const end = /[.!?。！？]$/.test(words) ? 1 : 0;
    const inner = "X".repeat(words.length - end) + words.slice(words.length - end);
    return "(".repeat(marks) + inner + ")".repeat(marks);
  }
  return /^\[\d/.test(span) ? span : "X".repeat(span.length);
}

function segments(text: string, language: string): string[] {
  if (!("Segmenter" in Intl)) return text.split(/(?<=[.!?。！？]\s+)/);
  try {
    const sentences = new Intl.Segmenter(language || "en", { granularity: "sentence" });
    return Array.from(sentences.segment(text), ({ segment }) => segment);
  } catch {
    return segments(text, "en"); // not a tag
  }
}
