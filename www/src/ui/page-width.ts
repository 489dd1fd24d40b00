/**
 * Phones show a page that does not state its width as one of 980 px, on which the text of the dialog would have 6 px, and one
 * whose content is wider than they are with all of that content's width, of which a part of the dialog would be in sight.
 */

import { element } from "./element.js";

/** Gives such a page the width of the phone, until the returned function is called. The dialog covers it meanwhile. */
export function narrowPage(): () => void {
  const { innerWidth: width, scrollX: left, scrollY: top } = window;
  if (width <= screen.width) return () => undefined;
  const own = document.querySelector<HTMLMetaElement>("meta[name=viewport]");
  const meta = element("meta");
  meta.name = "viewport";
  meta.content = "width=device-width,minimum-scale=1"; // else wide content makes all of it smaller
  document.head.append(meta);
  return () => {
    meta.content = own?.content ?? `width=${width}`; // without it, Chrome keeps the other width
    meta.remove();
    scrollTo({ left, top, behavior: "instant" });
  };
}
