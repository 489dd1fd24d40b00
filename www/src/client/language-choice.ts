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
  /** Language tag; empty if the manifest has none. */
  readonly language: string;
  /** The tags of all languages of the site. */
  readonly languages: readonly string[];
  /** Orders that the site offers, as `sort` takes them. */
  readonly orders: readonly string[];
}

/** The script for a language tag. */
export function workerKind(tag: string): WorkerKind {
  return isEnglish(tag) ? "english" : "languages";
}

/** Whether a language tag is of English; an empty one counts as English. */
export function isEnglish(tag: string): boolean {
  return /^(en)?([-_]|$)/i.test(tag.trim());
}

/**
 * Of the languages `known`, the one that fits the tag `wanted` best: the tag, else as much of its beginning as there is
 * (`pt` for `pt-BR`), else the first variant of the same language.
 */
export function fittingLanguage(wanted: string, known: readonly string[]): string | undefined {
  let tag = wanted.trim().toLowerCase().replaceAll("_", "-");
  while (!known.includes(tag)) {
    const end = tag.lastIndexOf("-");
    if (end < 0) return known.find((language) => language.split("-")[0] === tag);
    tag = tag.slice(0, end);
  }
  return tag;
}

/** The manifest in the language that fits `wanted` best if the site has one, else that of its main language. */
export async function chooseManifest(
  load: (name: string) => Promise<string>,
  wanted: string,
): Promise<ChosenManifest> {
  const text = await load(MANIFEST);
  const manifest = parse(text);
  const main = languageOf(manifest);
  const others = new Map(Object.entries(object(manifest["languages"])));
  const languages = [main, ...others.keys()];
  const language = fittingLanguage(wanted, languages);
  if (language === undefined || language === main)
    return { name: MANIFEST, text, language: main, languages, orders: ordersOf(manifest) };
  const name = others.get(language);
  if (typeof name !== "string" || !/^[a-z0-9.-]+\.json$/.test(name)) {
    throw damaged(MANIFEST, `names no file of this folder for “${language}”; build the index anew`);
  }
  const chosen = await load(name);
  const other = parse(chosen);
  return { name, text: chosen, language: languageOf(other), languages, orders: ordersOf(other) };
}

function languageOf({ language }: Json): string {
  return typeof language === "string" ? language : "";
}

function ordersOf({ sort }: Json): string[] {
  return Array.isArray(sort) ? sort.map(String) : [];
}
