/** Loads `docfuse-browse.js` beside `docfuse-ui.js`, in place of `load-browse`: browsers load this script as it is. */

import { load } from "../shell/load-later.js";
import type { Browse } from "./load-browse.js";

export function loadBrowse(): Promise<Browse> {
  return load("./docfuse-browse.js");
}
