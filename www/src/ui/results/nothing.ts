/** What a reader can do where nothing was found: look without filters, or tell the author. */

import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import type { Say } from "../strings/strings.js";

export class NothingFound {
  readonly element = element("div", "nothing");
  readonly #model: SearchModel;
  readonly #say: Say;
  readonly #report: () => string | undefined;

  /** `report` gives the author's address for reports, in which `{query}` is what was typed. */
  constructor(model: SearchModel, say: Say, report: () => string | undefined) {
    this.#model = model;
    this.#say = say;
    this.#report = report;
    this.element.hidden = true;
  }

  update(isNothing: boolean): void {
    const ways = isNothing ? [...this.#widen(), ...this.#link()] : [];
    this.element.replaceChildren(...ways);
    this.element.hidden = ways.length === 0;
  }

  #widen(): HTMLElement[] {
    const { selection } = this.#model;
    if (!selection.isNarrow) return [];
    const button = element("button", "link", this.#say("widen"));
    button.addEventListener("click", () => {
      selection.widen();
      void this.#model.ask();
    });
    return [button];
  }

  #link(): HTMLElement[] {
    const template = this.#report();
    if (!template) return [];
    const link = element("a", "link report", this.#say("report"));
    link.href = template.replaceAll("{query}", () => encodeURIComponent(this.#model.text));
    link.target = "_blank";
    link.rel = "noopener";
    return /^(https?|mailto):$/.test(link.protocol) ? [link] : [];
  }
}
