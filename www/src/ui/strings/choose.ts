/** Which language the box speaks. */

import { fittingLanguage } from "../../client/language-choice.js";

/** Of the languages `tags`, the one that fits the tag `wanted` best; `undefined` for none. */
export function choose(wanted: string, tags: readonly string[]): string | undefined {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  return known.get(fittingLanguage(named(wanted), [...known.keys()]) ?? "");
}

/** The tag by which sentences are known: `zh-Hant` for `zh-TW`, `pt-PT` for `pt-AO`, `nb` for `no`. */
function named(tag: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag.trim().replaceAll("_", "-")).maximize();
    if (language === "pt") return region === "BR" ? "pt-BR" : "pt-PT";
    return /^n[no]$/.test(language) ? "nb" : `${language}-${script}`;
  } catch {
    return tag;
  }
}
