/** Loads `docfuse-steps.js` beside `docfuse-ui.js`, in place of `load-next-steps`: browsers load this script as it is. */

import type { NextSteps } from "./load-next-steps.js";

export function loadNextSteps(): Promise<NextSteps> {
  return import(new URL("./docfuse-steps.js", import.meta.url).href) as Promise<NextSteps>;
}
