/**
 * Chooses the manifest for the page's language, and the worker script for an index's language: one search module stems
 * English only, the other all languages.
 */

import { damaged } from "../fetch/http.js";
import { object, parse, type Json } from "../fetch/manifest.js";
import { MANIFEST } from "../generated/limits.js";

/** `languages`: the script with the stemmers of all languages. */
export type WorkerKind = "english" | "languages";

/** The chosen manifest, checked only as far as the choice needs. */
export interface ChosenManifest {
  readonly name: string;
  readonly text: string;
  /** Primary subtag; empty if the manifest has none. */
  readonly language: string;
}

/** The primary subtag in lower case: `de` for `de-AT`. */
export function primarySubtag(tag: string): string {
  return tag
    .trim()
    .toLowerCase()
    .replace(/[-_].*/s, "");
}

/** The script for a primary subtag; an empty one counts as English. */
export function workerKind(language: string): WorkerKind {
  return language !== "" && language !== "en" ? "languages" : "english";
}

/** The manifest in the language `wanted` if the site has one, else that of its main language. */
export async function chooseManifest(
  load: (name: string) => Promise<string>,
  wanted: string,
): Promise<ChosenManifest> {
  const text = await load(MANIFEST);
  const manifest = parse(text);
  const main = toChosen(MANIFEST, text, manifest);
  if (wanted === main.language) return main;
  const name = new Map(Object.entries(object(manifest["languages"]))).get(wanted);
  if (name === undefined) return main;
  if (typeof name !== "string" || !/^[a-z0-9.-]+\.json$/.test(name)) {
    throw damaged(MANIFEST, `names no file of this folder for “${wanted}”; build the index anew`);
  }
  const other = await load(name);
  return toChosen(name, other, parse(other));
}

function toChosen(name: string, text: string, { language }: Json): ChosenManifest {
  return { name, text, language: typeof language === "string" ? primarySubtag(language) : "" };
}
