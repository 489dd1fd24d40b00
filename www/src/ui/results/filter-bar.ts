/**
 * The line above the results, which scrolls: the language and the version that are searched, and the values of filters.
 */

import { whenBrowsing } from "../browse/when-browsing.js";
import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import type { Say } from "../strings/strings.js";

interface Button {
  readonly key: string;
  readonly text: string;
  readonly count?: number | undefined;
  readonly pressed: boolean;
  press(): void;
}

export class FilterBar {
  readonly element = element("div", "filters");
  readonly #model: SearchModel;
  readonly #say: Say;
  readonly #languages = element("select", "chip");
  readonly #buttons = new Map<string, HTMLButtonElement>();

  constructor(model: SearchModel, say: Say) {
    this.#model = model;
    this.#say = say;
    this.element.role = "group";
    this.#languages.addEventListener("change", () => void model.searchIn(this.#languages.value));
    this.update();
  }

  /** Shows the chips of the newest answer. A button that stays is the same element, so that it keeps the focus. */
  update(): void {
    this.element.ariaLabel = this.#say("filters");
    const wanted = this.#wanted();
    const hasLanguages = this.#showLanguages();
    this.element.hidden = wanted.length === 0 && !hasLanguages;
    const model = this.#model;
    whenBrowsing(model, ({ showOrders }) => showOrders(this.element, model, this.#say));
    for (const [key, button] of this.#buttons) {
      if (wanted.some((other) => other.key === key)) continue;
      button.remove();
      this.#buttons.delete(key);
    }
    wanted.forEach(({ key, text, count, pressed, press }, index) => {
      const button = this.#buttons.get(key) ?? element("button", "chip");
      this.#buttons.set(key, button);
      button.onclick = press;
      button.replaceChildren(
        text,
        ...(count === undefined ? [] : [" ", element("small", "", String(count))]),
      );
      button.ariaPressed = String(pressed);
      const place = this.element.children[index + Number(hasLanguages)];
      if (place !== button) this.element.insertBefore(button, place ?? null);
    });
  }

  /** The language of the index, to choose another one; false if there is only one. */
  #showLanguages(): boolean {
    const { language, languages } = this.#model;
    if (languages.length < 2) {
      this.#languages.remove();
      return false;
    }
    this.#languages.ariaLabel = this.#say("language");
    const choices = languages.map((tag) => {
      const choice = element("option", "", nameOf(tag));
      choice.value = tag;
      choice.selected = tag === language;
      return choice;
    });
    this.#languages.replaceChildren(...choices);
    if (!this.#languages.isConnected) this.element.prepend(this.#languages);
    return true;
  }

  #wanted(): Button[] {
    const { selection } = this.#model;
    const change = (apply: () => void) => () => {
      apply();
      void this.#model.narrow();
    };
    const { scope } = selection;
    const version: Button[] = scope
      ? [
          {
            key: "",
            text: this.#say("version", { version: scope.version }),
            pressed: scope.applies,
            press: change(() => selection.toggleVersion()),
          },
        ]
      : [];
    const values = selection.chips.flatMap(({ name, chips }) =>
      chips.map(({ value, count, pressed }) => ({
        key: `${name}:${value}`,
        text: value,
        count,
        pressed,
        press: change(() => selection.toggle(name, value)),
      })),
    );
    return [...version, ...values];
  }
}

/** A language in its own words: `Deutsch`. */
function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // not a language tag
  }
}
