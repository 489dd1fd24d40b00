/**
 * An answer as elements, from an allow-list: paragraphs, headings, lists, code, strong and emphasized words, and citations
 * as links to given sections. All text is in text nodes. Blocks that have not changed stay as they are while it is written.
 */

import { blocksOf, inlinesOf, type Block, type Inline } from "../../ask/markdown.js";
import { sentencesOf } from "../../ask/citations.js";
import { element } from "../element.js";

export interface ViewOf {
  /** Tag of the language, for the ends of sentences. */
  readonly language: string;
  /** The sign behind a sentence without citation. */
  readonly noSource: string;
  /** The link of a citation; undefined for a number that names no section. */
  cite(number: number, sentence: string): HTMLElement | undefined;
}

export class MarkdownView {
  readonly element = element("div", "text");
  readonly #of: ViewOf;
  #shown: string[] = [];
  #sections = 0;

  constructor(of: ViewOf) {
    this.#of = of;
    this.element.dir = "auto";
  }

  /**
   * Shows `markdown`, which may cite as many `sections`; `isWhole` marks sentences without citations in its last block, too.
   */
  update(markdown: string, sections: number, isWhole: boolean): void {
    this.#sections = sections;
    const blocks = blocksOf(markdown);
    blocks.forEach((block, at) => {
      const isLast = at === blocks.length - 1;
      const key = JSON.stringify([block, isWhole || !isLast]);
      if (this.#shown[at] === key) return;
      this.#shown[at] = key;
      const made = this.#block(block, isWhole || !isLast);
      const old = this.element.children[at];
      if (old) old.replaceWith(made);
      else this.element.append(made);
    });
    while (this.element.children.length > blocks.length) this.element.lastElementChild?.remove();
    this.#shown.length = blocks.length;
  }

  #block(block: Block, isWhole: boolean): HTMLElement {
    if ("items" in block) {
      const list = element(block.kind);
      block.items.forEach((item, at) => {
        const made = element("li");
        made.append(...this.#prose(item, isWhole || at < block.items.length - 1));
        list.append(made);
      });
      return list;
    }
    if (block.kind === "pre") return element("pre", "", block.text);
    const made = element("p", block.kind === "h" ? "above" : "");
    made.append(
      ...(block.kind === "h"
        ? this.#inline(inlinesOf(block.text), block.text)
        : this.#prose(block.text, isWhole)),
    );
    return made;
  }

  #prose(text: string, isWhole: boolean): HTMLElement[] {
    const sentences = sentencesOf(text, this.#of.language, this.#sections);
    return sentences.map((sentence) => {
      const made = element("span", "sentence");
      made.append(...this.#inline(inlinesOf(sentence.text), sentence.text));
      // A later sentence of the paragraph may still cite for this one.
      if (sentence.citations.length === 0 && isWhole)
        made.append(element("small", "unsourced", this.#of.noSource), " ");
      return made;
    });
  }

  #inline(parts: readonly Inline[], sentence: string): (Node | string)[] {
    return parts.map((part) => {
      if (part.kind === "cite") return this.#of.cite(part.number, sentence) ?? "";
      if ("text" in part) return part.kind === "code" ? element("code", "", part.text) : part.text;
      const made = element(part.kind);
      made.append(...this.#inline(part.parts, sentence));
      return made;
    });
  }
}
