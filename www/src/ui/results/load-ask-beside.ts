/** Loads `docfuse-ask.js` beside `docfuse-ui.js`, in place of `load-ask`: browsers load this script as it is. */

import type { AskScript } from "./load-ask.js";

let retried = "";

export function loadAsk(): Promise<AskScript> {
  const loading = import(new URL("./docfuse-ask.js" + retried, import.meta.url).href) as Promise<AskScript>;
  // Some browsers keep a failure under the address of a module. Its fragment makes another one of the same script.
  loading.catch(() => (retried += "#"));
  return loading;
}
