/** An answer as Markdown with the addresses of its sources, for the reader's notes: what the panel shows, and no more. */

import type { AskAnswer } from "../../ask/ask.js";
import { blocksOf, inlinesOf, type Block, type Inline } from "../../ask/markdown.js";
import type { Say, StringKey } from "../strings/strings.js";
import { trail } from "./source-link.js";

type SayAsk = (key: StringKey) => ReturnType<Say>;

export function answerMarkdown({ text, sources }: Pick<AskAnswer, "text" | "sources">, say: SayAsk): string {
  const isGiven = (number: number) => sources.some((source) => source.number === number);
  const inline = (part: Inline): string => {
    if (part.kind === "cite") return isGiven(part.number) ? `[${part.number}]` : "";
    if ("text" in part)
      return part.kind === "code"
        ? fenced(part.text, "`", part.text.includes("`") ? " " : "")
        : escaped(part.text);
    const marks = part.kind === "em" ? "*" : "**";
    return marks + part.parts.map(inline).join("") + marks;
  };
  const prose = (words: string) => inlinesOf(words).map(inline).join("");
  const written = (block: Block): string => {
    if ("items" in block)
      return block.items
        .map((item, at) => `${block.kind === "ol" ? `${at + 1}.` : "-"} ${prose(item)}`)
        .join("\n");
    if (block.kind === "pre") return fenced(block.text, "```", "\n");
    return (block.kind === "h" ? "### " : "") + prose(block.text);
  };
  const list = sources.map(
    ({ number, breadcrumb, href }) => `- [${number}] ${escaped(trail(breadcrumb))}: <${href}>`,
  );
  const parts = blocksOf(text).map(written);
  if (list.length > 0) parts.push(`${say("askSources")}:`, list.join("\n"));
  return parts.join("\n\n") + "\n";
}

/** A text that is no HTML, link or image. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<[\]]/g, "\\$&");
}

/** Code between marks that do not stand in it. */
function fenced(code: string, marks: string, between: string): string {
  while (code.includes(marks)) marks += "`";
  return marks + between + code + between + marks;
}
