/** Registers `<docfuse-search>` when imported in a browser; does nothing on a server. */

import { DocfuseSearchElement } from "./search-element.js";

if (typeof customElements !== "undefined" && !customElements.get("docfuse-search")) {
  customElements.define("docfuse-search", DocfuseSearchElement);
}

declare global {
  interface HTMLElementTagNameMap {
    "docfuse-search": DocfuseSearchElement;
  }
}
