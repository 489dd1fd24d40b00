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

import type { Search } from "../../client/search.js";
import { INDEX_ATTRIBUTES, readConfig } from "./config.js";
import { Connection } from "./connection.js";
import { Frame } from "./frame.js";
import { isTyping, matchesHotkey } from "./hotkey.js";
import { loadUi } from "./load-ui.js";
import type { BoxInterface, Shell } from "./shell.js";
import { SHELL_STYLE } from "./shell-style.js";

// A server has no HTMLElement; importing must not fail there.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** How long an element may be out of the document before its index is closed: frameworks move elements. */
const MOVED_MS = 1000;

export class DocfuseSearchElement extends Base {
  static readonly observedAttributes = [...INDEX_ATTRIBUTES, "hotkey", "label", "layout", "placeholder"];

  readonly #connection = new Connection(() => readConfig(this));
  #frame: Frame | undefined;
  #ui: BoxInterface | undefined;
  #loading: Promise<void> | undefined;
  /** Removes the document's listeners; set while connected. */
  #disconnect: AbortController | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    clearTimeout(this.#leaving);
    if (!this.#frame) this.#build();
    this.#disconnect = new AbortController();
    const { signal } = this.#disconnect;
    document.addEventListener("keydown", (event) => this.#onHotkey(event), { signal });
  }

  disconnectedCallback(): void {
    this.#disconnect?.abort();
    this.#ui?.close();
    this.#frame?.dialog?.release();
    this.#leaving = setTimeout(() => this.#reset(), MOVED_MS);
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#frame) return;
    if (INDEX_ATTRIBUTES.includes(name)) this.#reset();
    else if (name === "layout") this.#build();
    else {
      this.#frame.configure(readConfig(this));
      this.#ui?.configure();
    }
  }

  override focus(options?: FocusOptions): void {
    const target = this.#frame?.button ?? this.#frame?.input;
    target?.focus(options);
  }

  /** Opens the index now, or returns the open one, for pages that preload. Rejects as `open` does. */
  open(): Promise<Search> {
    return this.#connection.open();
  }

  #build(): void {
    const root = this.shadowRoot ?? this.#attach();
    this.#ui?.end();
    this.#ui = undefined;
    this.#loading = undefined;
    this.#frame?.dialog?.release();
    const config = readConfig(this);
    const frame = (this.#frame = new Frame(root, config));
    frame.configure(config);
    const near = frame.button ?? frame.input;
    near.addEventListener("pointerenter", () => void this.#load());
    frame.input.addEventListener("focus", () => {
      void this.#load();
      void this.#connection.prepare();
    });
    frame.input.addEventListener("input", () => void this.#load()); // again after a failure
    frame.button?.addEventListener("click", () => frame.dialog?.open());
  }

  #attach(): ShadowRoot {
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const sheet = new CSSStyleSheet(); // allowed by a strict content security policy, unlike a style element
    sheet.replaceSync(SHELL_STYLE);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  /** Loads the user interface, and opens the index. Neither rejects: the first query tells of a failure. */
  #load(): Promise<void> {
    this.#connection.open().catch(() => undefined);
    return (this.#loading ??= this.#attachUi().catch(() => {
      this.#loading = undefined; // the next key tries again
    }));
  }

  async #attachUi(): Promise<void> {
    const frame = this.#frame;
    const { attachBox } = await loadUi();
    const root = this.shadowRoot;
    if (!frame || !root || frame !== this.#frame) return; // another form meanwhile
    const connection = this.#connection;
    const shell: Shell = { host: this, root, frame, connection, config: () => readConfig(this) };
    this.#ui = attachBox(shell);
  }

  /** Closes the index and clears what is shown. */
  #reset(): void {
    this.#connection.close();
    this.#ui?.reset();
  }

  #onHotkey(event: KeyboardEvent): void {
    if (event.defaultPrevented || isTyping(event.composedPath()[0])) return;
    if (!readConfig(this).hotkeys.some((hotkey) => matchesHotkey(event, hotkey))) return;
    event.preventDefault();
    if (this.#frame?.dialog) this.#frame.dialog.open();
    else {
      this.focus();
      this.#frame?.input.select();
    }
  }
}
