/** The user interface of `<docfuse-search>`: its model, its results, and what the reader's keys and clicks do. */

import type { Answer } from "../shared/protocol.js";
import { element } from "./element.js";
import { footer } from "./footer.js";
import { handleKeys } from "./keys.js";
import { SearchModel, type Change } from "./model.js";
import { pageVersion } from "./page-version.js";
import { Panel } from "./panel.js";
import { ResultsView } from "./results/view.js";
import { STYLE } from "./results/style.js";
import type { BoxInterface, Shell } from "./shell/shell.js";
import { adopt } from "./shell/stylesheet.js";
import type { Surface } from "./shell/surface.js";
import { ENGLISH } from "./strings/en.js";
import { speaker } from "./strings/strings.js";

export function attachBox(shell: Shell): BoxInterface {
  return new Box(shell);
}

class Box implements BoxInterface {
  readonly #shell: Shell;
  readonly #model: SearchModel;
  readonly #view: ResultsView;
  readonly #surface: Surface;
  readonly #busy = element("div", "busy");
  readonly #listening = new AbortController();
  /** The answer about which the page was told last. */
  #told: Answer | undefined;

  constructor(shell: Shell) {
    this.#shell = shell;
    const { host, root, frame, connection } = shell;
    const { input, dialog } = frame;
    this.#model = new SearchModel(connection, () => {
      const { limit, maxPerPage, version } = shell.config();
      return { limit, maxPerPage, version: version ?? pageVersion(document) };
    });
    adopt(root, STYLE);
    this.#view = new ResultsView(frame.id, this.#model, () => this.#surface.isOpen);
    const { list } = this.#view;
    input.setAttribute("aria-controls", list.element.id);
    list.onSelect = () => this.#nameActive();
    this.#surface = dialog ?? this.#panel();
    const onToggle = () => this.#onToggle();
    if (dialog) {
      dialog.onToggle = onToggle;
      dialog.body.replaceChildren(this.#busy, ...this.#view.elements);
      dialog.element.append(footer(speaker(ENGLISH, "en")), this.#view.live.element);
      list.element.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the input
    }
    this.configure();
    const { signal } = this.#listening;
    input.addEventListener("focus", () => this.#reopen(), { signal });
    // Also during composition: phone keyboards compose every word until it ends.
    input.addEventListener("input", () => this.#onInput(), { signal });
    const keyed = {
      input,
      list,
      model: this.#model,
      surface: this.#surface,
      reopen: () => this.#reopen(),
      clear: () => {
        input.value = "";
        this.#onInput();
      },
    };
    handleKeys(dialog?.element ?? frame.root, keyed, signal);
    list.element.addEventListener("click", (event) => this.#onClick(event), { signal });
    this.#view.retry.addEventListener("click", () => input.focus(), { signal });
    host.addEventListener("focusout", (event) => this.#onFocusOut(event), { signal });
    this.#model.subscribe((change) => this.#onChange(change));
    this.#onChange({ type: "status" });
    if (input.value !== "") this.#onInput();
  }

  configure(): void {
    const { label = "Search", encoder } = this.#shell.config();
    this.#view.setLabel(label);
    this.#view.encoderIsOff = encoder === "off";
  }

  reset(): void {
    this.#model.reset();
    this.configure();
    if (!this.#shell.frame.dialog) this.#surface.close();
  }

  close(): void {
    this.#surface.close();
  }

  end(): void {
    this.#listening.abort();
    this.#surface.close();
    this.#view.end();
    this.#model.end();
  }

  get #input(): HTMLInputElement {
    return this.#shell.frame.input;
  }

  /** A panel below the input. */
  #panel(): Panel {
    const panel = new Panel(this.#input);
    panel.onToggle = () => this.#onToggle();
    panel.element.append(...this.#view.elements);
    panel.element.addEventListener("mousedown", (event) => {
      // The input keeps the focus, so the panel stays open until the click.
      if (event.target !== this.#view.retry) event.preventDefault();
    });
    this.#shell.frame.root.append(this.#busy, panel.element, this.#view.live.element);
    return panel;
  }

  #onToggle(): void {
    if (!this.#surface.isOpen) this.#view.rest();
    this.#expand();
  }

  /** Shows the answer to the current text, or sends the query. */
  #reopen(): void {
    const model = this.#model;
    if (model.text === "") return;
    if (model.isCurrent) this.#surface.open();
    else void model.ask();
  }

  #onInput(): void {
    this.#model.type(this.#input.value);
  }

  #onChange(change: Change): void {
    const model = this.#model;
    this.#busy.hidden = model.status !== "busy";
    const { dialog } = this.#shell.frame;
    if (!dialog) {
      const isNews = (change.type === "replaced" && !change.late) || change.type === "failed";
      if (isNews && this.#hasFocus) this.#surface.open();
      if (change.type === "cleared") this.#surface.close();
    }
    this.#expand();
    const { answer } = model;
    if (answer && answer !== this.#told) {
      this.#told = answer;
      this.#dispatch("docfuse-answer", answer);
    }
  }

  get #hasFocus(): boolean {
    return this.#shell.root.activeElement !== null;
  }

  #expand(): void {
    const expanded = this.#surface.isOpen && this.#view.list.size > 0;
    this.#input.setAttribute("aria-expanded", String(expanded));
  }

  #nameActive(): void {
    const id = this.#view.list.activeOption?.id;
    if (id) this.#input.setAttribute("aria-activedescendant", id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #onClick(event: MouseEvent): void {
    const item = this.#view.list.itemAt(event);
    if (!item) return;
    if ("suggestion" in item && item.suggestion.href === undefined) {
      this.#input.value = item.suggestion.text;
      void this.#model.search(item.suggestion.text);
      return;
    }
    if ("hit" in item && !this.#dispatch("docfuse-select", item.hit)) event.preventDefault();
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!elsewhere) this.#surface.close();
  }

  #onFocusOut(event: FocusEvent): void {
    if (this.#shell.frame.dialog) return; // modal: the focus cannot leave
    const next = event.relatedTarget;
    const { host, root } = this.#shell;
    if (!(next instanceof Node && (next === host || root.contains(next)))) this.#surface.close();
  }

  /** False if a listener prevented the default. */
  #dispatch(type: string, detail: unknown): boolean {
    const event = new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true });
    return this.#shell.host.dispatchEvent(event);
  }
}
