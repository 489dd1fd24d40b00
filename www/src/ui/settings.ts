/** The attributes that only the user interface reads, beside those of the shell. */

import { MAX_SHOWN_HITS } from "../generated/limits.js";
import { reader, type Config } from "./shell/config.js";

export interface Settings extends Omit<Config, "invalid"> {
  /** Of the documentation; by default the page's. */
  readonly version: string | undefined;
  /** Number of hits, also of each further page of them. */
  readonly limit: number;
  readonly maxPerPage: number;
  /** Words that a section must have; by default as the site says. */
  readonly match: "all" | "best" | undefined;
  /** The order that a search begins with. */
  readonly sort: string | undefined;
  /** Of a part: names the search that it shares with others. */
  readonly instance: string;
  /** Sentences of the author, in JSON. */
  readonly strings: string | undefined;
  /** Filters that a search begins with. */
  readonly filters: string | undefined;
  /** Whether the browser keeps recent and pinned searches. */
  readonly recent: boolean;
  /** Where readers may report that nothing was found; `{query}` is what they typed. */
  readonly missingResultsUrl: string | undefined;
  /** Values that their attributes cannot have, by the name of the attribute; `undefined` for none. */
  readonly invalid: Readonly<Record<string, string>> | undefined;
}

/** `config` is what the shell read of the same element. */
export function readSettings(element: Element, config: Config): Settings {
  const invalid = { ...config.invalid };
  const { text, checked } = reader(element, invalid);
  checked("theme", /^(auto|light|dark)$/, "auto"); // the style sheet reads it
  checked("hotkey", /^\s*(((ctrl|cmd|meta)\+)?\S[^\s+]*(\s+|$))*$/i, ""); // the shell does
  const wholeNumber = (name: string, usual: string) =>
    Math.min(Number(checked(name, /^[1-9]\d*$/, usual)), MAX_SHOWN_HITS); // the box shows no more
  const isOn = (name: string) => checked(name, /^(on|off)$/, "on") === "on";
  isOn("agents"); // the shell does, too
  return {
    ...config,
    version: text("version"),
    limit: wholeNumber("limit", "10"),
    maxPerPage: wholeNumber("max-per-page", "3"),
    match: (checked("match", /^(all|best|)$/, "") || undefined) as Settings["match"],
    sort: text("sort"),
    instance: text("instance") ?? "",
    strings: text("strings"),
    filters: text("filters"),
    recent: isOn("recent"),
    preview: isOn("preview"),
    missingResultsUrl: text("missing-results-url"),
    invalid: Object.keys(invalid).length > 0 ? invalid : undefined,
  };
}
