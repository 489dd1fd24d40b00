/** Loads `docfuse-strings.js` beside `docfuse-ui.js`, in place of `load-sentences`: browsers load this script as it is. */

import type { Sentences } from "./load-sentences.js";

export function loadSentences(): Promise<Sentences> {
  return import(new URL("./docfuse-strings.js", import.meta.url).href) as Promise<Sentences>;
}
