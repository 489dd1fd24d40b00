/** What the author's rules show above the hits, apart from their ranks. */

import { toHref } from "../../client/links.js";
import type { Rule } from "../../client/language-choice.js";
import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import { adopt } from "../shell/stylesheet.js";
import STYLE from "./pinned.css";
import { applying, rulesOf } from "./rules.js";

/** What is shown in a place, and the text that it was first shown for. */
interface Shown {
  readonly text: string;
  readonly rules: readonly Rule[];
}

const shownIn = new WeakMap<HTMLElement, Shown>();

/**
 * Shows the rules that apply to the answer of a model: above the list, before `above`; if the answer is a late one, behind
 * `below`, where it moves nothing.
 */
export function showPinned(above: HTMLElement, below: HTMLElement, model: SearchModel): void {
  const { answer, offers, site } = model;
  const text = answer?.query ?? "";
  const rules = answer && site ? applying(rulesOf(offers), text, answer.likeness) : [];
  const before = shownIn.get(above);
  const isLate = answer !== undefined && before?.text === text;
  const news = isLate ? rules.filter((rule) => !before.rules.includes(rule)) : rules;
  shownIn.set(above, { text, rules: isLate ? [...before.rules, ...news] : rules });
  if (!isLate) for (const place of [above, below]) placed(place)?.remove();
  if (news.length === 0 || !site) return;
  const list = element("div", "pinned");
  list.append(...news.map((rule) => shown(rule, site)));
  const root = above.getRootNode();
  if (root instanceof ShadowRoot) adopt(root, STYLE);
  if (isLate) below.after(list);
  else above.before(list);
}

/** What was shown beside a place. */
function placed({
  previousElementSibling: before,
  nextElementSibling: after,
}: HTMLElement): Element | undefined {
  return [before, after].find((each) => each?.matches(".pinned")) ?? undefined;
}

/** A link, or a note without one. */
function shown({ url, title, note }: Rule, site: URL): HTMLElement {
  const card = url === undefined ? element("p", "card") : element("a", "card");
  if (card instanceof HTMLAnchorElement) card.href = toHref(String(url), site);
  if (title) card.append(element("strong", "", String(title)));
  if (note) card.append(element("span", "", String(note)));
  return card;
}
