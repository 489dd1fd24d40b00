/** Loads the sentences of one language, in the syntax that bundlers split off. */

import { LANGUAGES } from "./languages.js";
import type { Strings } from "./strings.js";

/** The tags of all languages but English. */
export const TAGS: readonly string[] = Object.keys(LANGUAGES);

/** The sentences in one of the languages `TAGS`. */
export async function loadLanguage(tag: string): Promise<Strings> {
  const load = LANGUAGES[tag];
  if (!load) throw new Error(`there are no sentences in “${tag}”`);
  return (await load()).strings;
}
