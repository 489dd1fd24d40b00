/** The box's sentences in all languages but English. */

import { ar } from "./ar.js";
import { cs } from "./cs.js";
import { de } from "./de.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { he } from "./he.js";
import { it } from "./it.js";
import { ja } from "./ja.js";
import { ko } from "./ko.js";
import { nl } from "./nl.js";
import { pl } from "./pl.js";
import { ptBr } from "./pt-br.js";
import { ru } from "./ru.js";
import type { Strings } from "./strings.js";
import { tr } from "./tr.js";
import { uk } from "./uk.js";
import { zhHans } from "./zh-hans.js";
import { zhHant } from "./zh-hant.js";

/** By BCP 47 tag: of several variants of a language, the first one is for the others. */
export const LANGUAGES: Readonly<Record<string, Strings>> = {
  ar,
  cs,
  de,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  "pt-BR": ptBr,
  ru,
  tr,
  uk,
  "zh-Hans": zhHans,
  "zh-Hant": zhHant,
};
