/**
 * `<docfuse-input>`, `<docfuse-results>`, `<docfuse-filters>`, `<docfuse-summary>`: the parts of a search, for authors who
 * build their own page. What they do is loaded when one is in the document.
 */

import { element } from "../element.js";
import { INDEX_ATTRIBUTES, readConfig } from "./config.js";
import { Connection } from "./connection.js";
import { failure } from "./frame.js";
import { onHotkey } from "./hotkey.js";
import { Base } from "./html-element.js";
import { land } from "./land.js";
import { loadParts } from "./load-ui.js";
import { followTheme, watchPage } from "./page-theme.js";
import type { PartInterface, PartKind } from "./shell.js";
import SHELL_STYLE from "./shell.css";
import { adopt } from "./stylesheet.js";

/** What the script of the parts takes from this one. */
export const TOOLS = { adopt, Connection, followTheme, land, onHotkey, readConfig, SHELL_STYLE, watchPage };

/** Loads the parts of the page whose script is missing again. */
const lacking: (() => void)[] = [];

/** The class of the element for a part. */
export function partElement(kind: PartKind): CustomElementConstructor {
  return class extends Base {
    static readonly observedAttributes = [...INDEX_ATTRIBUTES, "filters", "label", "placeholder", "strings"];

    #part: PartInterface | undefined;

    connectedCallback(): void {
      if (this.#part) this.#part.connected();
      else this.#load();
    }

    #load(): void {
      loadParts().then(
        ({ attachPart }) => {
          // Unless it has left meanwhile, or come twice.
          if (this.isConnected && !this.#part) this.#part = attachPart(this, kind, TOOLS);
        },
        (error: unknown) => {
          console.warn(error);
          lacking.push(() => this.#load());
          if (kind !== "results") return; // said once
          const root = this.shadowRoot ?? this.attachShadow({ mode: "open", delegatesFocus: true });
          adopt(root, SHELL_STYLE);
          const retry = element("button", "retry", "Try again");
          retry.addEventListener("click", () => lacking.splice(0).forEach((load) => load()));
          root.replaceChildren(failure(retry));
        },
      );
    }

    disconnectedCallback(): void {
      this.#part?.disconnected();
    }

    attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      if (before === after) return;
      if (INDEX_ATTRIBUTES.includes(name)) this.#part?.reset();
      else this.#part?.configure();
    }
  };
}
