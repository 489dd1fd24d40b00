/** The language that the box speaks, and its first word, which is shown before the other sentences are loaded. */

import { fittingLanguage } from "../../client/language-choice.js";

/** “Search”, by language tag in lower case. The strings of each language have the same word. */
export const SEARCH: Readonly<Record<string, string>> = {
  en: "Search",
  ar: "بحث",
  cs: "Hledat",
  de: "Suche",
  es: "Buscar",
  fr: "Rechercher",
  he: "חיפוש",
  it: "Cerca",
  ja: "検索",
  ko: "검색",
  nl: "Zoeken",
  pl: "Szukaj",
  pt: "Pesquisar",
  ru: "Поиск",
  tr: "Ara",
  uk: "Пошук",
  zh: "搜索",
  "zh-hant": "搜尋",
  "zh-hk": "搜尋",
  "zh-tw": "搜尋",
};

/** The language of the page around an element; empty if the page does not say it. */
export function languageAround(host: Element): string {
  return (host.closest("[lang]") ?? document.documentElement).getAttribute("lang") ?? "";
}

export function searchWord(language: string): string {
  return SEARCH[fittingLanguage(language, Object.keys(SEARCH)) ?? "en"] ?? "";
}
