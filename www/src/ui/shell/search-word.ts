/** The box's first word, “Search”, which is shown before the other sentences are loaded. */

import { fittingLanguage } from "../../client/language-choice.js";
import { loadSentences } from "./load-ui.js";

/**
 * By language tag in lower case, for the languages of most sites: there the word need not be loaded. The sentences of each
 * language have the same one.
 */
const WORDS = new Map(
  (
    ":Search en:Search de:Suche es:Buscar fr:Rechercher it:Cerca ja:検索 ko:검색 " +
    "pt:Pesquisar ru:Поиск zh:搜索 zh-hant:搜尋 zh-hk:搜尋 zh-tw:搜尋"
  )
    .split(" ")
    .map((each) => each.split(":") as [string, string]),
);

/** Without those that were loaded: not every language fits its variants. */
const TAGS = [...WORDS.keys()];

/** `undefined` if it has to be loaded. */
export function searchWord(language: string): string | undefined {
  return WORDS.get(language) ?? WORDS.get(fittingLanguage(language, TAGS) as string);
}

/** Loads the word: `searchWord` has it from then on. */
export async function learnWord(language: string): Promise<void> {
  const { wordIn } = await loadSentences();
  WORDS.set(language, await wordIn(language));
}
