/**
 * What readers see before the user interface is loaded: an input, or a button with a dialog around the input. The user
 * interface takes over the same input, so that nothing typed is lost.
 */

import { element } from "../element.js";
import type { Config, Layout } from "./config.js";
import { Dialog } from "./dialog.js";
import { hotkeyName } from "./hotkey.js";
import { icon, SEARCH_ICON } from "./icons.js";
import { keepKeys } from "./keep-keys.js";
import { searchInput } from "./search-input.js";

let instances = 0;

export class Frame {
  readonly layout: Layout;
  /** Begins the ids of all elements of this frame. */
  readonly id = `docfuse-${(instances += 1)}`;
  /** Around everything: the page's text styles end here. */
  readonly root = element("div", "root");
  readonly input = searchInput();
  /** Of the modal form. */
  readonly dialog: Dialog | undefined;
  readonly button: HTMLButtonElement | undefined;
  readonly #buttonText = element("span", "text");
  readonly #key = element("kbd", "key");
  readonly retry = element("button", "retry", "Try again");
  /** Shown if the user interface could not be loaded. */
  readonly failure = failure(this.retry);

  constructor(layout: Layout) {
    this.layout = layout;
    const { input, root } = this;
    Object.assign(input, { role: "combobox", ariaAutoComplete: "list", ariaExpanded: "false" });
    keepKeys(root);
    this.failure.hidden = true;
    if (layout === "inline") {
      root.append(input, this.failure);
      return;
    }
    this.dialog = new Dialog(input);
    keepKeys(this.dialog.element); // it may leave the root
    this.dialog.element.append(this.failure);
    const button = (this.button = element("button", "button"));
    button.ariaHasPopup = "dialog";
    button.append(icon(SEARCH_ICON), this.#buttonText, this.#key);
    root.append(button, this.dialog.element);
  }

  /** Names everything; `search` is the word for it. */
  configure({ label, placeholder, hotkeys, preview }: Config, search: string): void {
    const name = label ?? search;
    this.input.ariaLabel = name;
    this.input.placeholder = placeholder ?? name;
    if (!this.dialog) return;
    this.dialog.element.ariaLabel = name;
    this.dialog.element.classList.toggle("wide", preview);
    const mac = /^(Mac|iP)/.test(navigator.platform);
    const [first] = hotkeys;
    this.#buttonText.textContent = name;
    this.#key.textContent = first ? hotkeyName(first, mac) : "";
    this.#key.hidden = !first;
  }
}

/** Says that a script is missing, with a button that tries again. In English: the sentences may be missing as well. */
export function failure(retry: HTMLElement): HTMLElement {
  const line = element("p", "unavailable", "Search is not available right now. ");
  line.role = "alert";
  line.append(retry);
  return line;
}
