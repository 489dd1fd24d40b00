/** All languages in the same script, in place of `load-languages`: pages opened from a folder load no modules. */

import { LANGUAGES } from "../ui/strings/languages.js";
import type { Strings } from "../ui/strings/strings.js";

export function loadLanguages(): Promise<Readonly<Record<string, Strings>>> {
  return Promise.resolve(LANGUAGES);
}
