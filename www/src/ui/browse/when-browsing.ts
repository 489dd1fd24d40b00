/** Uses `docfuse-browse.js` once it is loaded. */

import type { SearchModel } from "../model.js";
import { loadBrowse, type Browse } from "./load-browse.js";

/** Calls `use` with the script, on sites that have something for it. Without it, hits are shown as on other sites. */
export function whenBrowsing({ opened }: SearchModel, use: (browse: Browse) => void): void {
  if (opened?.offers) loadBrowse().then(use, () => undefined);
}
