/**
 * Entry of `docfuse-strings.js`: chooses and loads the sentences of another language than English. Has besides what the
 * author of a page says instead, and is told of invalid attributes.
 */

import { complainOf, type Invalid } from "./invalid-attributes.js";
import { choose } from "./choose.js";
import { ENGLISH_ASK } from "./en-ask.js";
import { ENGLISH_BROWSE } from "./en-browse.js";
import { ENGLISH_STEPS } from "./en-steps.js";
import type { ENGLISH } from "./en.js";
import { loadLanguage, TAGS } from "./load-language.js";
import { withOwnStrings } from "./own-strings.js";
import type { Strings } from "./strings.js";

/** Sentences with the tag of their language. */
export interface Chosen {
  readonly language: string;
  readonly strings: Strings;
}

/** By tag; the element and its user interface ask for the same. */
const loaded = new Map<string, Promise<Strings>>();

/** The word for searching in `language`, a tag; English where there are no sentences. Rejects if they cannot be loaded. */
export async function wordIn(language: string): Promise<string> {
  return (await sentencesFor(language))?.strings.search ?? "Search";
}

/** The sentences that fit the tag `wanted`; `undefined` if there are none. Rejects if they cannot be loaded. */
async function sentencesFor(wanted: string): Promise<Chosen | undefined> {
  const language = choose(wanted, TAGS);
  if (language === undefined) return undefined;
  let loading = loaded.get(language);
  if (!loading) {
    loaded.set(language, (loading = loadLanguage(language)));
    loading.catch(() => loaded.delete(language));
  }
  return { language, strings: await loading };
}

/**
 * The sentences in `language`, a tag, or those of `english` where there are none; the attribute `own` has the author's.
 * `complain` gets a sentence about each of those that is not used, and about each attribute that is `invalid`.
 */
export async function sentences(
  language: string,
  own: string | undefined,
  english: typeof ENGLISH,
  complain: (problem: string) => void,
  invalid?: Invalid,
): Promise<Chosen> {
  complainOf(invalid, complain);
  const chosen = await sentencesFor(language).catch((error: unknown) => {
    complain(
      `sentences in “${language}” could not be loaded, so the search speaks English: ${String(error)}`,
    );
    return undefined;
  });
  const { strings, ...rest } = chosen ?? {
    language: "en",
    strings: { ...ENGLISH_ASK, ...ENGLISH_BROWSE, ...ENGLISH_STEPS, ...english },
  };
  return { ...rest, strings: withOwnStrings(strings, own, complain) };
}
