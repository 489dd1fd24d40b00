/** The attributes of an element, read once into values; what is missing or invalid counts as the default. */

import type { DenseChoice, EncoderChoice } from "../../client/encoder-policy.js";
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
  readonly dense: DenseChoice;
  /** Number of hits, also of each further page of them. */
  readonly limit: number;
  readonly maxPerPage: number;
  readonly hotkeys: readonly Hotkey[];
  readonly label: string | undefined;
  readonly placeholder: string | undefined;
  /** Of a part: names the search that it shares with others. */
  readonly instance: string;
  /** The parameter of the page's address that has the query. */
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
  /** Values that their attributes cannot have, by the name of the attribute. */
  readonly invalid: Readonly<Record<string, string>> | undefined;
}

/** The attributes that decide which index is open. */
export const INDEX_ATTRIBUTES: readonly string[] = ["base", "site", "language", "encoder", "dense"];

/** The default of `hotkey` for the button; an input has none, since many sites already use these keys. */
const MODAL_HOTKEYS = "ctrl+k /";

export function readConfig(element: Element): Config {
  let invalid: Record<string, string> | undefined;
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  /** The value of an attribute if it is `valid`; an empty one counts as none. */
  const checked = (name: string, valid: RegExp, usual: string) => {
    const given = text(name) || usual;
    if (valid.test(given)) return given;
    (invalid ??= {})[name] = given;
    return usual;
  };
  const layout = checked("layout", /^(inline|modal)$/, "inline") as Layout;
  const encoder = checked("encoder", /^(auto|eager|off)$/, "auto");
  const dense = checked("dense", /^(auto|encoder|lexicon|off)$/, "auto");
  checked("theme", /^(auto|light|dark)$/, "auto"); // the style sheet reads it
  const wholeNumber = (name: string, usual: string) => Number(checked(name, /^[1-9]\d{0,3}$/, usual));
  const isOn = (name: string) => checked(name, /^(on|off)$/, "on") === "on";
  return {
    layout,
    base: text("base"),
    site: text("site"),
    language: text("language") ?? languageAround(element),
    version: text("version"),
    encoder: encoder as EncoderChoice,
    dense: dense as DenseChoice,
    limit: wholeNumber("limit", "10"),
    maxPerPage: wholeNumber("max-per-page", "3"),
    hotkeys: hotkeys(text("hotkey") ?? (layout === "modal" ? MODAL_HOTKEYS : "")),
    label: text("label"),
    placeholder: text("placeholder"),
    instance: text("instance") ?? "",
    param: text("param"),
    strings: text("strings"),
    filters: text("filters"),
    recent: isOn("recent"),
    preview: isOn("preview"),
    missingResultsUrl: text("missing-results-url"),
    invalid,
  };
}
