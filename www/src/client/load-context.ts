/** What `Search.context` gives, in the same script. */

import { toContext } from "./context.js";

export interface ContextScript {
  readonly toContext: typeof toContext;
}

export function loadContext(): Promise<ContextScript> {
  return Promise.resolve({ toContext });
}
