/**
 * The numbers in an answer that cite its sections. A model writes them, so they are checked: what names no given section
 * is dropped, and a sentence without any is known.
 */

/** Characters of a citation; what is longer is text. */
const MAX_LENGTH = 40;

/** Drops citations of sections that were not given, from a text that comes in pieces. In code, brackets are code. */
export class CitationFilter {
  readonly #count: number;
  /** What may be the beginning of a citation, or of marks of code. */
  #held = "";
  /** The backticks that began the code in which the text is; empty outside. */
  #fence = "";

  /** `count`: the sections that were given, numbered from 1. */
  constructor(count: number) {
    this.#count = count;
  }

  push(piece: string): string {
    return this.#take(this.#held + piece, false);
  }

  /** What was held back; to be called at the end. */
  end(): string {
    return this.#take(this.#held, true);
  }

  #take(text: string, isLast: boolean): string {
    let out = "";
    let at = 0;
    this.#held = "";
    for (const match of text.matchAll(/`+|[ \t]*[[【]|[ \t]+$/g)) {
      const { 0: found, index } = match;
      if (index < at) continue; // inside of what was taken
      out += text.slice(at, index);
      at = index;
      const rest = text.slice(index);
      if (found.startsWith("`")) {
        if (rest === found && !isLast) return this.#hold(rest, out);
        if (this.#fence === "") this.#fence = found;
        else if (this.#fence === found) this.#fence = "";
      } else if (this.#fence === "") {
        const citation = /^[ \t]*[[【]\s*\d{1,3}(?:[\s,;]+\d{1,3})*\s*[\]】]/.exec(rest)?.[0];
        if (citation !== undefined) {
          const valid = this.#valid(citation);
          // The blanks before it stay only with it.
          if (valid !== "") out += /^[ \t]*/.exec(citation)?.[0] + valid;
          at = index + citation.length;
          continue;
        }
        const mayGoOn = /^[ \t]*(?:[[【][\s\d,;]*)?$/.test(rest) && rest.length < MAX_LENGTH;
        if (mayGoOn && !isLast) return this.#hold(rest, out);
      }
      out += found;
      at = index + found.length;
    }
    return out + text.slice(at);
  }

  #hold(rest: string, out: string): string {
    this.#held = rest;
    return out;
  }

  #valid(citation: string): string {
    const numbers = (citation.match(/\d+/g) ?? []).map(Number);
    return [...new Set(numbers)]
      .filter((number) => number >= 1 && number <= this.#count)
      .map((number) => `[${number}]`)
      .join("");
  }
}

export interface Sentence {
  /** With its citations. */
  readonly text: string;
  /** Numbers of the sections that it cites; empty if it cites none. */
  readonly citations: readonly number[];
}

/** Citations at the beginning of a sentence belong to the one before: `It is so. [1] Then …`. */
const LEADING = /^(?:\s*\[\d+\])+\s*/;

/** The sentences of a text without code blocks, in order and complete. */
export function sentencesOf(text: string, language: string): Sentence[] {
  const found: string[] = [];
  for (const part of split(text, language)) {
    const leading = found.length > 0 ? (LEADING.exec(part)?.[0] ?? "") : "";
    if (leading !== "") found[found.length - 1] += leading;
    if (part.length > leading.length) found.push(part.slice(leading.length));
  }
  return found.map((sentence) => ({ text: sentence, citations: cited(sentence) }));
}

/** The numbers that a sentence cites, each once. */
export function cited(sentence: string): number[] {
  const plain = sentence.replace(/(`+).*?\1/gs, "");
  return [...new Set(Array.from(plain.matchAll(/\[(\d+)\]/g), ([, number]) => Number(number)))];
}

function split(text: string, language: string): string[] {
  if (!("Segmenter" in Intl)) return text.split(/(?<=[.!?。！？]\s+)/);
  try {
    return Array.from(
      new Intl.Segmenter(language || "en", { granularity: "sentence" }).segment(text),
      (each) => each.segment,
    );
  } catch {
    return split(text, "en"); // not a tag
  }
}
