/** What an element says: the sentences of its language, with those of its author. */

import { isEnglish } from "../../client/language-choice.js";
import type { Settings } from "../settings.js";
import { ENGLISH } from "./en.js";
import { loadSentences } from "./load-sentences.js";
import { speaker, type Said, type Say } from "./strings.js";

/** What concerns the sentences among the attributes of an element. */
type Authored = Pick<Settings, "strings" | "invalid">;

export class Speech {
  #say: Say = speaker(ENGLISH, "en");
  #key: string | undefined;

  /** In the language that was chosen last, whatever it was when the function was taken. */
  readonly say: Say = (key, values) => this.#say(key, values);

  /**
   * Follows the page's language and the attribute `strings`; tells the author of attributes that are invalid. Resolves to
   * whether other sentences are said from now on. What cannot be loaded is English.
   */
  async follow(language: string, { strings: own, invalid }: Authored): Promise<boolean> {
    const key = JSON.stringify([language, own, invalid]);
    if (key === this.#key) return false;
    this.#key = key;
    let chosen: { strings: Said; language: string } = { strings: ENGLISH, language: "en" };
    if (!isEnglish(language) || own || invalid) {
      const loaded = await loadSentences().catch((error: unknown) =>
        complain(`docfuse-strings.js could not be loaded, so the search speaks English: ${String(error)}`),
      );
      if (loaded) chosen = await loaded.sentences(language, own, ENGLISH, complain, invalid);
      if (key !== this.#key) return false; // another one meanwhile
    }
    this.#say = speaker(chosen.strings, chosen.language);
    return true;
  }
}

/** Tells the author of the page. */
export function complain(problem: string): void {
  console.warn(`docfuse: ${problem}`);
}
