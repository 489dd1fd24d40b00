/** Loads what shows a hit in its page, where one was chosen, or the address leads to something hidden. */

import { loadLanding } from "./load-ui.js";
import { LANDING_KEY } from "./storage-keys.js";

/** `hasLoaded`: the page was loaded just now, else it may show a chosen hit without that. */
export function land(hasLoaded = false): void {
  try {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (
      sessionStorage.getItem(LANDING_KEY) ||
      localStorage.getItem(LANDING_KEY) ||
      (hasLoaded && target?.checkVisibility() === false)
    )
      loadLanding().then(({ show }) => show(hasLoaded), console.warn);
  } catch {
    // Not an id, or storage is forbidden: the browser goes to the anchor alone.
  }
}
