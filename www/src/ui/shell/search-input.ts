/** The input of a search, as the box and the parts have it. */

import { element } from "../element.js";

export function searchInput(): HTMLInputElement {
  return Object.assign(element("input", "input"), {
    type: "search",
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: false,
    spellcheck: false,
    enterKeyHint: "search",
  } as const);
}
