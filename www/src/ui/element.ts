/**
 * `<docfuse-search>`: turns what the reader does into queries, and shows the answers in the view.
 *
 * Attributes: `base` (folder of the index), `site` (root of the site), `language` (by default the document's), `version`
 * (of the documentation; by default what the document's `meta` elements state), `label`, `placeholder`, `limit`,
 * `max-per-page`, `encoder` (`auto`, `eager`, `off`), `hotkey` (none by default, since many sites already use the common
 * ones), `theme`. Events: `docfuse-answer` (detail: the answer) when one is shown, `docfuse-select` (detail: the hit with
 * the chosen URL; cancelable) before a result is opened. Index and encoder are loaded once the input gets the focus.
 *
 * This module only defines the class; `define` registers it.
 */

import { placeLateHits, groupByPage, type PageGroup } from "./result-groups.js";
import type { Search } from "../client/search.js";
import { DocfuseError } from "../shared/error.js";
import { isTyping, matchesHotkey } from "./hotkey.js";
import {
  correctionNote,
  countNote,
  degradedNote,
  emptyNote,
  failureNote,
  failureReason,
  NOT_AVAILABLE,
  suggestionsTitle,
} from "./answer-notes.js";
import { encoderChoice, wholeNumber } from "./attributes.js";
import { open } from "../client/open.js";
import type { Answer, SearchEvent } from "../shared/protocol.js";
import { pageVersion } from "./page-version.js";
import { STYLE } from "./style.js";
import { View } from "./view.js";

/** Pause between the last key and the query: two quick keys make one query, too short to notice. */
const DEBOUNCE_MS = 40;

/** Limit of opening: nothing tells whether the worker's script still arrives, which takes long on slow networks. */
const OPEN_MS = 60_000;

