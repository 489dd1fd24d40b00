/** All languages in the same script, in place of `load-languages`: pages opened from a folder load no modules. */

import type { Chosen } from "../ui/strings/choose.js";
import * as languages from "../ui/strings/languages.js";

export function inLanguage(wanted: string): Promise<Chosen | undefined> {
  return Promise.resolve(languages.inLanguage(wanted));
}
