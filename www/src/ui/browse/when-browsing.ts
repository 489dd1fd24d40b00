/** Uses `docfuse-browse.js` once it is loaded. */

import { loadBrowse, type Browse } from "./load-browse.js";

/** Calls `use` with the script. Without it, hits are shown as on other sites. */
export function whenBrowsing(use: (browse: Browse) => void): void {
  loadBrowse().then(use, () => undefined);
}
