/** Loads `docfuse-strings.js` beside `docfuse-ui.js`, in place of `load-languages`: browsers load this script as it is. */

import type { Strings } from "./strings.js";

export async function loadLanguages(): Promise<Readonly<Record<string, Strings>>> {
  const script = new URL("./docfuse-strings.js", import.meta.url).href;
  return ((await import(script)) as typeof import("./languages.js")).LANGUAGES;
}
