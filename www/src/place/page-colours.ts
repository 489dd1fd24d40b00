/** The colours of what readers read, which a dark body around a light page hides from the box. */

import { lightnessOf } from "../ui/shell/page-theme.js";

const TEXTS = "main h1, article h1, h1, main, article, [role=main]";

/** Gives `box` the theme of the page's text, if it has another one by itself. */
export function followText(box: HTMLElement): void {
  box.removeAttribute("theme");
  const button = box.shadowRoot?.querySelector("button");
  const text = [...document.querySelectorAll(TEXTS)].find((each) => each.checkVisibility());
  const [page, own] = [text, button].map((each) => (each ? backgroundOf(each) : undefined));
  if (page === undefined || own === undefined || page < 0.5 === own < 0.5) return;
  box.setAttribute("theme", page < 0.5 ? "dark" : "light");
}

/** How light it is behind an element, if something says so. */
function backgroundOf(element: Element): number | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const lightness = lightnessOf(getComputedStyle(at).backgroundColor);
    if (lightness !== undefined) return lightness;
  }
  return undefined;
}
