/**
 * The section of a hit beside the list, on wide screens: the one that is selected or under the pointer, after a pause.
 * Its text comes with the hit.
 */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import type { Say } from "../strings/strings.js";
import { splitAtHighlights } from "./highlight.js";
import { sectionText } from "./section-text.js";

/** Passing over hits shows none of them. */
const PAUSE_MS = 120;

export class Preview {
  readonly element = element("div", "preview");
  readonly #say: Say;
  #shown: Hit | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: Say) {
    this.#say = say;
    this.element.role = "region";
    this.element.tabIndex = 0; // it scrolls
    this.element.hidden = true;
  }

  /** Shows a hit, at once if nothing is shown; none hides. */
  show(hit: Hit | undefined): void {
    clearTimeout(this.#timer);
    if (hit === this.#shown) return;
    if (!hit || !this.#shown) this.#render(hit);
    else this.#timer = setTimeout(() => this.#render(hit), PAUSE_MS);
  }

  #render(hit: Hit | undefined): void {
    this.#shown = hit;
    this.element.hidden = !hit;
    this.element.ariaLabel = this.#say("preview");
    if (!hit) return this.element.replaceChildren();
    const heading = element("div", "heading", hit.heading || hit.title);
    const words = highlighted(hit);
    const text = blocksOf(sectionText(hit), hit.code).map(([name, block]) => {
      const shown = element(name);
      shown.append(
        ...cutAtWords(block, words).map((part, index) => (index % 2 > 0 ? element("mark", "", part) : part)),
      );
      return shown;
    });
    this.element.replaceChildren(heading, ...text);
    this.element.scrollTop = 0;
    const mark = this.element.querySelector("mark");
    if (mark) this.element.scrollTop = mark.offsetTop - this.element.clientHeight / 3;
  }
}

/** The blocks of a text, and what shows them: each line of it, and lines of code together. */
export function blocksOf(text: string, code: Hit["code"] = []): ["p" | "pre", string][] {
  const blocks: ["p" | "pre", string][] = [];
  text.split("\n").forEach((line, at) => {
    const last = blocks.at(-1);
    const name = code.includes(at) ? "pre" : "p";
    if (name === "pre" && last?.[0] === name) last[1] += `\n${line}`;
    else blocks.push([name, line]);
  });
  return blocks;
}

/** The words that the excerpt of a hit marks, in lower case. */
function highlighted({ excerpt, highlights }: Hit): string[] {
  const parts = splitAtHighlights(excerpt, highlights).filter(({ marked }) => marked);
  return [...new Set(parts.map(({ text }) => text.toLowerCase()))].filter((word) => word !== "");
}

/** A line cut at these words: every other part is one of them, as a whole word. */
export function cutAtWords(line: string, words: readonly string[]): string[] {
  if (words.length === 0) return [line];
  const sorted = [...words].sort((a, b) => b.length - a.length); // of two that begin alike, the longer one
  const any = sorted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return line.split(new RegExp(`(?<![\\p{L}\\p{N}_])(${any})(?![\\p{L}\\p{N}_])`, "iu"));
}
