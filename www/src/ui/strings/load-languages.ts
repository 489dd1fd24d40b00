/** Loads the sentences of other languages, in the syntax that bundlers split off. */

import type { Strings } from "./strings.js";

export async function loadLanguages(): Promise<Readonly<Record<string, Strings>>> {
  return (await import("./languages.js")).LANGUAGES;
}
