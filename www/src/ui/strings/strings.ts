/** The box's sentences as data, and `Say`, which fills them in. */

import type { ENGLISH } from "./en.js";
import type { ENGLISH_ASK } from "./en-ask.js";
import type { ENGLISH_BROWSE } from "./en-browse.js";
import type { ENGLISH_STEPS } from "./en-steps.js";

export type StringKey = keyof (typeof ENGLISH &
  typeof ENGLISH_ASK &
  typeof ENGLISH_BROWSE &
  typeof ENGLISH_STEPS);

/** The sentences of one language. */
export type Strings = Readonly<Record<StringKey, string>>;

/** Sentences that are there. */
export type Said = Readonly<Partial<Record<StringKey, string>>>;

/** The sentence `key` with its values; `n` also chooses the form for that count. Empty if it is not there. */
export type Say = (key: StringKey, values?: Readonly<Record<string, string | number>>) => string;

/** Fills in `strings`, which are in `language`, a BCP 47 tag. */
export function speaker(strings: Said, language: string): Say {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const forms = strings[key]?.split("|") ?? [];
    const category = `${plurals.select(Number(values["n"] ?? 0))}:`;
    const form =
      forms.find((each) => each.startsWith(category))?.slice(category.length) ?? forms.at(-1) ?? "";
    return form.replace(/\{(\w+)\}/g, (name, value: string) => String(values[value] ?? name));
  };
}
