/**
 * The attributes that the shell reads, as values; what is missing or invalid counts as the default. The user interface adds
 * its own: `ui/settings.ts`.
 */

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
  readonly encoder: EncoderChoice;
  readonly dense: DenseChoice;
  readonly hotkeys: readonly Hotkey[];
  readonly label: string | undefined;
  readonly placeholder: string | undefined;
  /** The parameter of the page's address that has the query. */
  readonly param: string | undefined;
  /** Whether wide dialogs show the section beside the list. */
  readonly preview: boolean;
  /** Values that their attributes cannot have, by the name of the attribute. */
  readonly invalid: Readonly<Record<string, string>>;
}

/** The attributes that decide which index is open. */
export const INDEX_ATTRIBUTES: readonly string[] = ["base", "site", "language", "encoder", "dense"];

/** The default of `hotkey` for the button; an input has none, since many sites already use these keys. */
const MODAL_HOTKEYS = "ctrl+k /";

/** Reads attributes of an element; `invalid` gets values that they cannot have, by the name of the attribute. */
export function reader(element: Element, invalid: Record<string, string>) {
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  return {
    text,
    /** The value of an attribute if it is `valid`; an empty one counts as none. */
    checked(name: string, valid: RegExp, usual: string): string {
      const given = text(name) || usual;
      if (valid.test(given)) return given;
      invalid[name] = given;
      return usual;
    },
  };
}

export function readConfig(element: Element): Config {
  const invalid = {};
  const { text, checked } = reader(element, invalid);
  const layout = checked("layout", /^(inline|modal)$/, "inline") as Layout;
  return {
    layout,
    base: text("base"),
    site: text("site"),
    language: text("language") ?? languageAround(element),
    encoder: checked("encoder", /^(auto|eager|off)$/, "auto") as EncoderChoice,
    dense: checked("dense", /^(auto|encoder|lexicon|off)$/, "auto") as DenseChoice,
    hotkeys: hotkeys(text("hotkey") ?? (layout === "modal" ? MODAL_HOTKEYS : "")),
    label: text("label"),
    placeholder: text("placeholder"),
    param: text("param"),
    preview: text("preview") !== "off",
    invalid,
  };
}
