/**
 * The list of results: groups of options, of which one may be selected. It follows ARIA's listbox of a combobox: the
 * input keeps the focus and names the selected option. Options are links, so clicks with the middle button or a modifier
 * work as usual.
 */

import { element } from "../element.js";
import type { Place } from "../search-source.js";
import type { Item, Option, Row } from "./option.js";

/** Between a selected option and the edge of the list. */
const MARGIN_PX = 8;

/** A group of rows under a title. */
export interface Group {
  readonly title: string;
  /** Whether the first row begins with the title, which is then only read out. */
  readonly repeatsTitle?: boolean;
  readonly rows: readonly Row[];
}

export class ResultList {
  /** Scrolls the options. */
  readonly element = element("div", "list");
  /** Another element for each list: nothing that was painted moves when a line comes above it. */
  listbox = element("div");
  /** Called when another option, or none, is selected. */
  onSelect: () => void = () => undefined;
  readonly #id: string;
  readonly #asLinks: boolean;
  #options: Option[] = [];
  #groupCount = 0;
  #active = -1;

  /** `id` begins the ids of all elements. `asLinks`: no listbox, but links, each of which takes the focus. */
  constructor(id: string, asLinks: boolean) {
    this.#id = id;
    this.#asLinks = asLinks;
    const { element: list, listbox } = this;
    listbox.id = `${id}-list`;
    listbox.role = asLinks ? "region" : "listbox";
    list.append(listbox);
    list.tabIndex = -1; // takes the focus, and is no tab stop, as some browsers make scrollable elements
  }

  get size(): number {
    return this.#options.length;
  }

  /** Index of the selected option; -1 for none. */
  get active(): number {
    return this.#active;
  }

  get activeOption(): HTMLAnchorElement | undefined {
    return this.#options[this.#active]?.element;
  }

  get activeItem(): Item | undefined {
    return this.#options[this.#active]?.item;
  }

  /** Replaces all groups; nothing is selected. */
  replace(groups: readonly Group[]): void {
    this.select(-1);
    this.#options = [];
    this.#groupCount = 0;
    const before = this.listbox;
    this.listbox = before.cloneNode() as HTMLDivElement;
    this.append(groups);
    before.replaceWith(this.listbox); // with all that `:has` looks at
    this.scroller.scrollTop = 0;
    this.#markFirst();
  }

  /** Marks what Enter opens while nothing is selected: the first hit. */
  #markFirst(): void {
    const [first] = this.#options;
    if (this.#asLinks || !first || !("hit" in first.item)) return;
    const key = element("kbd", "enter", "↵");
    key.ariaHidden = "true";
    first.element.append(key);
  }

  /** What scrolls the options: the list, or on small screens all that is below the input. */
  get scroller(): HTMLElement {
    const { element: list } = this;
    const all = list.closest<HTMLElement>(".body, .panel");
    return all && getComputedStyle(list).overflowY === "visible" ? all : list;
  }

  /** Adds groups below the others. */
  append(groups: readonly Group[]): void {
    this.listbox.append(...groups.map((group) => this.#group(group)));
  }

  /** Removes all groups but the first. */
  keep(count: number): void {
    for (const group of [...this.listbox.children].slice(count)) group.remove();
    this.#options = this.#options.filter((option) => this.element.contains(option.element));
  }

  /** The number of groups that the reader sees, has scrolled past or has a selection in. */
  get inSight(): number {
    const bottom = Math.min(this.scroller.getBoundingClientRect().bottom, innerHeight);
    const isSeen = (group: Element) =>
      group.getBoundingClientRect().top < bottom ||
      group.contains(this.activeOption ?? null) ||
      group.matches(":focus-within");
    return [...this.listbox.children].findLastIndex(isSeen) + 1;
  }

  get place(): Place {
    return [this.#active + 1, this.scroller.scrollTop];
  }

  set place([selected, scrolled]: Place) {
    this.select(selected - 1);
    this.scroller.scrollTop = scrolled;
  }

  select(index: number): void {
    const before = this.activeOption;
    if (before) before.ariaSelected = "false";
    this.#active = this.#options[index] ? index : -1;
    const option = this.activeOption;
    if (option) {
      option.ariaSelected = "true";
      this.#reveal(option);
    }
    this.onSelect();
  }

  /** Scrolls the list alone: `scrollIntoView` may also move the page. */
  #reveal(option: HTMLElement): void {
    const { scroller } = this;
    const bounds = scroller.getBoundingClientRect();
    const { top, bottom } = option.getBoundingClientRect();
    // With the first option, the title above it.
    if (this.#active === 0) scroller.scrollTop = 0;
    else if (top < bounds.top) scroller.scrollTop -= bounds.top - top + MARGIN_PX;
    else if (bottom > bounds.bottom) scroller.scrollTop += bottom - bounds.bottom + MARGIN_PX;
  }

  /** Clicks an option with the given modifier keys. */
  click(index: number, keys: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
    // Either opens a new tab, on every system.
    const ctrlKey = keys.ctrlKey || keys.metaKey;
    const { shiftKey } = keys;
    const click = { bubbles: true, composed: true, cancelable: true, ctrlKey, metaKey: ctrlKey, shiftKey };
    this.#options[index]?.element.dispatchEvent(new MouseEvent("click", click));
  }

  /** The item whose option is on the event's path. */
  itemAt(event: Event): Item | undefined {
    const path = event.composedPath();
    return this.#options.find((option) => path.includes(option.element))?.item;
  }

  #group({ title, repeatsTitle = false, rows }: Group): HTMLElement {
    const group = element("div", "group");
    const heading = element("div", repeatsTitle ? "unseen" : "page");
    const name = element("span", "name", title);
    name.dir = "auto";
    heading.append(name);
    heading.id = `${this.#id}-page-${(this.#groupCount += 1)}`;
    heading.role = "presentation";
    group.role = "group";
    group.setAttribute("aria-labelledby", heading.id);
    group.append(heading);
    for (const row of rows) {
      for (const option of row.options) {
        option.element.id = `${this.#id}-option-${this.#options.length}`;
        describe(option.element);
        this.#options.push(option);
        if (this.#asLinks)
          for (const name of ["role", "tabindex", "aria-selected"]) option.element.removeAttribute(name);
      }
      group.append(row.element);
    }
    return group;
  }
}

/** A hit's heading is its name; what else is in it describes it, and is hidden only from the name. */
function describe(option: HTMLElement): void {
  const others = [...option.children].filter((part) => !part.matches(".heading"));
  if (others.length === 0) return;
  for (const part of others) {
    part.id = `${option.id}-${part.classList[0]}`;
    part.ariaHidden = "true";
  }
  option.setAttribute("aria-describedby", others.map(({ id }) => id).join(" "));
}
