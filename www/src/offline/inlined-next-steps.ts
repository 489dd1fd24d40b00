/** The next steps in the same script, in place of `load-next-steps`: pages opened from a folder load no modules. */

import type { NextSteps } from "../ui/results/load-next-steps.js";
import * as steps from "../ui/results/next-steps.js";

export function loadNextSteps(): Promise<NextSteps> {
  return Promise.resolve(steps);
}
