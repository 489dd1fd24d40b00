/** `<docfuse-input>`: where the reader types. */

import { keepKeys, keepText } from "../shell/keep-keys.js";
import { searchInput } from "../shell/search-input.js";
import type { Instance } from "./instance.js";
import type { Content, Part } from "./part.js";

export class InputPart implements Content {
  readonly #part: Part;
  readonly #instance: Instance;
  readonly #input = searchInput();
  readonly #listening = new AbortController();
  readonly #stop: () => void;

  constructor(part: Part, instance: Instance) {
    this.#part = part;
    this.#instance = instance;
    const input = this.#input;
    const { model } = instance;
    input.value = model.typed; // of a search that it joins
    part.root.append(input);
    input.addEventListener("input", () => model.type(input.value));
    input.addEventListener("focus", () => model.look());
    input.addEventListener("keydown", (event) => this.#onKey(event));
    keepKeys(part.root);
    keepText(() => input, this.#listening.signal);
    this.#stop = model.subscribe(({ type }) => {
      // Another part searches for another text: a correction, or a search of before.
      if (type === "typed" && input.value !== model.typed) input.value = model.typed;
      if (type === "replaced" || type === "cleared") this.#write();
    });
    window.addEventListener("popstate", () => this.#read(), { signal: this.#listening.signal });
    // Once all parts of the page are there.
    queueMicrotask(() => this.#read());
  }

  rename(): void {
    const { label, placeholder } = this.#part.config();
    const name = label ?? this.#instance.speech.say("search");
    this.#input.ariaLabel = name;
    this.#input.placeholder = placeholder ?? name;
  }

  focus(): boolean {
    this.#input.focus();
    return true;
  }

  end(): void {
    this.#listening.abort();
    this.#stop();
  }

  #onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.keyCode === 229) return; // it belongs to an input method
    if (key === "Enter") void this.#instance.model.ask();
    if (key === "ArrowDown" && this.#instance.focus("results")) event.preventDefault();
  }

  /** Takes the query of the page's address. */
  #read(): void {
    const { param } = this.#part.config();
    if (!param) return;
    const query = new URL(location.href).searchParams.get(param) ?? "";
    const { model } = this.#instance;
    if (query === model.text) return;
    this.#input.value = query;
    if (query === "") model.clear();
    else void model.search(query);
  }

  /** Puts the query into the page's address, so that it can be kept and sent. */
  #write(): void {
    const { param } = this.#part.config();
    if (!param) return;
    const url = new URL(location.href);
    const { text } = this.#instance.model;
    if ((url.searchParams.get(param) ?? "") === text) return;
    if (text === "") url.searchParams.delete(param);
    else url.searchParams.set(param, text);
    history.replaceState(history.state, "", url);
  }
}
