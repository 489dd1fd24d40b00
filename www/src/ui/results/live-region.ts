/** Tells screen readers of results, once the reader pauses: a sentence for each letter would drown what is typed. */

import { element } from "../element.js";

/** Longer than between letters, and than between the first answer and a late one that comes soon. */
const PAUSE_MS = 600;

export class LiveRegion {
  /** It must be rendered even while the results are not. */
  readonly element = element("div", "unseen");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element.role = "status";
  }

  /** Says `text` after a pause, in place of what waits. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.element.textContent = text), PAUSE_MS);
  }
}
