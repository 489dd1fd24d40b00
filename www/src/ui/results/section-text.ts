/** What the box shows, and hands over, of a section's text. */

import type { Hit } from "../../shared/protocol.js";

/** Bytes of the text that come with a hit. */
export const TEXT_LENGTH = 8000;

/** The text of a hit's section, else its excerpt; an ellipsis marks that the text goes on. Its lines are apart by `\n`. */
export function sectionText(hit: Pick<Hit, "excerpt" | "text">): string {
  return textAndCode(hit).text;
}

/** The same, and the numbers of its lines that are code, as the line breaks beside them say (FORMAT.md). */
export function textAndCode({ text, excerpt }: Pick<Hit, "excerpt" | "text">): {
  text: string;
  code: Set<number>;
} {
  const code = new Set<number>();
  if (text === undefined) return { text: excerpt, code };
  let line = 0;
  const plain = text.replace(/[\n\v\f\r]/g, (mark) => {
    if (/[\v\f]/.test(mark)) code.add(line);
    line += 1;
    if (/[\v\r]/.test(mark)) code.add(line);
    return "\n";
  });
  // A break behind a text of one line only says that this is code.
  const shown = line > 1 ? plain : plain.trimEnd();
  // The text is cut behind a whole character, which has at most four bytes.
  const isCut = new TextEncoder().encode(text).length > TEXT_LENGTH - 4;
  return { text: isCut ? `${shown}…` : shown, code };
}

/** The blocks of a text, and what shows them: each line of it, and lines of code together. */
export function blocksOf(text: string, code: ReadonlySet<number>): ["p" | "pre", string][] {
  const blocks: ["p" | "pre", string][] = [];
  text.split("\n").forEach((line, at) => {
    const last = blocks.at(-1);
    const name = code.has(at) ? "pre" : "p";
    if (name === "pre" && last?.[0] === name) last[1] += `\n${line}`;
    else blocks.push([name, line]);
  });
  return blocks;
}

/** Whether the first word that the excerpt of a hit marks, or else its beginning, stands in a line of code. */
export function isFoundInCode(hit: Hit): boolean {
  const { text, code } = textAndCode(hit);
  const [first = [0, 0]] = hit.highlights;
  const at = text.indexOf(hit.excerpt.slice(...first), hit.passage?.[0]);
  return at >= 0 && code.has(text.slice(0, at).split("\n").length - 1);
}
