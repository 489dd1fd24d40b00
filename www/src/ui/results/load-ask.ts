/** Loads what answers by a model need, in the syntax that bundlers split off. */

/** What `docfuse-ask.js` exports for the box. */
export type AskScript = Pick<typeof import("../ask/script.js"), "answer">;

export function loadAsk(): Promise<AskScript> {
  return import("../ask/answer-panel.js");
}
