/**
 * The dialog of the modal form. It opens before the user interface is loaded, because phones show their keyboard only for
 * an input that gets the focus while a tap is handled.
 */

import { element } from "../element.js";
import { BACK_ICON, icon, SEARCH_ICON } from "./icons.js";
import { lockPage } from "./page-lock.js";
import { isHidden, moveToPage } from "./portal.js";
import type { Surface } from "./surface.js";

export class Dialog implements Surface {
  readonly element = element("dialog", "dialog");
  readonly closeText = element("span", "unseen", "Close");
  /** Where the results go. */
  readonly body = element("div", "body");
  /** Called after it has opened or closed. */
  onToggle: () => void = () => undefined;
  readonly #input: HTMLInputElement;
  /** What to undo on closing. */
  #undo: (() => void)[] = [];

  constructor(input: HTMLInputElement) {
    this.#input = input;
    const bar = element("div", "bar");
    const close = element("button", "close");
    close.append(icon(BACK_ICON), this.closeText, " ", element("kbd", "", "Esc"));
    bar.append(icon(SEARCH_ICON), input, close);
    this.element.append(bar, this.body);
    close.addEventListener("click", () => this.close());
    this.element.addEventListener("keydown", (event) => {
      // Key code 229 belongs to an input method.
      if (event.key !== "Escape" || event.keyCode === 229) return;
      event.preventDefault();
      event.stopPropagation(); // the page must not keep it from closing
      this.close();
    });
    // Also when the browser closes it, as by a phone's gesture.
    this.element.addEventListener("close", () => this.#closed());
    // The backdrop counts as the dialog. Pressed and released there: a reader who selects text may end anywhere.
    let pressed: EventTarget | null;
    this.element.addEventListener("pointerdown", ({ target }) => (pressed = target));
    this.element.addEventListener("click", ({ target }) => {
      if (target === this.element && pressed === target) this.close();
    });
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  /** Opens over the page, with the focus in the input. Neither moves the page. */
  open(): void {
    if (this.isOpen || !this.element.isConnected) return;
    const root = this.element.parentElement as HTMLElement;
    const host = (root.getRootNode() as ShadowRoot).host as HTMLElement;
    this.#undo = [lockPage(), this.#fit()];
    if (isHidden(host)) this.#undo.push(moveToPage(this.element, host, root));
    this.element.showModal();
    this.#input.focus({ preventScroll: true });
    this.#input.select();
    this.onToggle();
  }

  /** The browser gives the focus back to where it was. */
  close(): void {
    if (!this.isOpen) return;
    this.#input.blur(); // else it would get keys until the next frame
    this.element.close();
    this.#closed(); // the event comes later, and not at all outside of the document
  }

  #closed(): void {
    if (this.isOpen || this.#undo.length === 0) return;
    for (const undo of this.#undo.splice(0)) undo();
    this.onToggle();
  }

  /** Follows the height that a phone's keyboard leaves, until the returned function is called. */
  #fit(): () => void {
    const seen = visualViewport as VisualViewport;
    const { style } = this.element;
    const fit = () => {
      // Not while the reader has zoomed in: then the viewport is smaller than the screen for another reason.
      if (seen.scale === 1) style.setProperty("--_seen", `${seen.height}px`);
    };
    fit();
    seen.addEventListener("resize", fit);
    return () => seen.removeEventListener("resize", fit);
  }
}
