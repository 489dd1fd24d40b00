/**
 * `<docfuse-input>`, `<docfuse-results>`, `<docfuse-filters>`, `<docfuse-summary>`: the parts of a search, for authors who
 * build their own page. What they do is loaded when one is in the document.
 */

import { INDEX_ATTRIBUTES, readConfig } from "./config.js";
import { Connection } from "./connection.js";
import { onHotkey } from "./hotkey.js";
import { loadParts } from "./load-ui.js";
import { languageAround } from "./page-language.js";
import { followTheme, watchPage } from "./page-theme.js";
import { Base, MOVED_MS } from "./search-element.js";
import type { PartInterface, PartKind } from "./shell.js";
import SHELL_STYLE from "./shell.css";
import { adopt } from "./stylesheet.js";

/** The class of the element for a part. */
export function partElement(kind: PartKind): CustomElementConstructor {
  return class extends Base {
    static readonly observedAttributes = [...INDEX_ATTRIBUTES, "filters", "label", "placeholder", "strings"];

    #part: PartInterface | undefined;
    #disconnect: AbortController | undefined;
    #leaving: ReturnType<typeof setTimeout> | undefined;

    connectedCallback(): void {
      clearTimeout(this.#leaving);
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open", delegatesFocus: true });
      adopt(root, SHELL_STYLE);
      this.#disconnect = new AbortController();
      const { signal } = this.#disconnect;
      let language = languageAround(this);
      const follow = () => {
        followTheme(this, this.#part?.root);
        if (language === languageAround(this)) return;
        language = languageAround(this);
        this.#part?.reset();
      };
      watchPage(follow, signal);
      if (kind === "input")
        onHotkey(
          () => readConfig(this).hotkeys,
          () => this.focus(),
          signal,
        );
      if (this.#part) return follow();
      void loadParts().then(({ attachPart }) => {
        if (signal.aborted) return; // it has left, or come anew
        const config = () => readConfig(this);
        const connect = (read: typeof config) => new Connection(read);
        const adoptStyle = (style: string) => adopt(root, style);
        this.#part = attachPart({ host: this, shadow: root, kind, config, connect, adopt: adoptStyle });
        follow();
      }, console.warn);
    }

    disconnectedCallback(): void {
      this.#disconnect?.abort();
      this.#leaving = setTimeout(() => {
        this.#part?.end();
        this.#part = undefined;
      }, MOVED_MS);
    }

    attributeChangedCallback(name: string): void {
      if (INDEX_ATTRIBUTES.includes(name)) this.#part?.reset();
      else this.#part?.configure();
    }
  };
}
