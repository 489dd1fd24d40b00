/** What `Search.context` gives, in `docfuse-ask.js`, in place of `load-context`: answers by a model need it. */

import { load } from "../ui/shell/load-beside.js";
import type { ContextScript } from "./load-context.js";

export function loadContext(): Promise<ContextScript> {
  return load("./docfuse-ask.js");
}
