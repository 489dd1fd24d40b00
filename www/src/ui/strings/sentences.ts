/**
 * Entry of `docfuse-strings.js`: sentences in other languages than English, those of the author of a page, and those for
 * an author whose attributes are invalid.
 */

import { complainOf, type Invalid } from "./invalid-attributes.js";
import { choose, type Chosen } from "./choose.js";
import { ENGLISH_ASK } from "./en-ask.js";
import type { ENGLISH } from "./en.js";
import { LANGUAGES } from "./languages.js";
import { withOwnStrings } from "./own-strings.js";

/**
 * The sentences in `language`, a tag, or those of `english` where there are none; the attribute `own` has the author's.
 * `complain` gets a sentence about each of those that is not used, and about each attribute that is `invalid`.
 */
export function sentences(
  language: string,
  own: string | undefined,
  english: typeof ENGLISH,
  complain: (problem: string) => void,
  invalid?: Invalid,
): Chosen {
  complainOf(invalid, complain);
  const chosen = choose(language, LANGUAGES) ?? { language: "en", strings: { ...ENGLISH_ASK, ...english } };
  return { ...chosen, strings: withOwnStrings(chosen.strings, own, complain) };
}
