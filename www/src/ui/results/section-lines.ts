/** The text of a section as elements: a paragraph for each of its blocks, with the words of the excerpt marked. */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import { cutAtWords, splitAtHighlights } from "./highlight.js";
import { sectionText } from "./section-text.js";

export function sectionLines(hit: Hit): HTMLElement[] {
  const words = highlighted(hit);
  return sectionText(hit)
    .split("\n")
    .map((line) => {
      const paragraph = element("p");
      paragraph.dir = "auto";
      paragraph.append(
        ...cutAtWords(line, words).map((part, index) => (index % 2 > 0 ? element("mark", "", part) : part)),
      );
      return paragraph;
    });
}

/** The words that the excerpt of a hit marks, in lower case. */
function highlighted({ excerpt, highlights }: Hit): string[] {
  const parts = splitAtHighlights(excerpt, highlights).filter(({ marked }) => marked);
  return [...new Set(parts.map(({ text }) => text.toLowerCase()))].filter((word) => word !== "");
}
