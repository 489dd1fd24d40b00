/** Sentences that the author of a page gives in place of ours: attribute `strings`, a JSON object by `StringKey`. */

import type { StringKey, Strings } from "./strings.js";

/** Characters of one sentence; more is a mistake. */
const MAX_LENGTH = 500;

/** `strings` with the author's; `complain` gets a sentence about each that is not used. */
export function withOwnStrings(
  strings: Strings,
  attribute: string | undefined,
  complain: (problem: string) => void,
): Strings {
  if (attribute === undefined || attribute.trim() === "") return strings;
  let own: unknown;
  try {
    own = JSON.parse(attribute);
  } catch {
    // Not an object either.
  }
  if (typeof own !== "object" || own === null || Array.isArray(own)) {
    complain(`the attribute strings must be a JSON object such as {"search":"Find"}, found ${attribute}`);
    return strings;
  }
  const used: Partial<Record<StringKey, string>> = {};
  for (const [key, text] of Object.entries(own)) {
    if (!Object.hasOwn(strings, key)) complain(`the attribute strings has an unknown key, ${key}`);
    else if (typeof text !== "string" || text.length > MAX_LENGTH)
      complain(`strings.${key} must be a text of at most ${MAX_LENGTH} characters`);
    else used[key as StringKey] = text;
  }
  return { ...strings, ...used };
}
