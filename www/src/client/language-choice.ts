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
  /** What the site offers beyond a query's text; unchecked. */
  readonly offers: Offers | undefined;
  readonly about: SearchInfo;
}

/** What an index is; of several, the first one. Unchecked. */
export interface SearchInfo {
  /** Language tag; empty if it states none. */
  readonly language: string;
  /** Language tags of all indexes of the site, that of its main language first. */
  readonly languages: readonly string[];
  readonly pages: number;
  readonly sections: number;
  /** Whether it can be searched by meaning. */
  readonly vectors: boolean;
  /** Keys to sort by. */
  readonly sort: readonly string[];
}

/** A rule of the author: a page, or a note with or without a link, that is shown above the hits of certain queries. */
export interface Rule {
  readonly queries: readonly string[];
  /** How queries are compared; `exact` by default. */
  readonly match?: "exact" | "prefix" | "meaning" | undefined;
  /** Least similarity by meaning. */
  readonly similarity?: number | undefined;
  /** Vectors of the queries. */
  readonly vectors?: readonly string[] | undefined;
  /** Relative to the site's root, or absolute. */
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly note?: string | undefined;
}

/** What a site offers beyond a query's text. */
export interface Offers {
  /** Orders by the keys of the site, as the option `sort` takes them, each the way that readers expect first: `date:desc`. */
  readonly sort?: readonly string[] | undefined;
  /** What is shown above the hits of certain queries. */
  readonly rules?: readonly Rule[] | undefined;
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
  let name = MANIFEST;
  let text = await load(MANIFEST);
  let manifest = parse(text);
  const main = languageOf(manifest);
  const others = new Map(Object.entries(object(manifest["languages"])));
  const languages = [main, ...others.keys()];
  const language = fittingLanguage(wanted, languages);
  if (language !== undefined && language !== main) {
    name = `${others.get(language)}`;
    if (!/^[a-z0-9.-]+\.json$/.test(name)) {
      throw damaged(MANIFEST, "names no file of this folder; build the index anew");
    }
    text = await load(name);
    manifest = parse(text);
  }
  const offers = manifest["offers"] as Offers | undefined;
  const { pages, sections, model } = manifest as Json & SearchInfo;
  const known = { language: languageOf(manifest), languages };
  const sort = (offers?.sort ?? []).map((key) => key.replace(/:desc$/, ""));
  return { name, text, ...known, offers, about: { ...known, pages, sections, vectors: !!model, sort } };
}

function languageOf({ language }: Json): string {
  return typeof language === "string" ? language : "";
}
