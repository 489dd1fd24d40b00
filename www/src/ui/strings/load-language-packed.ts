/** Loads the sentences of one language from `docfuse-strings.hdf`, in place of `load-language`. */

import { packed } from "../../fetch/packed.js";
import LENGTHS from "docfuse_strings";
import type { Strings } from "./strings.js";

const NAME = "docfuse-strings.hdf";
const ADDRESS = new URL("./docfuse-strings.hdf", import.meta.url).href;

/** The longest sentences that are read. */
const MAX_LENGTH = 1 << 16;

export const TAGS: readonly string[] = Object.keys(LENGTHS);

export async function loadLanguage(tag: string): Promise<Strings> {
  const json = await packed(ADDRESS, NAME, LENGTHS, tag, MAX_LENGTH);
  return JSON.parse(new TextDecoder().decode(json)) as Strings;
}
