/**
 * `<docfuse-search>`: the search box. This is its shell, which shows an input or a button, and keeps what is typed until
 * the user interface is loaded: when the reader points at it, focuses it or presses its key. The index is opened at the
 * same moment.
 *
 * docs/box.md lists its attributes. Events: `docfuse-answer` (detail: the answer) when one is shown, `docfuse-select`
 * (detail: the hit with the chosen URL; cancelable) before a result is opened.
 *
 * This module only defines the class; `define` registers it.
 */

import type { AnswerFunction } from "../../ask/answerer.js";
import { isEnglish } from "../../client/language-choice.js";
import type { Search } from "../../client/search.js";
import { INDEX_ATTRIBUTES, readConfig, type Layout } from "./config.js";
import { comeBack } from "./come-back.js";
import { Connection } from "./connection.js";
import { Frame } from "./frame.js";
import { onHotkey } from "./hotkey.js";
import { Base } from "./html-element.js";
import { keepText } from "./keep-keys.js";
import { land } from "./land.js";
import { loadAgents, loadSentences, loadUi } from "./load-ui.js";
import { languageAround } from "./page-language.js";
import { followTheme, watchPage } from "./page-theme.js";
import { MOVED_MS, type BoxInterface, type Shell } from "./shell.js";
import { learnWord, searchWord } from "./search-word.js";
import SHELL_STYLE from "./shell.css";
import { adopt } from "./stylesheet.js";
import { isSeen } from "./visible.js";

export class DocfuseSearchElement extends Base {
  static readonly observedAttributes = [
    "hotkey",
    "layout",
    ...INDEX_ATTRIBUTES,
    "filters",
    "label",
    "placeholder",
    "strings",
  ];

