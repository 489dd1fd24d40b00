/** Which language the box speaks. */

import { fittingLanguage } from "../../client/language-choice.js";

/** Of the languages `tags`, the one that fits the tag `wanted` best; `undefined` for none. */
export function choose(wanted: string, tags: readonly string[]): string | undefined {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  return known.get(fittingLanguage(withScript(wanted), [...known.keys()]) ?? "");
}

/** The tag with its script: `zh-TW` is written as `zh-Hant`. */
function withScript(tag: string): string {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-")).maximize().baseName;
  } catch {
    return tag;
  }
}
