/** Loads what brings a search back, where the page's address has one, or the reader returns to one. */

import { loadReturn } from "./load-ui.js";
import type { Returning } from "./shell.js";
import { LEFT_KEY } from "./storage-keys.js";

/** `param` is the parameter of the address; `event` is what brought the reader back to a page that was there already. */
export function comeBack(host: Returning, param: string, event?: Event): void {
  try {
    const isBack = event
      ? (event as PageTransitionEvent).persisted !== false // of other events than "pageshow", it is undefined
      : performance.navigation.type === 2;
    const asked = event ? null : new URLSearchParams(location.search).get(param);
    if (asked || (isBack && sessionStorage.getItem(LEFT_KEY)))
      loadReturn().then(({ bringBack }) => bringBack(host, asked ?? "", isBack), console.warn);
  } catch {
    // Storage is forbidden.
  }
}
