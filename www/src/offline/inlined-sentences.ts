/** All sentences in the same script, in place of `load-sentences`: pages opened from a folder load no modules. */

import type { Sentences } from "../ui/strings/load-sentences.js";
import * as sentences from "../ui/strings/sentences.js";

export function loadSentences(): Promise<Sentences> {
  return Promise.resolve(sentences);
}
