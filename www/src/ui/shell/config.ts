/** The attributes of an element, read once into values; what is missing or invalid counts as the default. */

import type { EncoderChoice } from "../../client/encoder-policy.js";
import { hotkeys, type Hotkey } from "./hotkey.js";
import { languageAround } from "./page-language.js";

/** `inline`: an input with a panel below it. `modal`: a button that opens a dialog. */
export type Layout = "inline" | "modal";

export interface Config {
  readonly layout: Layout;
  /** Folder of the index. */
  readonly base: string | undefined;
  /** Root of the site; by default the folder above `base`. */
  readonly site: string | undefined;
  /** By default that of the page around the element; empty if it does not say one. */
  readonly language: string;
  /** Of the documentation; by default the page's. */
  readonly version: string | undefined;
  readonly encoder: EncoderChoice;
  /** Number of hits, also of each further page of them. */
  readonly limit: number;
  readonly maxPerPage: number;
  readonly hotkeys: readonly Hotkey[];
  readonly label: string | undefined;
  readonly placeholder: string | undefined;
  /** Of a part: names the search that it shares with others. */
  readonly instance: string;
  /** Of `<docfuse-input>`: the parameter of the page's address that has the query. */
  readonly param: string | undefined;
  /** Sentences of the author, in JSON. */
  readonly strings: string | undefined;
  /** Filters that a search begins with. */
  readonly filters: string | undefined;
  /** Whether the browser keeps recent and pinned searches. */
  readonly recent: boolean;
  /** Whether wide dialogs show the section beside the list. */
  readonly preview: boolean;
  /** Where readers may report that nothing was found; `{query}` is what they typed. */
  readonly missingResultsUrl: string | undefined;
}

/** The attributes that decide which index is open. */
export const INDEX_ATTRIBUTES: readonly string[] = ["base", "encoder", "language", "site"];

/** The default of `hotkey` for the button; an input has none, since many sites already use these keys. */
const MODAL_HOTKEYS = "ctrl+k /";

const DEFAULT_LIMIT = 10;
const DEFAULT_MAX_PER_PAGE = 3;

export function readConfig(element: Element): Config {
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  const layout = text("layout") === "modal" ? "modal" : "inline";
  return {
    layout,
    base: text("base"),
    site: text("site"),
    language: text("language") ?? languageAround(element),
    version: text("version"),
    encoder: encoderChoice(text("encoder")),
    limit: wholeNumber(text("limit")) ?? DEFAULT_LIMIT,
    maxPerPage: wholeNumber(text("max-per-page")) ?? DEFAULT_MAX_PER_PAGE,
    hotkeys: hotkeys(text("hotkey") ?? (layout === "modal" ? MODAL_HOTKEYS : "")),
    label: text("label"),
    placeholder: text("placeholder"),
    instance: text("instance") ?? "",
    param: text("param"),
    strings: text("strings"),
    filters: text("filters"),
    recent: text("recent") !== "off",
    preview: text("preview") !== "off",
    missingResultsUrl: text("missing-results-url"),
  };
}

function encoderChoice(value: string | undefined): EncoderChoice {
  return value === "eager" || value === "off" ? value : "auto";
}

/** A number from 1 up; `undefined` for none. */
function wholeNumber(value: string | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
