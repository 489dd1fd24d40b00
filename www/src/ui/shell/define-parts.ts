/** Registers the parts of a search when imported in a browser; does nothing on a server. */

import { register } from "./html-element.js";
import { partElement } from "./part-element.js";

for (const kind of ["input", "results", "filters", "summary"] as const)
  register(`docfuse-${kind}`, partElement(kind));
