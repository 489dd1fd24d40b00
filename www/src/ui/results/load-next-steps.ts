/** Loads what few answers need, in the syntax that bundlers split off. */

/** What `docfuse-steps.js` exports. */
export type NextSteps = typeof import("./next-steps.js");

export function loadNextSteps(): Promise<NextSteps> {
  return import("./next-steps.js");
}
