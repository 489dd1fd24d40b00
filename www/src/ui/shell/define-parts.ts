/** Registers the parts of a search when imported in a browser; does nothing on a server. */

import { partElement } from "./part-element.js";

for (const kind of ["input", "results", "filters", "summary"] as const) {
  const name = `docfuse-${kind}`;
  if (typeof customElements !== "undefined" && !customElements.get(name)) {
    customElements.define(name, partElement(kind));
  }
}
