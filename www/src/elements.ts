/** What TypeScript, and the templates of frameworks, know of the elements of the package: attributes, events, names. */

import type { Answer, Hit } from "./shared/protocol.js";
import type { DenseChoice, EncoderChoice } from "./client/encoder-policy.js";
import type { DocfuseSearchElement } from "./ui/shell/search-element.js";

/** Attributes of the parts that show a search: `<docfuse-results>`, `<docfuse-filters>`, `<docfuse-summary>`. */
export interface DocfusePartAttributes {
  /** Names the search that parts of one page share; needed where there are two. */
  instance?: string | undefined;
}

/** Attributes of `<docfuse-input>`. */
export interface DocfuseInputAttributes extends DocfusePartAttributes {
  /** Folder of the index; several are separated by blanks. */
  base?: string | undefined;
  /** Root of the site; default: the folder above `base`. */
  site?: string | undefined;
  /** Language to search in; default: that of the page. */
  language?: string | undefined;
  /** The reader's version of the documentation; empty for all. */
  version?: string | undefined;
  /** Name of the input for screen readers. */
  label?: string | undefined;
  placeholder?: string | undefined;
  /** Hits shown at first, and with each further page; at most 100. */
  limit?: number | string | undefined;
  match?: "all" | "best" | undefined;
  "max-per-page"?: number | string | undefined;
  encoder?: EncoderChoice | undefined;
  dense?: DenseChoice | undefined;
  /** Filters that a search begins with: `version:11 kind:'how to'`. */
  filters?: string | undefined;
  /** `off`, or the address of an endpoint. */
  ask?: string | undefined;
  "ask-model"?: string | undefined;
  /** Tokens that the model takes. */
  "ask-quota"?: number | string | undefined;
  "ask-note"?: string | undefined;
  /** The order that a search begins with: `date:desc`. */
  sort?: string | undefined;
  recent?: "on" | "off" | undefined;
  "missing-results-url"?: string | undefined;
  /** Sentences of your own, as JSON. */
  strings?: string | undefined;
  /** Keys that open it, separated by blanks: `ctrl+k /`. */
  hotkey?: string | undefined;
  /** Parameter of the page's address that has the query. */
  param?: string | undefined;
  theme?: "light" | "dark" | "auto" | undefined;
}

/** Attributes of `<docfuse-search>`. */
export interface DocfuseSearchAttributes extends Omit<DocfuseInputAttributes, "instance"> {
  layout?: "inline" | "modal" | undefined;
  preview?: "on" | "off" | undefined;
  /** `off` offers no search to agents of the browser. */
  agents?: "on" | "off" | undefined;
}

/** Events of the elements, which bubble to the document. */
export interface DocfuseEventMap {
  /** An answer is shown. */
  "docfuse-answer": CustomEvent<Answer>;
  /** The reader chose a hit, which is opened unless the event's default is prevented. */
  "docfuse-select": CustomEvent<Hit>;
}

/** The elements by name. */
export interface DocfuseElements {
  "docfuse-search": DocfuseSearchElement;
  "docfuse-input": HTMLElement;
  "docfuse-results": HTMLElement;
  "docfuse-filters": HTMLElement;
  "docfuse-summary": HTMLElement;
}

/** Their attributes by name. */
export interface DocfuseAttributes {
  "docfuse-search": DocfuseSearchAttributes;
  "docfuse-input": DocfuseInputAttributes;
  "docfuse-results": DocfusePartAttributes;
  "docfuse-filters": DocfusePartAttributes;
  "docfuse-summary": DocfusePartAttributes;
}

/** Listeners as templates name them: `Prefix` before the name of the event. */
export type DocfuseListeners<Prefix extends string> = {
  [Type in keyof DocfuseEventMap as `${Prefix}${Type}`]?:
    ((event: DocfuseEventMap[Type]) => void) | undefined;
};

declare global {
  interface HTMLElementTagNameMap extends DocfuseElements {}
  /** Of elements, document and window. */
  interface GlobalEventHandlersEventMap extends DocfuseEventMap {}
}
