/** What an element says: the sentences of its language, with those of its author. */

import { isEnglish } from "../../client/language-choice.js";
import { ENGLISH } from "./en.js";
import { inLanguage } from "./load-languages.js";
import { withOwnStrings } from "./own-strings.js";
import { speaker, type Say } from "./strings.js";

export class Speech {
  #say: Say = speaker(ENGLISH, "en");
  #key: string | undefined;

  /** In the language that was chosen last, whatever it was when the function was taken. */
  readonly say: Say = (key, values) => this.#say(key, values);

  /**
   * Follows the page's language and the attribute `strings`. Resolves to whether other sentences are said from now on.
   * Languages that cannot be loaded are English.
   */
  async follow(language: string, own: string | undefined): Promise<boolean> {
    const key = JSON.stringify([language, own]);
    if (key === this.#key) return false;
    this.#key = key;
    const chosen = isEnglish(language) ? undefined : await inLanguage(language).catch(() => undefined); // not loaded: English
    if (key !== this.#key) return false; // another one meanwhile
    const { strings, language: spoken } = chosen ?? { strings: ENGLISH, language: "en" };
    this.#say = speaker(withOwnStrings(strings, own, complain), spoken);
    return true;
  }
}

/** Tells the author of the page. */
export function complain(problem: string): void {
  console.warn(`docfuse: ${problem}`);
}
