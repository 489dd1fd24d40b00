/**
 * What readers see before the user interface is loaded: an input, or a button with a dialog around the input. The user
 * interface takes over the same input, so that nothing typed is lost.
 */

import { element } from "../element.js";
import type { Config } from "./config.js";
import { Dialog } from "./dialog.js";
import { ariaKey, hotkeyName } from "./hotkey.js";
import { icon } from "./icons.js";

let instances = 0;

export class Frame {
  /** Names the elements of this frame. */
  readonly id = `docfuse-${(instances += 1)}`;
  readonly input = element("input");
  /** Of the modal form. */
  readonly dialog: Dialog | undefined;
  readonly button: HTMLButtonElement | undefined;
  readonly #label = element("label", "unseen");
  readonly #buttonText = element("span", "text");
  readonly #key = element("kbd");

  constructor(root: ShadowRoot, { layout }: Config) {
    const { input } = this;
    this.#label.htmlFor = input.id = `${this.id}-input`;
    Object.assign(input, { type: "search", autocomplete: "off", spellcheck: false, enterKeyHint: "search" });
    input.setAttribute("autocapitalize", "none");
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("part", "input");
    if (layout === "inline") {
      root.replaceChildren(this.#label, input);
      return;
    }
    this.dialog = new Dialog(input);
    this.dialog.element.prepend(this.#label);
    const button = (this.button = element("button", "button"));
    button.type = "button";
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("part", "button");
    this.#key.setAttribute("part", "key");
    button.append(icon("search"), this.#buttonText, this.#key);
    root.replaceChildren(button, this.dialog.element);
  }

  /** Names everything by the attributes. */
  configure({ label = "Search", placeholder = label, hotkeys }: Config): void {
    this.#label.textContent = label;
    this.input.placeholder = placeholder;
    this.dialog?.element.setAttribute("aria-label", label);
    this.dialog?.closeButton.setAttribute("aria-label", "Close");
    if (!this.button) return;
    const mac = /^(Mac|iPhone|iPad)/.test(navigator.platform);
    this.#buttonText.textContent = label;
    const [first] = hotkeys;
    this.#key.textContent = first ? hotkeyName(first, mac) : "";
    this.#key.hidden = !first;
    this.button.setAttribute("aria-label", label);
    const keys = hotkeys.map((hotkey) => ariaKey(hotkey, mac)).join(" ");
    if (keys) this.button.setAttribute("aria-keyshortcuts", keys);
    else this.button.removeAttribute("aria-keyshortcuts");
  }
}
