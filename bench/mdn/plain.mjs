// Plain text of MDN's Markdown.
import { withoutMacros } from "./macros.mjs";

/** A text without links, marks and macros. */
export function plainOf(text, hrefOf) {
  return withoutMacros(text, hrefOf)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/[*`]|(?<=\s)_|_(?=[\s.,])/g, "")
    .trim();
}

/** The words of a text in lower case. */
export function words(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The first sentence of a page, without the words of its title and what joins them to it; none of four words or fewer. */
export function definition({ title, body }, hrefOf) {
  const [first] = plainOf(body, hrefOf)
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "");
  const term = new Set(words(title.replace(/\(.*/, "")));
  const sentence = (first ?? "").replace(/\s+/g, " ").split(/(?<=[.!?]) /)[0];
  const kept = sentence.split(" ").filter((word) => !term.has(words(word)[0]));
  const text = kept
    .slice(0, 25)
    .join(" ")
    .replace(/^(an?|the)? ?\(?[^a-z]*\)? ?(is|are|refers? to|stands for|means) /i, "");
  return words(text).length > 4 ? text : undefined;
}
