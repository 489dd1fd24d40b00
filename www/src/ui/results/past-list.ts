/**
 * What is shown while nothing is typed: pinned and recent searches, the author's links, and a line of what can be typed
 * for readers who searched for nothing yet. The searches are buttons of their own, not options of the list: each
 * row has further buttons, which options must not have.
 */

import { draw, type Drawing } from "../drawings.js";
import { element } from "../element.js";
import type { PastSearches, SearchHistory } from "../history.js";
import type { Say, StringKey } from "../strings/strings.js";

export class PastList {
  readonly element = element("div", "past");
  /** Called with the search that the reader chose. */
  onChoose: (query: string) => void = () => undefined;
  /** Called when the focus should return to the input. */
  onLeave: () => void = () => undefined;
  readonly #history: () => SearchHistory | undefined;
  readonly #say: Say;
  readonly #host: ParentNode;
  readonly #hasHint: boolean;

  /**
   * `history` gives none if the author switched it off. `host` has the author's links: `<a slot="start" href="…">`.
   * `hasHint`: whether to show something even if there is nothing else.
   */
  constructor(history: () => SearchHistory | undefined, say: Say, host: ParentNode, hasHint: boolean) {
    this.#history = history;
    this.#say = say;
    this.#host = host;
    this.#hasHint = hasHint;
    this.element.hidden = true;
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Shows what there is, or hides. Returns whether there is something. */
  update(shown: boolean): boolean {
    const { pinned, recent } = this.#history()?.get() ?? { pinned: [], recent: [] };
    const focused = this.#focused();
    const searches = [...this.#group("pinned", pinned), ...this.#group("recent", recent)];
    const hint = this.#hasHint && searches.length === 0 ? [element("p", "hint", this.#say("hint"))] : [];
    const all = shown ? [...hint, ...searches, ...this.#start()] : [];
    this.element.hidden = all.length === 0;
    this.element.replaceChildren(...all);
    if (focused >= 0) this.#focus(focused);
    return !this.element.hidden;
  }

  /** Moves the focus to the first search; false if there is none. */
  focusFirst(): boolean {
    return !this.element.hidden && this.#focus(0);
  }

  /** The author's links, as rows of our own: the dialog may be elsewhere, and the page's styles end here. */
  #start(): HTMLElement[] {
    const given = [...this.#host.querySelectorAll<HTMLAnchorElement>('a[slot="start"]')];
    const links = given.filter(({ protocol }) => /^(https?|file):$/.test(protocol));
    if (links.length === 0) return [];
    const list = element("ul");
    list.append(
      ...links.map(({ href, textContent }) => {
        const row = element("li");
        const link = element("a", "query start", textContent.trim());
        link.href = href;
        row.append(link);
        return row;
      }),
    );
    return [list];
  }

  #group(title: "pinned" | "recent", queries: readonly string[]): HTMLElement[] {
    if (queries.length === 0) return [];
    const heading = element("div", "page", this.#say(title));
    if (title === "recent") {
      const clear = element("button", "link", this.#say("clearRecent"));
      clear.addEventListener("click", () => {
        this.#history()?.clear();
        this.update(true);
        this.onLeave();
      });
      heading.append(clear);
    }
    const list = element("ul");
    list.ariaLabel = this.#say(title);
    list.append(...queries.map((query) => this.#row(query, title === "pinned")));
    return [heading, list];
  }

  #row(query: string, isPinned: boolean): HTMLElement {
    const row = element("li");
    const choose = element("button", "query", query);
    choose.addEventListener("click", () => this.onChoose(query));
    row.append(
      choose,
      isPinned
        ? this.#button("unpin", query, "pinned", "recent")
        : this.#button("pin", query, "pin", "pinned"),
      this.#button("remove", query, "close"),
    );
    return row;
  }

  /** A button with an icon, which moves a search to another list, or removes it. */
  #button(name: StringKey, query: string, drawn: Drawing, to?: keyof PastSearches): HTMLButtonElement {
    const button = element("button", "small");
    button.title = this.#say(name, { query: this.#say("quoted", { text: query }) });
    button.ariaLabel = button.title;
    button.append(draw(drawn));
    button.addEventListener("click", () => {
      this.#history()?.move(query, to);
      if (!this.update(true)) this.onLeave();
    });
    return button;
  }

  /** Index of the row with the focus; -1 for none. */
  #focused(): number {
    return [...this.element.querySelectorAll("li")].findIndex((row) => row.matches(":focus-within"));
  }

  #focus(index: number): boolean {
    const searches = [...this.element.querySelectorAll<HTMLElement>(".query")];
    const search = searches[Math.min(index, searches.length - 1)];
    search?.focus();
    return search !== undefined;
  }

  #onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      const next = this.#focused() + (key === "ArrowDown" ? 1 : -1);
      if (next < 0) this.onLeave();
      else this.#focus(next);
    } else if (key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.onLeave(); // the input takes the key
    } else return;
    event.stopPropagation();
  }
}
