// Words by a dictionary in place of pairs of characters, in languages without spaces:
//   node segmentation.mjs --docfuse FILE --site DIR --locale ja --out DIR [--queries FILE --qrels FILE]
//
// A copy of the site has each run of Han, kana, Hangul, Thai, Lao or Khmer cut into words by ICU's dictionary (`Intl.Segmenter`), each
// word spelled in Latin consonants, so that the same engine indexes words there and pairs in the site itself. Queries are
// headings of sections (at most 200, which occur once), or those of a set whose answers are sections; the same with a
// typing error (a character left out, or two exchanged); and their content words in reverse order. Prints nDCG@10 of both.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const names = ["docfuse", "site", "locale", "out", "queries", "qrels"];
const { values } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
for (const name of names.slice(0, 4)) if (!values[name]) throw new Error(`--${name} expected, none found`);

const segmenter = new Intl.Segmenter(values.locale, { granularity: "word" });
const RUN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f\u0e00-\u0eff\u1780-\u17ff々〆ー]+/g;
/** Sixteen letters that no rule of English stemming touches. */
const LETTERS = "bcfhjkmnpqrtvwxz";

const spelled = (word) =>
  [...word]
    .flatMap((c) => [12, 8, 4, 0].map((shift) => LETTERS[(c.codePointAt(0) >> shift) & 15]))
    .concat("z")
    .join("");
const inWords = (text) =>
  text
    .normalize("NFKC")
    .replace(RUN, (run) => ` ${[...segmenter.segment(run)].map((it) => spelled(it.segment)).join(" ")} `);

let state = 11;
/** A number below `end`, the same in each run. */
function random(end) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
}

function copy(from, to) {
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) {
      copy(path, join(to, name));
    } else if (/\.html?$/.test(name)) {
      const parts = readFileSync(path, "utf8").split(/(<(?:script|style)[^]*?<\/(?:script|style)>|<[^>]*>)/);
      write(join(to, name), parts.map((part, at) => (at % 2 ? part : inWords(part))).join(""));
    }
  }
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Headings in the language's script, each with its section. Of pages in several languages in one folder, those of the locale. */
function headings() {
  const HEADING =
    /<h[2-5](?=[\s>])(?:[^>]*\bid="([^"]+)"[^>]*>|[^>]*class="title"[^>]*>\s*<a id="([^"]+)"(?:\/>|><\/a>))(.*?)<\/h[2-5]>/gs;
  const found = new Map();
  const files = readdirSync(values.site, { recursive: true }).filter((name) => name.endsWith(".html"));
  const marked = files.filter((name) => name.includes(`.${values.locale}`));
  for (const name of (marked.length ? marked : files).sort()) {
    for (const [, own, inside, inner] of readFileSync(join(values.site, name), "utf8").matchAll(HEADING)) {
      const id = own ?? inside;
      const text = inner
        .replace(/<[^>]+>/g, "")
        .replace(/^\s*[\d.]+\s*/, "")
        .trim();
      if ([...(text.match(RUN) ?? []).join("")].length < 4) continue;
      found.set(text, [...(found.get(text) ?? []), `${name}#${id}`]);
    }
  }
  const alone = [...found].filter(([, places]) => places.length === 1);
  const chosen = Array.from(
    { length: Math.min(200, alone.length) },
    () => alone.splice(random(alone.length), 1)[0],
  );
  return {
    queries: chosen.map(([text], at) => ({ _id: `h${at}`, text })),
    qrels: `query-id\tcorpus-id\tscore\n${chosen.map(([, [place]], at) => `h${at}\t${place}\t1\n`).join("")}`,
  };
}

function mistyped({ _id, text }) {
  const at = [...text.matchAll(RUN)].flatMap(({ index, 0: run }) => [...run].map((_, more) => index + more));
  if (at.length < 4) return [];
  const place = at[1 + random(at.length - 2)];
  const rest = text.slice(place + 1);
  const other = random(2) ? rest : rest.slice(0, 1) + text[place] + rest.slice(1);
  return [{ _id, text: text.slice(0, place) + other }];
}

function keywords({ _id, text }) {
  const isContent = ({ segment, isWordLike }) =>
    isWordLike && !/^[\u3041-\u309f]+$/.test(segment) && (segment.length > 1 || /[a-z]/i.test(segment));
  const words = [...segmenter.segment(text)].filter(isContent).map((it) => it.segment);
  return words.length > 1 ? [{ _id, text: words.reverse().join(" ") }] : [];
}

function ndcg(index, queries) {
  const level = ["--mode", "lexical", "--level", "section", "--json"];
  const args = ["eval", index, "--queries", queries, "--qrels", join(values.out, "qrels.tsv"), ...level];
  const report = JSON.parse(execFileSync(values.docfuse, args, { encoding: "utf8", maxBuffer: 1 << 28 }));
  return report.modes.lexical["ndcg@10"].toFixed(4);
}

const set = values.queries
  ? {
      queries: readFileSync(values.queries, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
      qrels: readFileSync(values.qrels, "utf8"),
    }
  : headings();
copy(values.site, join(values.out, "words"));
write(join(values.out, "qrels.tsv"), set.qrels);
const indexes = { pairs: values.site, words: join(values.out, "words") };
for (const [name, site] of Object.entries(indexes))
  execFileSync(values.docfuse, [
    "build",
    site,
    "--no-dense",
    "--quiet",
    "--out",
    join(values.out, name + "-index"),
  ]);
const kinds = { whole: (query) => [query], mistyped, keywords };
for (const [kind, of] of Object.entries(kinds)) {
  const queries = set.queries.flatMap(of);
  const figures = Object.keys(indexes).map((name) => {
    const lines = queries.map((query) =>
      name === "words" ? { ...query, text: inWords(query.text).trim() } : query,
    );
    const path = join(values.out, `${kind}-${name}.jsonl`);
    write(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    return ndcg(join(values.out, name + "-index"), path);
  });
  console.log(`${kind.padEnd(10)} ${queries.length} queries: pairs ${figures[0]}, words ${figures[1]}`);
}
