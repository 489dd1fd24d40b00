/** Loads `docfuse-ask.js` beside `docfuse-ui.js`, in place of `load-ask`: browsers load this script as it is. */

import { load } from "../shell/load-later.js";
import type { AskScript } from "./load-ask.js";

export function loadAsk(): Promise<AskScript> {
  return load("./docfuse-ask.js");
}
