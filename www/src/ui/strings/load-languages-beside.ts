/** Loads `docfuse-strings.js` beside `docfuse-ui.js`, in place of `load-languages`: browsers load this script as it is. */

import type { Chosen } from "./choose.js";

export async function inLanguage(wanted: string): Promise<Chosen | undefined> {
  const script = new URL("./docfuse-strings.js", import.meta.url).href;
  return ((await import(script)) as typeof import("./languages.js")).inLanguage(wanted);
}
