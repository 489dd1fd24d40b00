/** Loads the sentences that are not in the user interface, in the syntax that bundlers split off. */

/** What `docfuse-strings.js` exports. */
export type Sentences = typeof import("./sentences.js");

export function loadSentences(): Promise<Sentences> {
  return import("./sentences.js");
}
