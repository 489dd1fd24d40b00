/**
 * The search box's elements: builds and updates them, independent of searching.
 *
 * It follows ARIA's combobox with a listbox: the input keeps the focus and names the selected option by
 * `aria-activedescendant`. Options are links, so clicks with the middle button or a modifier work as usual. All text is
 * inserted as text nodes.
 */

import type { PageGroup } from "./result-groups.js";
import { splitAtHighlights } from "./highlight.js";
import { versioned } from "./page-version.js";
import type { Hit, Place, Suggestion } from "../shared/protocol.js";

/** Distance of the panel from the input and the window's edge. */
const GAP_PX = 6;

/** Limits of the panel's height: a result must fit, and some of the page stays visible. */
const MIN_PANEL_PX = 180;
const MAX_PANEL_PX = 640;

/** Links shown for a hit's other places; a page may have dozens of versions. */
const MAX_ALSO = 3;

/** What an option stands for. */
export type Item = { readonly hit: Hit } | { readonly suggestion: Suggestion };

let instances = 0;

export class View {
  readonly input = element("input", "");
  readonly panel = element("div", "panel");
  readonly list = element("div", "list");
  readonly retry = element("button", "", "Try again");
  readonly #label = element("label", "unseen");
  readonly #correction = element("div", "correction");
  readonly #message = element("div", "message");
  readonly #failure = element("div", "failure");
  readonly #failureText = element("p", "");
  readonly #note = element("div", "note");
  readonly #noteText = element("span", "");
  readonly #progress = element("progress", "");
  readonly #busy = element("div", "busy");
  readonly #status = element("div", "unseen");
  readonly #id = `docfuse-${(instances += 1)}`;
  #options: { readonly option: HTMLAnchorElement; readonly item: Item }[] = [];
  #groupCount = 0;
  /** Removes the listeners for scrolling and resizing; set while the panel is open. */
  #placing: AbortController | undefined;
  #active = -1;

