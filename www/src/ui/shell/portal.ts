/**
 * A place for the dialog outside of its element, at the end of the page: themes hide their search on narrow windows, or
 * make their side bar inert, and nothing in there can be shown.
 */

import { element } from "../element.js";
import { languageAround } from "./page-language.js";

/** The properties that an author may have set on the element. */
const PROPERTIES = "background text muted border accent selected mark error radius font dialog-width".split(
  " ",
);

/** Whether a dialog in `host` cannot be shown. */
export function isHidden(host: HTMLElement): boolean {
  const hasBox = getComputedStyle(host).display !== "contents";
  return (hasBox && !host.checkVisibility()) || !!host.closest("[inert]");
}

/** Moves `dialog`, which has the theme of `root`, to the end of the page; the returned function moves it back. */
export function moveToPage(dialog: HTMLDialogElement, host: HTMLElement, root: HTMLElement): () => void {
  const portal = document.createElement("docfuse-portal");
  const style = getComputedStyle(host);
  for (const each of PROPERTIES) {
    const name = `--docfuse-${each}`;
    portal.style.setProperty(name, style.getPropertyValue(name));
  }
  portal.style.colorScheme = getComputedStyle(root).colorScheme;
  portal.dir = style.direction;
  portal.lang = languageAround(host);
  const shadow = portal.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = host.shadowRoot?.adoptedStyleSheets ?? [];
  const inner = element("div", "root");
  inner.append(dialog);
  shadow.append(inner);
  document.body.append(portal);
  return () => {
    root.append(dialog);
    portal.remove();
  };
}
