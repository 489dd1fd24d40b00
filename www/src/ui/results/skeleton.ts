/** Grey lines in place of the first results, shown only if they take longer than readers notice. */

import { element } from "../element.js";

const WAIT_MS = 150;
const ROWS = 3;

export class Skeleton {
  readonly element = element("div", "skeleton");
  /** Called when it appears. */
  onAppear: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element.ariaHidden = "true"; // the list says that it is busy
    this.element.hidden = true;
    this.element.append(...Array.from({ length: ROWS }, () => element("div")));
  }

  /** `waiting`: nothing is shown yet, and an answer is under way. */
  update(waiting: boolean): void {
    if (waiting === (this.#timer !== undefined)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.element.hidden = true;
    if (!waiting) return;
    this.#timer = setTimeout(() => {
      this.element.hidden = false;
      this.onAppear();
    }, WAIT_MS);
  }
}