// A server has no HTMLElement; importing must not fail there.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class DocfuseSearchElement extends Base {
  static readonly observedAttributes = ["base", "encoder", "label", "language", "placeholder", "site"];

  /** Folder of the index without a `base` attribute; `docfuse.js` sets its own folder. */
  static defaultBase: string | undefined;

  #view: View | undefined;
  #opening: Promise<Search> | undefined;
  /** Aborts the query that waits for its first answer. */
  #asking: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: { readonly text: string; groups: readonly PageGroup[] } | undefined;
  #pointerOver = false;
  /** Removes the document's listener; set while connected. */
  #disconnect: AbortController | undefined;

  connectedCallback(): void {
    this.#view ??= this.#build();
    this.#label();
    this.#disconnect = new AbortController();
    const { signal } = this.#disconnect;
    document.addEventListener("keydown", (event) => this.#onHotkey(event), { signal });
  }

  disconnectedCallback(): void {
    this.#disconnect?.abort();
    this.#reset();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === "label" || name === "placeholder") this.#label();
    else this.#reset();
  }

  override focus(options?: FocusOptions): void {
    this.#view?.input.focus(options);
  }

  /** Opens the index now, or returns the open one, for pages that preload. Rejects as `open` does. */
  open(): Promise<Search> {
    if (this.#opening) return this.#opening;
    const opening: Promise<Search> = this.#open().catch((error: unknown) => {
      if (this.#opening === opening) this.#opening = undefined; // a newer one stays
      throw error;
    });
    return (this.#opening = opening);
  }

  async #open(): Promise<Search> {
    const base = this.getAttribute("base") ?? DocfuseSearchElement.defaultBase;
    if (base === undefined) {
      throw new DocfuseError("not-found", '<docfuse-search> needs base="…", the folder of the index');
    }
    const site = this.getAttribute("site");
    const language = this.getAttribute("language");
    return open({
      base,
      encoder: encoderChoice(this.getAttribute("encoder")),
      signal: AbortSignal.timeout(OPEN_MS),
      onEvent: (event) => this.#onEvent(event),
      ...(site !== null && { site }),
      ...(language !== null && { language }),
    });
  }

  /** Closes the index and clears what is shown. */
  #reset(): void {
    this.#cancel();
    this.#opening?.then((search) => search.close()).catch(() => undefined); // not open: nothing to close
    this.#opening = undefined;
    this.#shown = undefined;
    this.#view?.clear();
    if (this.#view) this.#view.isOpen = false;
  }

  #build(): View {
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const sheet = new CSSStyleSheet(); // allowed by a strict content security policy, unlike a style element
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const view = new View(root);
    const { input, list, panel, retry } = view;
    input.addEventListener("focus", () => this.#onFocus());
    // Also during composition: phone keyboards compose every word until it ends.
    input.addEventListener("input", () => this.#onInput());
    root.addEventListener("keydown", (event) => this.#onKey(event as KeyboardEvent));
    panel.addEventListener("mousedown", (event) => {
      // The input keeps the focus, so the panel stays open until the click.
      if (event.target !== retry) event.preventDefault();
    });
    list.addEventListener("pointerenter", () => (this.#pointerOver = true));
    list.addEventListener("pointerleave", () => (this.#pointerOver = false));
    list.addEventListener("click", (event) => this.#onClick(event));
    retry.addEventListener("click", () => this.#retry());
    this.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (!(next instanceof Node && (next === this || root.contains(next)))) this.#close();
    });
    return view;
  }

  #label(): void {
    const label = this.getAttribute("label") ?? "Search";
    this.#view?.setLabel(label, this.getAttribute("placeholder") ?? label);
  }

  get #text(): string {
    return this.#view?.input.value.trim() ?? "";
  }

  #onFocus(): void {
    void this.#prepare();
    this.#reopen();
  }

  /** Shows the answer to the current text, or sends the query. */
  #reopen(): void {
    if (this.#text === "") return;
    if (this.#shown?.text === this.#text && this.#view) this.#view.isOpen = true;
    else this.#onInput();
  }

  /** Opens the index and, the first time, loads the encoder. */
  async #prepare(): Promise<void> {
    try {
      const search = await this.open();
      if (search.encoder === "waiting") await search.whenReady();
    } catch {
      // A failure of the index is shown with the first query, which retries; one of the encoder is in the answers.
    }
  }

  #onInput(): void {
    if (this.#text !== "") {
      const typed = this.#view?.input.value ?? "";
      this.#opening?.then((search) => search.prepare(typed)).catch(() => undefined); // the query tells
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), DEBOUNCE_MS);
      return;
    }
    this.#cancel();
    this.#shown = undefined;
    this.#view?.clear();
    this.#close();
  }

  /** Drops the query that is pending or about to be sent, but not the late answer of an answered one. */
  #cancel(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  async #ask(): Promise<void> {
    const view = this.#view;
    const text = this.#text;
    if (!view || text === "") return;
    this.#cancel();
    const asking = (this.#asking = new AbortController());
    const { signal } = asking;
    view.setBusy(true);
    try {
      const search = await this.open();
      signal.throwIfAborted();
      const onUpdate = (late: Answer) => this.#showLate(text, late);
      const answer = await search.query(text, {
        limit: wholeNumber(this.getAttribute("limit")) ?? 10,
        maxPerPage: wholeNumber(this.getAttribute("max-per-page")) ?? 3,
        // Read for each query: in a single-page application, the page may have changed.
        version: this.getAttribute("version") ?? pageVersion(document),
        // A space after the last word completes it.
        prefix: !/\s$/.test(view.input.value),
        signal,
        onUpdate,
      });
      this.#show(text, answer);
    } catch (error) {
      if (!signal.aborted) this.#showFailure(error);
    } finally {
      if (this.#asking === asking) {
        this.#asking = undefined;
        view.setBusy(false);
      }
    }
  }

  #show(text: string, answer: Answer): void {
    const view = this.#view;
    if (!view) return;
    const groups = groupByPage(answer.hits);
    this.#shown = { text, groups };
    this.#replace(view, groups, answer);
    this.#showNotes(answer);
    view.isOpen = this.#hasFocus;
  }

  /** Shows the groups, or suggestions if there are none. */
  #replace(view: View, groups: readonly PageGroup[], answer: Answer): void {
    view.setCorrection(groups.length > 0 ? correctionNote(answer.corrections) : "");
    view.replace(groups);
    if (groups.length === 0 && failureNote(answer) === "") {
      view.suggest(suggestionsTitle(answer), answer.suggestions);
    }
  }

  /** See `result-groups` for the rule: nothing moves under a reader who is aiming. */
  #showLate(text: string, late: Answer): void {
    const view = this.#view;
    if (!view || this.#shown?.text !== text) return;
    const aiming = view.isOpen && (view.active >= 0 || this.#pointerOver || view.list.scrollTop > 0);
    const { type, groups } = placeLateHits(this.#shown.groups, late.hits, aiming);
    if (type === "append") {
      this.#shown.groups = [...this.#shown.groups, ...groups];
      view.append(groups);
    } else {
      this.#shown.groups = groups;
      this.#replace(view, groups, late);
    }
    this.#showNotes(late);
  }

  #showNotes(answer: Answer): void {
    const view = this.#view;
    if (!view) return;
    const reasons = answer.degraded?.map(({ message }) => message).join("\n");
    const failure = failureNote(answer);
    const isOff = encoderChoice(this.getAttribute("encoder")) === "off";
    const note = failure === "" ? degradedNote(answer.degraded, isOff) : "";
    view.setFailure(failure, failure && failureReason(answer));
    view.setMessage(view.optionCount === 0 && failure === "" ? emptyNote(answer) : "");
    view.setNote(note, reasons);
    const correction = answer.hits.length > 0 ? correctionNote(answer.corrections) : "";
    view.announce(failure || `${correction} ${countNote(answer)} ${note}`);
    this.#dispatch("docfuse-answer", answer);
  }

  #showFailure(error: unknown): void {
    const view = this.#view;
    if (!view) return;
    const why = error instanceof Error ? error.message : String(error);
    this.#shown = undefined;
    view.clear();
    view.setFailure(NOT_AVAILABLE, why);
    view.announce(NOT_AVAILABLE);
    view.isOpen = this.#hasFocus;
  }

  #retry(): void {
    this.#reset();
    this.#view?.input.focus();
    void this.#ask();
  }

  get #hasFocus(): boolean {
    return this.shadowRoot?.activeElement != null;
  }

  #onEvent(event: SearchEvent): void {
    if (event.type === "progress") this.#view?.setProgress(event.loaded / event.total);
    if (event.type === "ready" || event.type === "failed") this.#view?.setProgress(undefined);
  }

  #onKey(event: KeyboardEvent): void {
    const view = this.#view;
    // Key code 229 belongs to an input method, where Enter chooses a candidate. `isComposing` is less reliable: Safari
    // ends a composition before the key that ends it, and phones still compose when the reader presses Enter.
    if (!view || event.keyCode === 229) return;
    const { key } = event;
    if (event.target !== view.input && key !== "Escape") return;
    // Dialogs that trap the focus need Tab, and Escape when there is nothing to close or clear here.
    if (key === "Tab" || (key === "Escape" && !view.isOpen && view.input.value === "")) return;
    // The page can't see the input inside the shadow root; its shortcuts must not fire.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    switch (key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!view.isOpen) this.#reopen();
        else this.#move(key === "ArrowDown" ? 1 : -1);
        break;
      }
      case "Enter":
        event.preventDefault();
        // Without a selection, the first result, if it answers the current text. A suggestion must be selected.
        if (view.active >= 0 || this.#shown?.text === this.#text) {
          const first = this.#shown?.groups.length ? 0 : -1;
          view.click(view.active >= 0 ? view.active : first, event);
        } else void this.#ask();
        break;
      case "Escape":
        event.preventDefault();
        this.#onEscape(view);
        break;
    }
  }

  /** Closes the panel; if it is closed, clears the input. */
  #onEscape(view: View): void {
    if (view.isOpen) {
      view.input.focus(); // it may be on the retry button
      this.#cancel(); // an answer would reopen the panel
      this.#close();
    } else {
      view.input.value = "";
      this.#onInput();
    }
  }

  /** Moves the selection cyclically through all options and the input. */
  #move(by: 1 | -1): void {
    const view = this.#view;
    if (!view) return;
    const places = view.optionCount + 1;
    view.select(((view.active + 1 + by + places) % places) - 1);
  }

  #onClick(event: MouseEvent): void {
    const view = this.#view;
    const item = view?.itemAt(event);
    if (!view || !item) return;
    if ("suggestion" in item && item.suggestion.href === undefined) {
      view.input.value = item.suggestion.text;
      void this.#ask();
      return;
    }
    if ("hit" in item && !this.#dispatch("docfuse-select", item.hit)) event.preventDefault();
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!elsewhere) this.#close();
  }

  /** False if a listener prevented the default. */
  #dispatch(type: string, detail: unknown): boolean {
    return this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  #onHotkey(event: KeyboardEvent): void {
    const hotkey = this.getAttribute("hotkey");
    if (hotkey === null || event.defaultPrevented || !matchesHotkey(event, hotkey)) return;
    if (isTyping(event.composedPath()[0])) return;
    event.preventDefault();
    this.focus();
    this.#view?.input.select();
  }

  #close(): void {
    this.#pointerOver = false;
    if (this.#view) this.#view.isOpen = false;
  }
}
