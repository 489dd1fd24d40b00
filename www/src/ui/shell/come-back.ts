/** Loads what brings a search back, where the page's address has one, or the reader returns to one. */

import { loadReturn } from "./load-ui.js";
import type { Returning } from "./shell.js";
import { LEFT_KEY } from "./storage-keys.js";

/** `param` is the parameter of the address; `event` is what brought the reader back to a page that was there already. */
export function comeBack(host: Returning, param: string, event?: Event): void {
  try {
    const isBack = performance.navigation.type === 2;
    // Readers who come back have seen it, and closed it.
    const asked = event || isBack ? "" : new URLSearchParams(location.search).get(param);
    // Of other events than "pageshow", it is undefined. An app may make the box anew when the reader goes back.
    const looks = event
      ? (event as PageTransitionEvent).persisted !== false
      : isBack || document.readyState === "complete";
    if (asked || (looks && sessionStorage.getItem(LEFT_KEY)))
      loadReturn().then(({ bringBack }) => bringBack(host, asked), console.warn);
  } catch {
    // Storage is forbidden.
  }
}
