/** The best sections as Markdown with their sources, for the reader's notes or assistant. */

import { blocksOf } from "../results/section-text.js";
import type { Say } from "../strings/strings.js";

/** A section to hand over, as in a hit. */
export interface HandedSection {
  readonly title: string;
  readonly heading: string;
  readonly path: readonly string[];
  /** The section's text, a line for each of its blocks; or its excerpt. */
  readonly text: string;
  /** Numbers of the lines that are code. */
  readonly code: ReadonlySet<number>;
  readonly href: string;
}

/** Most sections: enough for an answer, and short enough to paste. */
export const MAX_SECTIONS = 5;

/** The sections under their headings, each with breadcrumb, text and source. */
export function toMarkdown(sections: readonly HandedSection[], say: Say): string {
  const parts = sections.slice(0, MAX_SECTIONS).map((section) => {
    const heading = section.heading || section.title;
    const above = [section.title, ...section.path].filter(
      (name, at, all) => name !== heading && all.indexOf(name) === at,
    );
    const blocks = blocksOf(section.text, section.code).map(([name, block]) =>
      name === "pre" ? fenced(block) : escaped(block.replaceAll("\t", " ").trim()),
    );
    return [
      `## ${escaped(heading)}`,
      above.map(escaped).join(" › "),
      ...blocks,
      say("source", { url: `<${section.href}>` }),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  });
  return parts.length > 0 ? `${parts.join("\n\n")}\n` : "";
}

/** Lines of code between fences that are longer than any in them. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/**
 * Text whose characters mean themselves. Only what would change the page: names such as `snake_case` and `a.b` stay
 * readable.
 */
function escaped(line: string): string {
  return line
    .replace(/[\\`*<]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/\[(?=[^\]]*\][([:])/g, "\\[")
    .replace(/^(#{1,6}|[-+>~=]+|\d+[.)])(?=\s|$)/, (mark) => mark.replace(/.$/, "\\$&"));
}
