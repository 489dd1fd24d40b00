/**
 * The section of a hit beside the list, on wide screens: of the one that Enter opens, or under the pointer, after a pause.
 * Its text comes with the hit.
 */

import type { Hit } from "../../shared/protocol.js";
import { element } from "../element.js";
import type { Say } from "../strings/strings.js";
import { marksBefore, sectionLines } from "./section-lines.js";

/** Passing over hits shows none of them. */
const PAUSE_MS = 120;

export class Preview {
  readonly element = element("div", "preview");
  /** A link, by which the keyboard can scroll, too. */
  readonly #heading = element("a", "title");
  readonly #say: Say;
  #shown: Hit | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: Say) {
    this.#say = say;
    this.element.role = "region";
    this.element.hidden = true;
    this.#heading.dir = "auto";
  }

  /** The hit whose heading is on the event's path. */
  hitAt(event: Event): Hit | undefined {
    return event.composedPath().includes(this.#heading) ? this.#shown : undefined;
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
    this.#heading.textContent = hit.heading || hit.title;
    this.#heading.href = hit.href;
    this.element.replaceChildren(this.#heading, ...sectionLines(hit));
    const mark = this.element.querySelectorAll("mark")[marksBefore(hit)];
    this.element.scrollTop = (mark?.offsetTop ?? 0) - this.element.clientHeight / 3;
  }
}
