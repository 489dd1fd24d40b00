/**
 * The numbers in an answer that cite its sections. A model writes them, so they are checked: what names no given section
 * is dropped, and a sentence without any is known.
 */

import { inlinesOf, leavesOf } from "./markdown.js";
import { splitSentences } from "./sentences.js";

/** Characters of a citation; what is longer is text. */
const MAX_LENGTH = 40;

/** Drops citations of sections that were not given, from a text that comes in pieces. In code, brackets are code. */
export class CitationFilter {
  readonly #count: number;
  /** What may be the beginning of a citation, or of marks of code. */
  #held = "";
  /** The marks that began the code in which the text is; empty outside. */
  #code = "";
  /** Whether they began a line: then only such a line ends the code, else the line does, too. */
  #isBlock = false;
  /** Whether the line has nothing but blanks so far. */
  #isStart = true;

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
    const add = (more: string) => {
      out += more;
      const line = more.slice(more.lastIndexOf("\n") + 1);
      this.#isStart = (this.#isStart || line.length < more.length) && line.trim() === "";
    };
    this.#held = "";
    for (const match of text.matchAll(/`+|~+|\n|[ \t]*[[【]|[ \t]+$/g)) {
      const { 0: found, index } = match;
      if (index < at) continue; // inside of what was taken
      add(text.slice(at, index));
      at = index;
      const rest = text.slice(index);
      if (found === "\n") {
        if (!this.#isBlock) this.#code = "";
      } else if (/[`~]/.test(found)) {
        if (rest === found && !isLast) return this.#hold(rest, out);
        this.#mark(found);
      } else if (this.#code === "") {
        const citation = /^[ \t]*[[【]\s*\d{1,3}(?:[\s,;]+\d{1,3})*\s*[\]】]/.exec(rest)?.[0];
        if (citation !== undefined) {
          const valid = this.#valid(citation);
          // The blanks before it stay only with it.
          if (valid !== "") add(/^[ \t]*/.exec(citation)?.[0] + valid);
          at = index + citation.length;
          continue;
        }
        const mayGoOn = /^[ \t]*(?:[[【][\s\d,;]*)?$/.test(rest) && rest.length < MAX_LENGTH;
        if (mayGoOn && !isLast) return this.#hold(rest, out);
      }
      add(found);
      at = index + found.length;
    }
    add(text.slice(at));
    return out;
  }

  /** Marks begin and end code as `blocksOf` and `inlinesOf` read it. */
  #mark(marks: string): void {
    if (this.#isStart && marks.length > 2) {
      if (this.#code === "") [this.#code, this.#isBlock] = [marks, true];
      else if (this.#isBlock && marks.startsWith(this.#code)) [this.#code, this.#isBlock] = ["", false];
    } else if (this.#isBlock || marks.startsWith("~")) return;
    else if (this.#code === "") this.#code = marks;
    else if (this.#code === marks) this.#code = "";
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
  /** Numbers of the sections that are cited for it, by itself or by a later sentence of its paragraph. */
  readonly citations: readonly number[];
}

/**
 * The sentences of a paragraph, in order and complete. A citation covers its sentence and those before it, up to the
 * citation before. `sections`: how many were given.
 */
export function sentencesOf(text: string, language: string, sections: number): Sentence[] {
  const found: Sentence[] = [];
  let covering: readonly number[] = [];
  for (const sentence of splitSentences(text, language).reverse()) {
    const own = cited(sentence, sections);
    if (own.length > 0) covering = own;
    found.unshift({ text: sentence, citations: covering });
  }
  return found;
}

/** The numbers of given sections that a sentence cites, each once. */
function cited(sentence: string, sections: number): number[] {
  const numbers = leavesOf(inlinesOf(sentence)).map((part) => ("number" in part ? part.number : 0));
  return [...new Set(numbers)].filter((number) => number > 0 && number <= sections);
}
