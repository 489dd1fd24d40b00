// Builds a site at once, and in parts that are merged, divided in three ways. Compares the files of the indexes, and the
// hits of all queries in order.
//
//   DOCFUSE_BIN=… DOCFUSE_MODEL=… node tests/robustness/merge.mjs SITE --set DIR [--set DIR] [--cache DIR]
//
// A set is a folder with queries.jsonl and qrels.tsv. Without one, only files are compared: equal ones answer alike. With a
// cache of vectors, parts and the whole are built with it, and their times are those of a build without changes; merges
// never have one.
import assert from "node:assert/strict";
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { table } from "../../bench/lib/markdown.mjs";
import { differing, filesOf, scratch, seconds, succeed } from "./command.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { set: { type: "string", multiple: true, default: [] }, cache: { type: "string" } },
});
assert.ok(positionals.length === 1, "expected SITE");
const site = resolve(positionals[0]);
const sets = values.set.map((set) => resolve(set));

const { folder, remove } = scratch();
const cacheOf = (name) => ["--cache", values.cache ? resolve(values.cache) : join(folder, `cache-${name}`)];

const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));

/** A folder with some pages of the site, for one part. */
function withPages(name, chosen, below = "") {
  const root = join(folder, "parts", name);
  for (const page of chosen) {
    const path = join(root, page.slice(below.length));
    mkdirSync(dirname(path), { recursive: true });
    linkSync(join(site, page), path);
  }
  return root;
}

function groups(nameOf) {
  const found = new Map();
  for (const page of pages) found.set(nameOf(page), [...(found.get(nameOf(page)) ?? []), page]);
  return found;
}

/** Three divisions: for each part, its folder and options. */
function divisions() {
  const above = (page) => (page.includes("/") ? page.split("/")[0] : "");
  const folders = groups(above);
  const byFolder = [...folders].map(([name, chosen]) =>
    name ? [join(site, name), ["--part", "--at", name]] : [withPages("root", chosen), ["--part"]],
  );
  const range = (page) => ["", "c", "h", "p"].filter((first) => basename(page).toLowerCase() >= first).at(-1);
  const byLetter = [...groups(range)].map(([first, chosen]) => [
    withPages(`from-${first}`, chosen),
    ["--part"],
  ]);
  const shares = Array.from({ length: 4 }, (_, at) => [site, ["--part", `${at + 1}/4`]]);
  return { "by folder": byFolder, "by first letter": byLetter, "at random, K/4": shares };
}

/** The hits of all queries by mode, as lines of TREC runs without their scores, and nDCG@10. */
async function answers(index) {
  const found = new Map();
  const quality = {};
  let queries = 0;
  for (const set of sets) {
    const runs = join(folder, "runs.txt");
    const { output } = await succeed(
      ...["eval", index, "--queries", join(set, "queries.jsonl"), "--qrels", join(set, "qrels.tsv")],
      ...["--runs", runs, "--json"],
    );
    const report = JSON.parse(output.slice(output.indexOf("{")));
    queries += report.queries.length;
    for (const { modes } of report.queries)
      for (const [mode, { "ndcg@10": ndcg }] of Object.entries(modes))
        quality[mode] = (quality[mode] ?? 0) + ndcg;
    for (const line of readFileSync(runs, "utf8").trimEnd().split("\n")) {
      const [query, , document, rank, , tag] = line.split(" ");
      const key = `${basename(set)} ${query} ${tag}`;
      found.set(key, [...(found.get(key) ?? []), `${rank} ${document}`]);
    }
  }
  return { found, queries, quality };
}

const rows = [];
try {
  const whole = join(folder, "whole");
  const built = await succeed("build", site, "--out", whole, ...cacheOf("whole"));
  const fresh = ({ output }) => Number(/(\d+) windows newly embedded/.exec(output)?.[1] ?? NaN);
  const windows = /sections, (\d+) windows/.exec(built.output)?.[1];
  console.log(
    `one build: ${seconds(built.ms)} s, ${fresh(built)} of ${windows} windows embedded, peak ${built.peak >> 20} MB`,
  );
  const expected = { files: filesOf(whole), ...(sets.length > 0 && (await answers(whole))) };
  for (const [name, parts] of Object.entries(divisions())) {
    const times = [];
    const outs = [];
    for (const [at, [from, options]] of parts.entries()) {
      outs.push(join(folder, "out", String(at)));
      times.push(
        (await succeed("build", from, "--out", outs.at(-1), ...options, ...cacheOf(`${name}-${at}`))).ms,
      );
    }
    const bytes = outs.flatMap((out) => readdirSync(out).map((file) => statSync(join(out, file)).size));
    const index = join(folder, "merged");
    const merged = await succeed("merge", ...outs, "--out", index, "--cache", join(folder, `empty-${name}`));
    const files = differing(expected.files, filesOf(index));
    const found = sets.length > 0 && (await answers(index));
    const others = (tag) => {
      const keys = [...new Set([...expected.found.keys(), ...found.found.keys()])].filter((key) =>
        key.endsWith(` ${tag}`),
      );
      const changed = keys.filter((key) => expected.found.get(key)?.join() !== found.found.get(key)?.join());
      return changed.length;
    };
    const ndcg = (mode) => ((found.quality[mode] - expected.quality[mode]) / found.queries).toFixed(4);
    rows.push([
      ...[name, parts.length, seconds(Math.max(...times)), (bytes.reduce((a, b) => a + b) / 1e6).toFixed(1)],
      ...[seconds(merged.ms), merged.processor.toFixed(1), merged.peak >> 20],
      ...[`${fresh(merged)} of ${windows}`, files.length],
    ]);
    if (found)
      rows
        .at(-1)
        .push(
          `${others("lexical")} / ${others("dense")} / ${others("fused")} of ${found.queries}`,
          `${ndcg("lexical")} / ${ndcg("dense")} / ${ndcg("hybrid")}`,
        );
    console.log(rows.at(-1).join(" | "));
    rmSync(join(folder, "out"), { recursive: true });
    rmSync(index, { recursive: true });
  }
} finally {
  remove();
}
const names = [
  "division",
  "parts",
  "s of the slowest part",
  "MB of all parts",
  "s of the merge",
  "s of processor time",
];
names.push("MB of memory", "windows embedded anew", "files that differ");
if (sets.length > 0)
  names.push("queries with other hits: lexical / dense / hybrid", "difference of nDCG@10, likewise");
console.log(table(names, rows));
