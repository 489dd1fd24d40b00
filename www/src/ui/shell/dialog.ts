/**
 * The dialog of the modal form. It opens before the user interface is loaded, because phones show their keyboard only for
 * an input that gets the focus while a tap is handled.
 */

import { element } from "../element.js";
import { icon } from "./icons.js";
import { lockPage } from "./page-lock.js";
import type { Surface } from "./surface.js";

export class Dialog implements Surface {
  readonly element = element("dialog", "dialog");
  readonly closeButton = element("button", "close");
  /** Where the results go. */
  readonly body = element("div", "body");
  /** Called after it has opened or closed. */
  onToggle: () => void = () => undefined;
  readonly #input: HTMLInputElement;
  #unlock: (() => void) | undefined;

  constructor(input: HTMLInputElement) {
    this.#input = input;
    const bar = element("div", "bar");
    this.closeButton.type = "button";
    this.closeButton.append(icon("close"));
    bar.append(icon("search"), input, this.closeButton);
    this.element.append(bar, this.body);
    for (const [name, part] of Object.entries({ dialog: this.element, bar, close: this.closeButton })) {
      part.setAttribute("part", name);
    }
    this.closeButton.addEventListener("click", () => this.close());
    // Also when the browser closes it, by Escape or a phone's gesture.
    this.element.addEventListener("close", () => this.#onClose());
    this.element.addEventListener("pointerdown", (event) => {
      if (event.target === this.element && this.#isOutside(event)) this.close();
    });
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  open(): void {
    if (this.isOpen || !this.element.isConnected) return;
    this.#unlock = lockPage();
    this.element.showModal();
    this.#input.focus({ preventScroll: true });
    this.#input.select();
    this.onToggle();
  }

  /** The browser gives the focus back to where it was. */
  close(): void {
    this.element.close();
  }

  /** For a dialog that leaves the document open, about which browsers fire no event. */
  release(): void {
    if (this.isOpen) this.element.close();
    this.#unlock?.();
    this.#unlock = undefined;
  }

  #onClose(): void {
    this.release();
    this.onToggle();
  }

  /** Whether a press is on the backdrop, which counts as the dialog. */
  #isOutside({ clientX, clientY }: PointerEvent): boolean {
    const { left, right, top, bottom } = this.element.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  }
}