  /** Writes the answers to questions, in place of the model of the browser; read when one is asked. */
  declare answerer?: AnswerFunction | undefined;
  readonly #config = () => readConfig(this);
  readonly #connection = new Connection(this.#config);
  /** The word for searching, once the sentences are loaded. */
  #search: string | undefined;
  /** Of the page around the element. */
  #language: string | undefined;
  #frame: Frame | undefined;
  /** Whether the input has the focus, or has lost it in this very task, as when it is removed. */
  #hasFocus = false;
  /** Whether the reader used the element when it left the document. */
  #wasUsed = false;
  #ui: BoxInterface | undefined;
  #loading: Promise<void> | undefined;
  /** Removes the document's listeners; set while connected. */
  #disconnect: AbortController | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    clearTimeout(this.#leaving);
    this.#language ??= languageAround(this);
    const isNew = !this.#frame;
    if (isNew) this.#build(this.#config().layout);
    else this.#followPage();
    this.#disconnect = new AbortController();
    const { signal } = this.#disconnect;
    onHotkey(this.#config, () => this.show(), signal);
    keepText(() => this.#frame?.input, signal);
    watchPage(() => this.#followPage(), signal);
    const comesBack = (event?: Event) => comeBack(this, this.#config().param ?? "q", event);
    for (const type of ["popstate", "pageshow"]) window.addEventListener(type, comesBack, { signal });
    if (isNew) comesBack();
    // For programs that read the page; few browsers have an interface for them.
    if ((document.modelContext || navigator.modelContext) && this.getAttribute("agents") !== "off")
      loadAgents().then(({ offer }) => offer(this, signal), console.warn);
    if (this.#wasUsed) this.#goOn();
  }

  disconnectedCallback(): void {
    this.#disconnect?.abort();
    const dialog = this.#frame?.dialog;
    this.#wasUsed = dialog?.isOpen ?? this.#hasFocus;
    this.close();
    this.#leaving = setTimeout(() => {
      this.#wasUsed = false;
      this.#connection.close();
      this.#build(this.#config().layout); // without the user interface, which listens to the window
    }, MOVED_MS);
  }

  /** Goes on where the reader was when the element was moved. */
  #goOn(): void {
    const { input, dialog } = this.#frame ?? {};
    dialog?.open();
    input?.focus({ preventScroll: true });
    if (input) input.selectionStart = input.value.length; // with the end
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#frame) return;
    if (INDEX_ATTRIBUTES.includes(name)) this.#reset();
    else if (name === "layout") this.#build(this.#config().layout);
    else this.#configure();
  }

  override focus(options?: FocusOptions): void {
    const target = this.#frame?.button ?? this.#frame?.input;
    target?.focus(options);
  }

  /** Opens the index now, or returns the open one, for pages that preload. Rejects as the client's `open` does. */
  open(): Promise<Search> {
    return this.#connection.open();
  }

  /** Opens the dialog, or moves the focus to the input if the reader sees it; searches for `query` if it is given. */
  show(query?: string): void {
    let frame = this.#frame;
    if (!frame) return;
    if (!frame.dialog && !isSeen(frame.input)) {
      // In place of scrolling to the input, which may even be hidden.
      frame = this.#build("modal");
    }
    if (frame.dialog) frame.dialog.open();
    else {
      frame.input.focus();
      frame.input.select();
    }
    if (query === undefined) return;
    frame.input.value = query;
    frame.input.dispatchEvent(new Event("input"));
  }

  /** Closes the dialog, or the panel. */
  close(): void {
    this.#ui?.close();
    this.#frame?.dialog?.close();
  }

  #build(layout: Layout): Frame {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open", delegatesFocus: true });
    adopt(root, SHELL_STYLE);
    const typed = this.#frame?.input.value ?? "";
    this.#ui?.end();
    this.#ui = undefined;
    this.#loading = undefined;
    this.#frame?.dialog?.close();
    const frame = (this.#frame = new Frame(layout));
    frame.input.value = typed;
    root.replaceChildren(frame.root);
    this.#configure();
    this.#followPage();
    const near = frame.button ?? frame.input;
    near.addEventListener("pointerenter", () => void this.#load());
    frame.input.addEventListener("blur", () => {
      setTimeout(() => (this.#hasFocus = root.activeElement === frame.input));
    });
    frame.input.addEventListener("focus", () => {
      this.#hasFocus = true;
      void this.#load();
    });
    frame.input.addEventListener("input", () => void this.#load()); // again after a failure
    frame.retry.addEventListener("click", () => void this.#load());
    frame.button?.addEventListener("click", () => frame.dialog?.open());
    frame.dialog?.element.addEventListener("close", () => this.#onClosed(frame));
    return frame;
  }

  /** An input that was shown as a dialog gets its own form back. */
  #onClosed(frame: Frame): void {
    const { layout } = this.#config();
    if (frame === this.#frame && frame.layout !== layout) this.#build(layout);
  }

  #configure(): void {
    const language = languageAround(this);
    const word = searchWord(language);
    this.#frame?.configure(this.#config(), this.#search ?? word ?? "Search");
    if (!word) learnWord(language).then(() => this.#configure(), console.warn);
    this.#ui?.configure();
  }

  #followPage(): void {
    followTheme(this, this.#frame?.root);
    const language = languageAround(this);
    if (language === this.#language) return;
    // The reader has moved to another language inside of the app.
    this.#language = language;
    if (this.#config().language === language) this.#reset();
    this.#configure();
  }

  /** Loads the user interface, and opens the index. Neither rejects: the first query tells of a failure. */
  #load(): Promise<void> {
    this.#connection.prepare();
    if (!isEnglish(languageAround(this))) void loadSentences();
    return (this.#loading ??= this.#attachUi());
  }

  async #attachUi(): Promise<void> {
    const frame = this.#frame;
    const root = this.shadowRoot;
    try {
      const { attachBox } = await loadUi();
      if (!frame || !root || frame !== this.#frame) return; // another form meanwhile
      frame.failure.hidden = true;
      const connection = this.#connection;
      const rename = (search: string) => {
        this.#search = search;
        frame.configure(this.#config(), search);
      };
      const shell: Shell = {
        host: this,
        root,
        frame,
        connection,
        land,
        config: this.#config,
        adopt: (style) => {
          adopt(root, style);
          adopt(frame.input.getRootNode() as ShadowRoot, style); // the dialog may be in a portal
        },
        rename,
      };
      const ui = await attachBox(shell);
      if (frame === this.#frame) this.#ui = ui;
      else ui.end();
    } catch {
      this.#loading = undefined; // the next key tries again
      if (frame) frame.failure.hidden = false;
    }
  }

  /** Closes the index and clears what is shown. */
  #reset(): void {
    this.#connection.close();
    this.#ui?.reset();
  }
}
