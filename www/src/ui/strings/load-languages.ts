/** Loads the sentences of other languages, in the syntax that bundlers split off. */

import type { Chosen } from "./choose.js";

/** The sentences that fit the tag `wanted` best; `undefined` for none. */
export async function inLanguage(wanted: string): Promise<Chosen | undefined> {
  return (await import("./languages.js")).inLanguage(wanted);
}
