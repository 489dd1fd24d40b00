/** The box's sentences in all languages but English, each in a file that is loaded alone. */

import type { Strings } from "./strings.js";

/** By BCP 47 tag: of several variants of a language, the first one is for the others. */
export const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly strings: Strings }>>> = {
  ar: () => import("./ar.js"),
  cs: () => import("./cs.js"),
  de: () => import("./de.js"),
  es: () => import("./es.js"),
  fr: () => import("./fr.js"),
  he: () => import("./he.js"),
  it: () => import("./it.js"),
  ja: () => import("./ja.js"),
  ko: () => import("./ko.js"),
  nl: () => import("./nl.js"),
  pl: () => import("./pl.js"),
  "pt-BR": () => import("./pt-br.js"),
  ru: () => import("./ru.js"),
  tr: () => import("./tr.js"),
  uk: () => import("./uk.js"),
  "zh-Hans": () => import("./zh-hans.js"),
  "zh-Hant": () => import("./zh-hant.js"),
};
