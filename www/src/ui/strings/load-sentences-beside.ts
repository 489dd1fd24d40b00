/** Loads `docfuse-strings.js` beside `docfuse-ui.js`, in place of `load-sentences`: browsers load this script as it is. */

import { load } from "../shell/load-later.js";
import type { Sentences } from "./load-sentences.js";

export function loadSentences(): Promise<Sentences> {
  return load("./docfuse-strings.js");
}
