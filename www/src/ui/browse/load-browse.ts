/** Loads what only sites with keys to sort by need, in the syntax that bundlers split off. */

/** What `docfuse-browse.js` exports. */
export type Browse = typeof import("./browse.js");

export function loadBrowse(): Promise<Browse> {
  return import("./browse.js");
}
