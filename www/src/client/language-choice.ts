/**
 * Sites in several languages: which manifest belongs to the page's language, and which worker script to an
 * index's language. The small search module stems English only; the large one knows all languages.
 */

import { damaged } from "../fetch/http.js";
import { MANIFEST, object, parse, type Json } from "../fetch/manifest.js";

/** `languages` is the script with the search module that knows all languages. */
export type WorkerKind = "english" | "languages";

/** A manifest that was chosen, unchecked but for what the choice needs. */
export interface ChosenManifest {
  readonly name: string;
  readonly text: string;
  /** Primary subtag; empty if the manifest says none. */
  readonly language: string;
}

/** `de` of `de-AT`. */
export function primarySubtag(tag: string): string {
  return tag
    .trim()
    .toLowerCase()
    .replace(/[-_].*/s, "");
}

/** The script for an index, or a page, in `language`; unknown counts as English. */
export function workerKind(language: string): WorkerKind {
  return language !== "" && language !== "en" ? "languages" : "english";
}

/** The manifest in the language `wanted`, if the site has one; else that of its main language. */
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
