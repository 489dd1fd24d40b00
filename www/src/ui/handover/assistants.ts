/**
 * Links to the assistants that the author of the page lists: `https://…?q={prompt}`. Nothing is sent unless the reader
 * follows one.
 */

import { element } from "../element.js";
import type { Say } from "../strings/strings.js";
import { MAX_SECTIONS, type HandedSection } from "./markdown.js";

/** Characters of a prompt: many servers refuse addresses of more than 8,000 bytes, and encoding triples some. */
const MAX_PROMPT_LENGTH = 2000;

/** What the placeholders of a link stand for. */
export interface HandedOver {
  readonly prompt: string;
  readonly query: string;
  /** The page that the reader is on. */
  readonly url: string;
}

/** The author's links, filled in, behind the words for them; none of those that lead elsewhere than to http(s). */
export function assistants(
  given: readonly Element[],
  query: string,
  sections: readonly HandedSection[],
  say: Say,
): HTMLElement[] {
  const handed = { prompt: promptFor(query, sections, say), query, url: location.href };
  const links = given.flatMap((link) => {
    const href = assistantHref(link.getAttribute("href") ?? "", handed);
    return href === undefined ? [] : [linkTo(href, link.textContent ?? "")];
  });
  return links.length > 0 ? [element("span", "", say("ask")), ...links] : [];
}

/** The question and the addresses and excerpts of the best sections, as many as fit. */
export function promptFor(query: string, sections: readonly HandedSection[], say: Say): string {
  let prompt = say("prompt", { query });
  for (const { title, heading, text, href } of sections.slice(0, MAX_SECTIONS)) {
    const name = [title, heading]
      .filter((part, at, all) => part !== "" && all.indexOf(part) === at)
      .join(" › ");
    const next = `${prompt}\n\n${name}\n${href}\n${text}`;
    if (next.length > MAX_PROMPT_LENGTH) break;
    prompt = next;
  }
  return prompt.slice(0, MAX_PROMPT_LENGTH);
}

/** The link with its placeholders filled in; `undefined` if it is not an http(s) address. */
export function assistantHref(template: string, handed: HandedOver): string | undefined {
  const filled = template.replace(/\{(prompt|query|url)\}/g, (_, name: keyof HandedOver) =>
    // Half of a character, which a cut may leave, cannot be encoded.
    encodeURIComponent(handed[name].replace(/\p{Surrogate}/gu, "\uFFFD")),
  );
  return /^https?:\/\//i.test(filled) && URL.canParse(filled) ? filled : undefined;
}

function linkTo(href: string, name: string): HTMLAnchorElement {
  const link = element("a", "assistant", name);
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}
