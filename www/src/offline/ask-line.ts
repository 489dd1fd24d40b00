/** No answers by a model, in place of `ask-line`: pages opened from a folder load no modules. */

import { element } from "../ui/element.js";

export class AskLine {
  readonly element = element("div");

  constructor() {
    this.element.hidden = true;
  }

  update(): void {}
}
