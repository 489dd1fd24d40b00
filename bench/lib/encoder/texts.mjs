// Texts to embed: real sections, documents and queries.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSet } from "../queries.mjs";
import { sectionsOfSite } from "../sections.mjs";
import { SITES, locate } from "../site.mjs";
import { chosen } from "./drawn.mjs";

/** Corpora in BEIR's format, sites, and query sets. */
const CORPORA = ["scifact", "ray-docs", "anthropic-docs"];
const SECTIONED = ["python3", "rust-book"];
const QUERY_SETS = [...CORPORA, "python3-symbols", "python3-faq", "python3-conala-dev"];

/** A section's text as the encoder gets it, after its heading. */
const joined = (title, text) => (title ? `${title}\n${text}` : text);

/** The sections of a site as `{ title, text }`, read as for MiniSearch. */
export function sectionTexts(name, sites) {
  const site = { ...SITES[name], pages: locate(name, sites) };
  const patterns = site.exclude.map((pattern) => new RegExp(pattern));
  return sectionsOfSite(site)
    .filter(({ url }) => !patterns.some((pattern) => pattern.test(url)))
    .map(({ title, heading, text }) => ({
      title: heading === title ? title : `${title} › ${heading}`,
      text,
    }));
}

/** The distinct queries of all sets. */
export function queryTexts(sets) {
  return [...new Set(QUERY_SETS.flatMap((name) => readSet(join(sets, name)).map(({ text }) => text)))];
}

/** 1,000 texts, 160 of each of two sites and three corpora and 200 queries, to be compared with the f32 model. */
export function comparedTexts(sites, sets, queries) {
  const sources = [
    ...SECTIONED.map((name) => sectionTexts(name, sites)),
    ...CORPORA.map((name) => readRecords(join(sets, name, "corpus.jsonl"))),
  ];
  const texts = sources.map((records) => [...new Set(records.map(({ title, text }) => joined(title, text)))]);
  return chosen(texts, queries);
}

function readRecords(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).map(({ title, text }) => ({ title, text }));
}
