/** The panel of the inline form: in the top layer, so that no container clips it, below the input. */

import { element } from "./element.js";
import type { Surface } from "./shell/surface.js";

/** Distance of the panel from the input and the window's edge. */
const GAP_PX = 6;

/** Limits of the panel's height: a result must fit, and some of the page stays visible. */
const MIN_PANEL_PX = 180;
const MAX_PANEL_PX = 640;

export class Panel implements Surface {
  readonly element = element("div", "panel");
  /** Called after it has opened or closed. */
  onToggle: () => void = () => undefined;
  readonly #input: HTMLInputElement;
  /** Removes the listeners for scrolling and resizing; set while the panel is open. */
  #placing: AbortController | undefined;

  constructor(input: HTMLInputElement) {
    this.#input = input;
    this.element.popover = "manual";
  }

  get isOpen(): boolean {
    return this.#placing !== undefined;
  }

  open(): void {
    if (this.isOpen || !this.element.isConnected) return;
    this.#placing = new AbortController();
    this.element.showPopover();
    this.#place();
    // Captured: whatever in the page scrolls.
    const options = { signal: this.#placing.signal, passive: true, capture: true };
    for (const seen of [window, window.visualViewport]) {
      for (const type of ["resize", "scroll"]) seen?.addEventListener(type, () => this.#place(), options);
    }
    this.onToggle();
  }

  close(): void {
    if (!this.isOpen) return;
    this.#placing?.abort();
    this.#placing = undefined;
    // A panel removed from the document is already closed.
    if (this.element.matches(":popover-open")) this.element.hidePopover();
    this.onToggle();
  }

  /** Places the panel within the visual viewport: a phone's keyboard covers half of the window. */
  #place(): void {
    const { left, bottom, width } = this.#input.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { visualViewport } = window;
    const visible = visualViewport ? visualViewport.offsetTop + visualViewport.height : clientHeight;
    const { style } = this.element;
    const top = bottom + GAP_PX;
    style.setProperty("--_input-width", `${width}px`);
    style.left = `${Math.max(GAP_PX, Math.min(left, clientWidth - this.element.offsetWidth - GAP_PX))}px`;
    style.top = `${top}px`;
    style.maxHeight = `${Math.max(MIN_PANEL_PX, Math.min(visible - top - GAP_PX, MAX_PANEL_PX))}px`;
  }
}
