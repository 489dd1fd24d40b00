/** Loads `docfuse-steps.js` beside `docfuse-ui.js`, in place of `load-next-steps`: browsers load this script as it is. */

import { load } from "../shell/load-later.js";
import type { NextSteps } from "./load-next-steps.js";

export function loadNextSteps(): Promise<NextSteps> {
  return load("./docfuse-steps.js");
}