  constructor(root: ShadowRoot) {
    const { input, list, panel } = this;
    this.#label.htmlFor = input.id = `${this.#id}-input`;
    list.id = `${this.#id}-list`;
    Object.assign(input, { type: "search", autocomplete: "off", spellcheck: false, enterKeyHint: "search" });
    input.setAttribute("autocapitalize", "none");
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", list.id);
    list.setAttribute("role", "listbox");
    list.tabIndex = -1; // some browsers make scrollable elements tab stops
    this.retry.type = "button";
    this.#status.setAttribute("role", "status");
    for (const [name, part] of Object.entries({ input, panel, list, note: this.#note, retry: this.retry })) {
      part.setAttribute("part", name);
    }
    this.#failure.append(this.#failureText, this.retry);
    this.#note.append(this.#noteText, this.#progress);
    this.#correction.setAttribute("part", "correction");
    panel.append(this.#correction, list, this.#message, this.#failure, this.#note);
    panel.popover = "manual";
    this.setBusy(false);
    this.clear();
    root.append(this.#label, input, this.#busy, panel, this.#status);
  }

  setLabel(label: string, placeholder: string): void {
    this.#label.textContent = label;
    this.input.placeholder = placeholder;
    this.list.setAttribute("aria-label", label);
  }

  get isOpen(): boolean {
    return this.#placing !== undefined;
  }

  set isOpen(open: boolean) {
    if (open !== this.isOpen) {
      this.#placing?.abort();
      this.#placing = undefined;
      if (open) this.#openPanel();
      else this.#closePanel();
    }
    this.#expand();
  }

  setBusy(busy: boolean): void {
    this.#busy.hidden = !busy;
    this.list.setAttribute("aria-busy", String(busy));
  }

  /** Empties the panel. */
  clear(): void {
    this.replace([]);
    this.setCorrection("");
    this.setMessage("");
    this.setFailure("");
    this.setNote("");
  }

  /** Replaces the groups; nothing is selected. */
  replace(groups: readonly PageGroup[]): void {
    this.select(-1);
    this.#options = [];
    this.#groupCount = 0;
    this.list.replaceChildren();
    this.append(groups);
    this.list.scrollTop = 0;
  }

  /** Fills the empty list with suggestions under `title`; they are options too, so that arrow keys reach them. */
  suggest(title: string, suggestions: readonly Suggestion[]): void {
    if (suggestions.length === 0) return;
    const group = this.#titled(title);
    for (const suggestion of suggestions) {
      const option = this.#option("suggestion", { suggestion });
      if (suggestion.href !== undefined) option.href = suggestion.href;
      option.textContent = suggestion.text;
      group.append(option);
    }
    this.list.append(group);
    this.#expand();
  }

  /** Adds groups below the others. */
  append(groups: readonly PageGroup[]): void {
    this.list.append(...groups.map((group) => this.#group(group)));
    this.#expand();
  }

  /** The line above the list about corrected words; empty to hide. */
  setCorrection(text: string): void {
    this.#correction.textContent = text;
    this.#correction.hidden = text === "";
  }

  /** A message instead of the list; empty to hide. */
  setMessage(text: string): void {
    this.#message.textContent = text;
    this.#message.hidden = text === "";
  }

  /** A failure with its reason and a retry button; empty to hide. */
  setFailure(text: string, reason = ""): void {
    this.#failureText.replaceChildren(text, element("small", "", reason));
    this.#failure.hidden = text === "";
  }

  /** A line below the list, where it moves nothing; `details` is its tooltip. */
  setNote(text: string, details = ""): void {
    this.#noteText.textContent = text;
    this.#note.title = details;
    this.#note.hidden = text === "";
    this.setProgress(undefined);
  }

  /** Loading progress in the note, 0 to 1; undefined to hide. */
  setProgress(share: number | undefined): void {
    this.#progress.hidden = share === undefined;
    if (share !== undefined) this.#progress.value = share;
  }

  /** Announces `text` to screen readers. */
  announce(text: string): void {
    this.#status.textContent = text;
  }

  get optionCount(): number {
    return this.#options.length;
  }

  /** Index of the selected option; -1 for none. */
  get active(): number {
    return this.#active;
  }

  select(index: number): void {
    this.#options[this.#active]?.option.setAttribute("aria-selected", "false");
    const next = this.#options[index]?.option;
    this.#active = next ? index : -1;
    if (next) {
      next.setAttribute("aria-selected", "true");
      this.input.setAttribute("aria-activedescendant", next.id);
      next.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  /** Clicks an option with the given modifier keys. */
  click(index: number, keys: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
    const { ctrlKey, metaKey, shiftKey } = keys;
    const click = { bubbles: true, composed: true, cancelable: true, ctrlKey, metaKey, shiftKey };
    this.#options[index]?.option.dispatchEvent(new MouseEvent("click", click));
  }

  /** The item whose option is on the event's path. */
  itemAt(event: Event): Item | undefined {
    const path = event.composedPath();
    return this.#options.find(({ option }) => path.includes(option))?.item;
  }

  #group(page: PageGroup): HTMLElement {
    const group = this.#titled(versioned(page));
    group.append(...page.hits.flatMap((hit) => this.#hit(hit)));
    return group;
  }

  /** A group of options with a title. */
  #titled(title: string): HTMLElement {
    const group = element("div", "group");
    const heading = element("div", "page", title);
    heading.id = `${this.#id}-page-${(this.#groupCount += 1)}`;
    heading.setAttribute("part", "page");
    heading.setAttribute("role", "presentation");
    group.setAttribute("role", "group");
    group.setAttribute("aria-labelledby", heading.id);
    group.append(heading);
    return group;
  }

  #hit(hit: Hit): HTMLElement[] {
    const option = this.#linked("hit", hit);
    const heading = element("span", "heading", hit.heading || hit.title);
    const said = [hit.heading, hit.title].map((name) => name.toLowerCase());
    const above = hit.path.filter((name) => !said.includes(name.toLowerCase()));
    if (above.length > 0) heading.append(element("span", "path", above.join(" › ")));
    const excerpt = element("span", "excerpt");
    for (const { text, marked } of splitAtHighlights(hit.excerpt, hit.highlights)) {
      excerpt.append(marked ? element("mark", "", text) : text);
    }
    option.append(heading, excerpt);
    return hit.also.length > 0 ? [option, this.#also(hit)] : [option];
  }

  /** A line of links to a hit's other places; each is an option, so that arrow keys reach it. */
  #also(hit: Hit): HTMLElement {
    const line = element("div", "also", "also in: ");
    line.setAttribute("role", "presentation");
    const shown = hit.also.slice(0, MAX_ALSO);
    shown.forEach((place, index) => {
      const option = this.#linked("also", { ...hit, ...place, page: pageOf(place) });
      option.textContent = versioned(place);
      option.setAttribute("aria-label", `also in: ${versioned(place)}`);
      line.append(index > 0 ? ", " : "", option);
    });
    if (hit.also.length > shown.length) line.append(` and ${hit.also.length - shown.length} more`);
    return line;
  }

  /** An option: a link to `hit`. */
  #linked(part: string, hit: Hit): HTMLAnchorElement {
    const option = this.#option(part, { hit });
    option.href = hit.href;
    return option;
  }

  #option(part: string, item: Item): HTMLAnchorElement {
    const option = element("a", part);
    option.id = `${this.#id}-option-${this.#options.length}`;
    option.tabIndex = -1;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.setAttribute("part", part);
    this.#options.push({ option, item });
    return option;
  }

  #expand(): void {
    this.input.setAttribute("aria-expanded", String(this.isOpen && this.#options.length > 0));
  }

  #openPanel(): void {
    if (!this.panel.isConnected) return;
    this.#placing = new AbortController();
    this.panel.showPopover();
    this.#place();
    const options = { signal: this.#placing.signal, passive: true };
    const place = () => this.#place();
    window.addEventListener("resize", place, options);
    document.addEventListener("scroll", place, { ...options, capture: true });
    window.visualViewport?.addEventListener("resize", place, options);
    window.visualViewport?.addEventListener("scroll", place, options);
  }

  #closePanel(): void {
    this.select(-1);
    // A panel removed from the document is already closed.
    if (this.panel.matches(":popover-open")) this.panel.hidePopover();
  }

  /** Places the panel below the input, within the visual viewport: a phone's keyboard covers half of the window. */
  #place(): void {
    const { left, bottom, width } = this.input.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { visualViewport } = window;
    const visible = visualViewport ? visualViewport.offsetTop + visualViewport.height : clientHeight;
    const { style } = this.panel;
    const top = bottom + GAP_PX;
    style.setProperty("--_input-width", `${width}px`);
    style.left = `${Math.max(GAP_PX, Math.min(left, clientWidth - this.panel.offsetWidth - GAP_PX))}px`;
    style.top = `${top}px`;
    style.maxHeight = `${Math.max(MIN_PANEL_PX, Math.min(visible - top - GAP_PX, MAX_PANEL_PX))}px`;
  }
}

function pageOf({ url }: Place): string {
  return url.split("#", 1)[0] ?? url;
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
