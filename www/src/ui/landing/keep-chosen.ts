/** Keeps each hit that the reader opens for its page, which then marks the words. */

import type { Item } from "../results/option.js";
import { keep } from "./chosen-hit.js";

/**
 * Follows the clicks in `within` on what `itemAt` knows; `land` is called if the page itself may show the hit, without being
 * loaded.
 */
export function keepChosen(
  within: HTMLElement,
  itemAt: (event: Event) => Item | undefined,
  land: () => void,
): void {
  const onOpen = (event: Event) => {
    const item = itemAt(event);
    if (!item || !("hit" in item)) return;
    const { type, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    const elsewhere = type !== "click" || ctrlKey || metaKey || shiftKey;
    keep(item.hit, elsewhere);
    if (!elsewhere) land();
  };
  // The menu can open a tab, too.
  for (const type of ["click", "auxclick", "contextmenu"]) within.addEventListener(type, onOpen);
}
