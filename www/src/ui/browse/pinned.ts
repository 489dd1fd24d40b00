/** What the author's rules show above the hits, apart from their ranks. */

import { toHref } from "../../client/links.js";
import type { Rule } from "../../client/language-choice.js";
import type { Hit } from "../../shared/protocol.js";
import { dispatch } from "../dispatch.js";
import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import { adopt } from "../shell/stylesheet.js";
import STYLE from "./pinned.css";
import { isLate } from "./late.js";
import { applying, rulesOf } from "./rules.js";

/** What is shown for a text. */
interface Shown {
  readonly text: string;
  readonly rules: readonly Rule[];
  readonly lists: readonly Element[];
  /** Behind which further ones stand. */
  readonly end: Element;
}

const shownIn = new WeakMap<HTMLElement, Shown>();

/**
 * Shows the rules that apply to the answer of a model: above the list, before `above`; if the answer or this script comes
 * late, behind `below`, where nothing moves.
 */
export function showPinned(above: HTMLElement, below: HTMLElement, model: SearchModel): void {
  const { answer, opened: { offers, site } = {} } = model;
  const text = answer?.query ?? "";
  const before = shownIn.get(above);
  const goesOn = answer !== undefined && before?.text === text;
  if (!goesOn) for (const list of before?.lists ?? []) list.remove();
  const known: Shown = goesOn ? before : { text, rules: [], lists: [], end: below };
  const rules = answer && site ? applying(rulesOf(offers), text, answer.likeness) : [];
  const news = rules.filter((rule) => !known.rules.includes(rule));
  if (news.length === 0 || !site) return void shownIn.set(above, known);
  const list = element("div", "pinned");
  list.append(...news.map((rule) => shown(rule, site)));
  const root = above.getRootNode();
  if (root instanceof ShadowRoot) {
    adopt(root, STYLE);
    list.addEventListener("click", (event) => {
      const at = [...list.children].findIndex((card) => event.composedPath().includes(card));
      const rule = news[at];
      if (rule) tell(event, rule, site, root.host);
    });
  }
  const isBehind = goesOn || isLate(model);
  if (isBehind) known.end.after(list);
  else above.before(list);
  shownIn.set(above, {
    text,
    rules: [...known.rules, ...news],
    lists: [...known.lists, list],
    end: isBehind ? list : below,
  });
}

/** A pinned page is told as a hit is. */
function tell(event: MouseEvent, rule: Rule, site: URL, host: Element): void {
  const hit = hitOf(rule, site);
  if (hit && host instanceof HTMLElement && !dispatch(host, "docfuse-select", hit)) event.preventDefault();
}

/** What is followed as a hit; nothing of a note without a link. */
export function hitOf({ url, title, note }: Rule, site: URL): Hit | undefined {
  if (url === undefined) return undefined;
  const written = String(url);
  const heading = String(title ?? "");
  return {
    url: written,
    href: toHref(written, site),
    page: written.split("#", 1)[0] ?? written,
    title: heading,
    heading,
    path: [],
    excerpt: String(note ?? ""),
    highlights: [],
    also: [],
    meta: {},
    score: 0,
  };
}

/** A link, or a note without one. */
function shown({ url, title, note }: Rule, site: URL): HTMLElement {
  const card = url === undefined ? element("p", "card") : element("a", "card");
  if (card instanceof HTMLAnchorElement) card.href = toHref(String(url), site);
  if (title) card.append(element("strong", "", String(title)));
  if (note) card.append(element("span", "", String(note)));
  return card;
}
