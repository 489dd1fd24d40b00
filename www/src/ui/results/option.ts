/** The options of the list: links to hits and to their other places, and suggestions. All text is in text nodes. */

import type { Hit, Place, Suggestion } from "../../shared/protocol.js";
import { draw } from "../drawings.js";
import { element } from "../element.js";
import { versioned } from "../page-version.js";
import type { Say } from "../strings/strings.js";
import { splitAtHighlights, withShortLead } from "./highlight.js";
import { isFoundInCode } from "./section-text.js";

/** Links shown for a hit's other places; a page may have dozens of versions. */
const MAX_ALSO = 3;

/** What an option stands for. */
export type Item = { readonly hit: Hit } | { readonly suggestion: Suggestion };

export interface Option {
  readonly element: HTMLAnchorElement;
  readonly item: Item;
}

/** A stretch of the list: an element, and the options in it. */
export interface Row {
  readonly element: HTMLElement;
  readonly options: readonly Option[];
}

/** The rows of a hit: its link, and a line of its other places if it has any. */
export function hitRows(hit: Hit, say: Say): Row[] {
  const option = linked("hit", hit);
  const heading = element("span", "heading");
  const name = element("span", "name");
  name.dir = "auto";
  name.append(...breakable(nameOf(hit)));
  heading.append(name);
  if (hit.kind) heading.append(element("span", "kind", hit.kind));
  if (isByMeaningAlone(hit)) heading.append(element("span", "kind meaning", say("byMeaning")));
  if (hit.path[0]) {
    const path = element("span", "path");
    path.append(element("bdi", "", hit.path.join(" › "))); // the line is cut where it begins
    heading.append(path);
  }
  const excerpt = element("span", "excerpt");
  excerpt.dir = "auto";
  for (const { text, marked } of withShortLead(splitAtHighlights(hit.excerpt, hit.highlights), nameOf(hit))) {
    excerpt.append(marked ? element("mark", "", text) : text);
  }
  option.element.append(heading, hit.kind ? "" : kindOf(hit, say), excerpt);
  const row = { element: option.element, options: [option] };
  // A copy of the page under its own title would name the page itself.
  const own = versioned(hit);
  const also = hit.also.filter((place) => versioned(place) !== own);
  return also[0] ? [row, alsoRow(hit, also, say)] : [row];
}

export function nameOf({ heading, title }: Hit): string {
  return heading || title;
}

/** A name that may go on in the next line behind its signs. */
function breakable(name: string): (string | HTMLElement)[] {
  return name.split(/(?<=[._(]|::)(?=.)/).flatMap((part, at) => (at > 0 ? [element("wbr"), part] : [part]));
}

/** What a hit is, for screen readers; an icon for what was found in code. The kind of a symbol is a word beside its name. */
function kindOf(hit: Hit, say: Say): Element {
  const { url, page, heading, title } = hit;
  if (isFoundInCode(hit)) return draw("code", say("kindCode"));
  const isPage = url === page || heading.toLowerCase() === title.toLowerCase();
  return element("span", "what unseen", say(isPage ? "kindPage" : "kindSection"));
}

/** A line of links to a hit's other places; each is an option, so that arrow keys reach it. */
function alsoRow(hit: Hit, also: Hit["also"], say: Say): Row {
  const line = element("div", "places", `${say("alsoIn")} `);
  line.role = "presentation";
  const options = also.slice(0, MAX_ALSO).map((place, index) => {
    const option = linked("also", { ...hit, ...place, page: pageOf(place) });
    option.element.textContent = versioned(place);
    option.element.ariaLabel = `${say("alsoIn")} ${versioned(place)}`;
    line.append(index > 0 ? ", " : "", option.element);
    return option;
  });
  const n = also.length - MAX_ALSO;
  if (n > 0) line.append(` ${say("andMore", { n })}`);
  return { element: line, options };
}

/** Whether no word led to a hit. */
function isByMeaningAlone({ lists }: Hit): boolean {
  return /^(dense|lexicon)/.test(String(lists)); // in the order of retrievers, of which the lexical one is the first
}

export function suggestionRow(suggestion: Suggestion): Row {
  const option = made("suggestion", { suggestion });
  if (suggestion.href !== undefined) option.element.href = suggestion.href;
  option.element.textContent = suggestion.text;
  return { element: option.element, options: [option] };
}

function linked(part: string, hit: Hit): Option {
  const option = made(part, { hit });
  option.element.href = hit.href;
  return option;
}

function made(part: string, item: Item): Option {
  const link = element("a", part);
  link.tabIndex = -1;
  link.role = "option";
  link.ariaSelected = "false";
  return { element: link, item };
}

function pageOf({ url }: Place): string {
  return url.replace(/#.*/, "");
}
