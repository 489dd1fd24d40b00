/** Which language the box speaks. */

import { fittingLanguage } from "../../client/language-choice.js";
import type { Strings } from "./strings.js";

/** Sentences with the tag of their language. */
export interface Chosen {
  readonly language: string;
  readonly strings: Strings;
}

/** Of `languages`, the one that fits the tag `wanted` best; `undefined` for none. */
export function choose(wanted: string, languages: Readonly<Record<string, Strings>>): Chosen | undefined {
  const tags = new Map(Object.keys(languages).map((tag) => [tag.toLowerCase(), tag]));
  const language = tags.get(fittingLanguage(withScript(wanted), [...tags.keys()]) ?? "");
  const strings = language === undefined ? undefined : languages[language];
  return language !== undefined && strings ? { language, strings } : undefined;
}

/** The tag with its script: `zh-TW` is written as `zh-Hant`. */
function withScript(tag: string): string {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-")).maximize().baseName;
  } catch {
    return tag;
  }
}
