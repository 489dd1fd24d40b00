/** Loads `docfuse-ask.js` beside `docfuse-ui.js`, in place of `load-ask`: browsers load this script as it is. */

import type { AskScript } from "./load-ask.js";

export function loadAsk(): Promise<AskScript> {
  return import(new URL("./docfuse-ask.js", import.meta.url).href) as Promise<AskScript>;
}
