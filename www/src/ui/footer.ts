/** What the keys do, at the bottom of the dialog; a phone has no such keys, and shows none. */

import { element } from "./element.js";
import type { Say } from "./strings/strings.js";

export function footer(say: Say): HTMLElement {
  const made = element("div", "footer");
  // The roles of input and list say this to screen readers.
  made.ariaHidden = "true";
  for (const [keys, text] of [
    ["↑↓", say("keyMove")],
    ["↵", say("keyOpen")],
  ] as const) {
    const hint = element("span");
    hint.append(...[...keys].map((key) => element("kbd", "", key)), text);
    made.append(hint);
  }
  return made;
}
