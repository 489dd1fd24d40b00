/** The text of an answer with checked citations, as it comes; nothing if it is a refusal. As `crates/command/src/ask/written.rs`. */

import { CitationFilter } from "./citations.js";
import { AskError } from "./errors.js";
import { REFUSAL } from "./prompt.js";

/** Characters of an answer; a model that writes more goes round in circles. */
const MAX_ANSWER = 20_000;

export class Written {
  readonly #filter: CitationFilter;
  /** All that was let through. */
  text = "";
  isRefused = false;

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
      if (typeof piece !== "string")
        throw new AskError("answerer", `a text expected, ${String(piece)} found`);
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
      if (length > MAX_ANSWER) break;
    }
    const rest = (head ?? "") + this.#filter.end();
    if (rest === "") return;
    this.text += rest;
    yield rest;
  }
}
