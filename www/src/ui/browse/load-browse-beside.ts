/** Loads `docfuse-browse.js` beside `docfuse-ui.js`, in place of `load-browse`: browsers load this script as it is. */

import type { Browse } from "./load-browse.js";

export function loadBrowse(): Promise<Browse> {
  return import(new URL("./docfuse-browse.js", import.meta.url).href) as Promise<Browse>;
}
