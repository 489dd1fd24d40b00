/** Tells screen readers of an answer by whole sentences: single words, as they are written, would be noise. */

import { sentencesOf } from "../../ask/citations.js";
import { blocksOf, inlinesOf, proseOf } from "../../ask/markdown.js";
import { element } from "../element.js";

export interface SentenceTeller {
  readonly element: HTMLElement;
  /** Takes the text so far; its last sentence waits until the text is whole. */
  hear(text: string, language: string, isWhole: boolean): void;
}

export function sentenceTeller(): SentenceTeller {
  const region = element("div", "unseen");
  region.role = "log"; // polite, and read by what is added
  let told = 0;
  return {
    element: region,
    hear(text, language, isWhole) {
      const sentences = proseOf(blocksOf(text)).flatMap((prose) => sentencesOf(prose, language));
      const ready = isWhole ? sentences.length : sentences.length - 1;
      for (const sentence of sentences.slice(told, Math.max(told, ready))) {
        const said = inlinesOf(sentence.text).map((part) => ("text" in part ? part.text : ""));
        // Without its citations, which leave blanks.
        region.append(element("p", "", said.join("").replace(/\s+(?=[\s.,;:!?。，！？]|$)/g, "")));
      }
      told = isWhole ? 0 : Math.max(told, ready);
    },
  };
}
