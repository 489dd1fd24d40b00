/** `<docfuse-results>`: the results as links in the page, with what is said about them. */

import type { Answer } from "../../shared/protocol.js";
import { element } from "../element.js";
import { dispatch, ResultsView } from "../ui.js";
import type { Instance } from "./instance.js";
import type { Content, Part } from "./part.js";

let lists = 0;

export class ResultsPart implements Content {
  readonly #host: HTMLElement;
  readonly #instance: Instance;
  readonly #view: ResultsView;
  readonly #stop: () => void;
  /** The answer about which the page was told last. */
  #told: Answer | undefined;

  constructor({ host, root, tools }: Part, instance: Instance) {
    this.#host = host;
    this.#instance = instance;
    const { model, speech } = instance;
    const view = (this.#view = new ResultsView({
      id: `docfuse-results-${(lists += 1)}`,
      model,
      say: speech.say,
      host,
      asLinks: true,
      settings: () => ({ ...instance.config, preview: false }),
      land: tools.land,
      isShown: () => true,
    }));
    view.onSearch = (query) => void model.search(query);
    const { element: list } = view.list;
    for (const part of [list, view.offer]) part.addEventListener("click", (event) => this.#onClick(event));
    list.addEventListener("keydown", (event) => this.#onKey(event));
    const end = element("div");
    const shown = view.elements.filter((each) => each !== view.filters.element && !each.matches(".ask"));
    root.append(view.offer, ...shown, end, view.live.element);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void model.more());
    observer.observe(end);
    const stop = model.subscribe(({ type }) => {
      this.#tell();
      if (type !== "replaced" && type !== "continued") return;
      observer.unobserve(end); // an end that stays in sight is no change: it is looked at anew
      observer.observe(end);
    });
    this.#stop = () => {
      observer.disconnect();
      stop();
      view.end();
    };
    this.#tell();
  }

  rename(): void {
    this.#view.configure();
  }

  /** Moves the focus to the first result. */
  focus(): boolean {
    const [first] = this.#links;
    first?.focus();
    return first !== undefined;
  }

  end(): void {
    this.#stop();
  }

  get #links(): HTMLAnchorElement[] {
    return [...this.#view.list.element.querySelectorAll("a")];
  }

  #tell(): void {
    const { answer } = this.#instance.model;
    if (!answer || answer === this.#told) return;
    this.#told = answer;
    dispatch(this.#host, "docfuse-answer", answer);
  }

  #onClick(event: MouseEvent): void {
    const item = this.#view.itemAt(event);
    if (!item) return;
    const { model, history } = this.#instance;
    if ("suggestion" in item && item.suggestion.href === undefined) {
      void model.search(item.suggestion.text);
      return;
    }
    history?.add(model.text);
    if ("hit" in item && !dispatch(this.#host, "docfuse-select", item.hit)) event.preventDefault();
  }

  /** Arrow keys move through the links, and back to the input. */
  #onKey(event: KeyboardEvent): void {
    const links = this.#links;
    const at = links.findIndex((link) => link.matches(":focus"));
    const last = links.length - 1;
    const moves: Partial<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    event.preventDefault();
    if (next < 0) this.#instance.focus("input");
    else links[Math.min(next, last)]?.focus();
  }
}
