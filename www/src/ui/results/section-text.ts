/** What the box shows, and hands over, of a section's text. */

import type { Hit } from "../../shared/protocol.js";

/** Bytes of the text that come with a hit. */
export const TEXT_LENGTH = 8000;

/** The text of a hit's section, else its excerpt; an ellipsis marks that the text goes on. */
export function sectionText({ text, excerpt }: Pick<Hit, "excerpt" | "text">): string {
  if (text === undefined) return excerpt;
  // The text is cut behind a whole character, which has at most four bytes.
  return new TextEncoder().encode(text).length > TEXT_LENGTH - 4 ? `${text}…` : text;
}
