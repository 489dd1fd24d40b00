/** Tells screen readers of an answer by whole sentences: single words, as they are written, would be noise. */

import { sentencesOf } from "../../ask/citations.js";
import { blocksOf, plainOf, proseOf } from "../../ask/markdown.js";
import { element } from "../element.js";

export class SentenceTeller {
  readonly element = element("div", "unseen");
  #told = 0;

  constructor() {
    this.element.role = "log"; // polite, and read by what is added
  }

  /** From now on, `hear` gets the text of another answer. */
  begin(): void {
    this.#told = 0;
  }

  /** Takes the text so far; its last sentence waits until the text is whole. */
  hear(text: string, language: string, isWhole: boolean): void {
    const sentences = proseOf(blocksOf(text)).flatMap((prose) => sentencesOf(prose, language, 0));
    const ready = sentences.slice(this.#told, isWhole ? undefined : -1);
    this.#told += ready.length;
    for (const sentence of ready)
      // Citations leave blanks.
      this.say(plainOf(sentence.text).replace(/\s+(?=[\s.,;:!?。，！？]|$)/g, ""));
  }

  say(text: string): void {
    this.element.append(element("p", "", text));
  }
}
