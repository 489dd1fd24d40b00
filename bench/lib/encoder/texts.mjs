// Texts to embed: real sections, documents and queries, the same ones on every machine.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSet } from "../queries.mjs";
import { randomFrom, sample } from "../random.mjs";
import { sectionsOfSite } from "../sections.mjs";
import { SITES, locate } from "../site.mjs";

/** Corpora of BEIR form, sites, and further sets of queries. */
const CORPORA = ["scifact", "ray-docs", "anthropic-docs"];
const SECTIONED = ["python3", "rust-book"];
const QUERY_SETS = [...CORPORA, "python3-symbols", "python3-faq", "python3-conala-dev"];

/** So many of each source, and of all queries together. */
const [FROM_EACH, QUERIES] = [160, 200];
const SEED = 23;

/** Word pieces, `[CLS]` and `[SEP]` counted, of the queries that are timed, and how many different ones of each. */
export const LENGTHS = [6, 12, 24];
const OF_EACH_LENGTH = 20;

/** A text as the encoder gets a section: the heading in front. */
const joined = (title, text) => (title ? `${title}\n${text}` : text);

/** The sections of a site as `{ title, text }`: its pages are read as MiniSearch's are. */
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

/** The queries of all sets, each text once. */
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
  return chosen(texts, queries, randomFrom(SEED));
}

/** `FROM_EACH` of each of the sources, then `QUERIES` of the queries. */
export function chosen(sources, queries, random) {
  return [
    ...sources.flatMap((texts) => exactly(FROM_EACH, texts, random)),
    ...exactly(QUERIES, queries, random),
  ];
}

function exactly(count, texts, random) {
  if (texts.length < count) throw new Error(`${count} texts of a source expected, ${texts.length} found`);
  return sample(texts, count, random);
}

function readRecords(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).map(({ title, text }) => ({ title, text }));
}

/**
 * The queries to be timed by their length, from `{ text, ids }`: those that have exactly so many word pieces, so that
 * nobody's work is cut or padded.
 */
export function timedTexts(queries, random = randomFrom(SEED)) {
  return Object.fromEntries(
    LENGTHS.map((length) => {
      const fitting = queries.filter(({ ids }) => ids.length === length);
      if (fitting.length < OF_EACH_LENGTH) {
        throw new Error(
          `${OF_EACH_LENGTH} queries of ${length} word pieces expected, ${fitting.length} found`,
        );
      }
      return [length, sample(fitting, OF_EACH_LENGTH, random)];
    }),
  );
}
