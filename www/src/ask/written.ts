/** The text of an answer with checked citations, as it comes; nothing if it is a refusal. */

import { CitationFilter } from "./citations.js";
import { REFUSAL } from "./prompt.js";

/** Characters of an answer; a model that writes more goes round in circles. */
const MAX_ANSWER = 20_000;

/** Characters that a model writes three times in a row when it goes round; fewer may be lines of code. */
const LEAST_ROUND = 40;
const MOST_ROUND = 1000;

/** The same of a stretch without words; fewer may be a line or a table. */
const LEAST_SIGNS = 200;

/** `length`: there was no room for more; `repeats`: it went round in circles. */
export type Cut = "length" | "repeats";

/** Whether a text ends in one stretch three times in a row. */
export function goesRound(text: string): boolean {
  for (let length = LEAST_ROUND; length <= MOST_ROUND && 3 * length <= text.length; length += 1) {
    const last = text.slice(-length);
    const isRound =
      text.endsWith(last, text.length - length) && text.endsWith(last, text.length - 2 * length);
    if (isRound && (length >= LEAST_SIGNS || /\p{L}{2}/u.test(last))) return true;
  }
  return false;
}

export class Written {
  readonly #filter: CitationFilter;
  /** All that was let through. */
  text = "";
  isRefused = false;
  /** Why it is not whole. */
  cut: Cut | undefined;

  /** `sections`: how many were given. */
  constructor(sections: number) {
    this.#filter = new CitationFilter(sections);
  }

  /** What is let through of these pieces. */
  async *through(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    let length = 0;
    /** The beginning, until it is no refusal. */
    let head: string | undefined = "";
    for await (const piece of pieces) {
      length += piece.length;
      let text = this.#filter.push(piece);
      if (head !== undefined) {
        head = (head + text).trimStart();
        if (head.startsWith(REFUSAL)) {
          this.isRefused = true;
          return;
        }
        if (REFUSAL.startsWith(head)) continue;
        text = head;
        head = undefined;
      }
      this.text += text;
      if (text !== "") yield text;
      if (length > MAX_ANSWER) this.cut = "length";
      if (goesRound(this.text)) this.cut = "repeats";
      if (this.cut === "repeats" || length > MAX_ANSWER) break;
    }
    const rest = (head ?? "") + this.#filter.end();
    if (rest === "") return;
    this.text += rest;
    yield rest;
  }
}
