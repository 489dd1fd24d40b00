// Makes a set: candidates of a rule, those that can be queries, a sample of them, the files.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom, sample } from "../lib/random.mjs";
import { wordsOf } from "./words.mjs";

const [MOST, SEED] = [200, 7];
const SETTINGS = new URL("../../docs/settings.md", import.meta.url);

/** The default patterns of `site.exclude`, from the list of settings: a list in a file replaces it. */
export function defaultExclude() {
  const [, list] = /^exclude = \[[^\n]*\n([^\]]*)\]/m.exec(readFileSync(SETTINGS, "utf8")) ?? [];
  const patterns = [...(list ?? "").matchAll(/"([^"]+)"/g)].map(([, pattern]) => pattern);
  if (patterns.length === 0)
    throw new Error("docs/settings.md: expected the default list of exclude, found none");
  return patterns;
}

/**
 * The judged queries of candidates `{ text, kind, answers, most }`: those with an answer on one page (at most `most`),
 * of two words or more that are not all in one heading of that page, asked only once, in any order of the words.
 * A page without a heading that readers see is no answer.
 */
export function judged(candidates, site, language = "en") {
  const byText = new Map();
  for (const { text, kind, answers, most = 1 } of candidates) {
    const pages = [...new Set(answers.map(({ page }) => page))];
    if (pages.length === 0 || pages.length > most) continue;
    const words = wordsOf(text, language);
    const headings = pages.map((page) => site.headings(page));
    if (words.length < 2 || headings.some((of) => of.length === 0 || isHeading(words, of, language)))
      continue;
    const key = words.toSorted().join(" ");
    byText.set(key, [...(byText.get(key) ?? []), { text, kind, pages, sections: sectionsOf(answers) }]);
  }
  const clear = [...byText.values()].filter(
    (same) => new Set(same.map(({ pages }) => pages.join())).size === 1,
  );
  const chosen = sample(
    clear.map(([query]) => query),
    MOST,
    randomFrom(SEED),
  );
  return chosen.map((query, i) => ({ id: `${i + 1}`, ...query }));
}

const isHeading = (words, headings, language) =>
  headings.some((heading) => {
    const said = new Set(wordsOf(heading, language));
    return words.every((word) => said.has(word));
  });

const sectionsOf = (answers) => [
  ...new Set(answers.map(({ page, anchor }) => (anchor ? `${page}#${anchor}` : page))),
];

/** Writes the files of `writeQueries`, and `docfuse.toml`. */
export function write(folder, queries, exclude) {
  writeQueries(folder, queries);
  const patterns = [...defaultExclude(), ...exclude].map((pattern) => `  ${JSON.stringify(pattern)},`);
  writeLines(folder, "docfuse.toml", ["[site]", "exclude = [", ...patterns, "]"]);
}

/** Writes `queries.jsonl`, `qrels.tsv`, and `qrels_sections.tsv` if any answer is a section. */
export function writeQueries(folder, queries) {
  mkdirSync(folder, { recursive: true });
  const judgements = (answersOf) => [
    "query-id\tcorpus-id\tscore",
    ...queries.flatMap((query) => answersOf(query).map((answer) => `${query.id}\t${answer}\t1`)),
  ];
  writeLines(
    folder,
    "queries.jsonl",
    queries.map(({ id, text, kind }) => JSON.stringify({ _id: id, text, kind })),
  );
  writeLines(
    folder,
    "qrels.tsv",
    judgements(({ pages }) => pages),
  );
  if (queries.some(({ sections }) => sections.some((section) => section.includes("#"))))
    writeLines(
      folder,
      "qrels_sections.tsv",
      judgements(({ sections }) => sections),
    );
}

const writeLines = (folder, name, lines) => writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
