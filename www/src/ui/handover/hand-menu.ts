/** The menu of what few readers do with the results. What is in it is in a script of its own. */

import { draw } from "../drawings.js";
import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import { loadNextSteps } from "../results/load-next-steps.js";
import type { Say } from "../strings/strings.js";

export class HandMenu {
  readonly element = element("details", "hand-over");
  /** Called when the reader handed something over. */
  onHandOver: () => void = () => undefined;
  readonly #model: SearchModel;
  readonly #say: Say;
  readonly #name = element("summary", "more");

  /** `host` has the author's links: `<a slot="assistant" href="https://…?q={prompt}">`. */
  constructor(model: SearchModel, host: ParentNode, say: Say) {
    this.#model = model;
    this.#say = say;
    const menu = this.element;
    this.#name.append(draw("more"));
    const acts = element("div", "acts");
    menu.append(this.#name, acts);
    acts.addEventListener("click", ({ target }) => target === acts || this.onHandOver()); // not beside the buttons
    menu.addEventListener("toggle", () => {
      if (!menu.open) return;
      loadNextSteps().then(
        (loaded) => acts.replaceChildren(...loaded.acts(model, host, say)),
        () => this.update(),
      );
    });
    menu.addEventListener("focusout", ({ relatedTarget }) => {
      menu.open &&= menu.contains(relatedTarget as Node | null);
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.preventDefault();
      event.stopPropagation(); // the box stays open
      menu.open = false;
      this.#name.focus();
    });
  }

  /** Closes it. It is there where hits are. */
  update(): void {
    this.#name.ariaLabel = this.#say("more");
    this.element.open = false;
    this.element.hidden = !this.#model.answer?.hits.length;
  }
}
