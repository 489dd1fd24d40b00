/** What comes too late to stand above an answer. */

import type { SearchModel } from "../model.js";

/** Whether those that waited for this script are called. */
let isNew = true;
setTimeout(() => (isNew = false));

/** Whether an answer may have been on the screen before this script was there: then nothing of it may move. */
export function isLate({ answer }: SearchModel): boolean {
  return isNew && answer !== undefined;
}
