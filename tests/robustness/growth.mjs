// Builds the words of 1,000, 10,000 and all pages of several sites, each below a folder of its own, at once and by merging
// eight parts. Measures time, peak memory, files and the bytes of a first query.
//
//   DOCFUSE_BIN=… node tests/robustness/growth.mjs NAME=SITE [NAME=SITE …] [--pages 1000,10000,all] [--parts 8]
//     [--vectors 10000] [--cache DIR] [--picture FILE.svg]
//
// --vectors builds sizes up to this once more with vectors, for which DOCFUSE_MODEL names the encoder; --cache keeps them.
//
// The pages of a smaller size are chosen by a hash of their paths, so each size has those of the smaller ones. Links of
// files (hard links) make the folders, on the file system of the sites: --scratch names a folder there.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { table } from "../../bench/lib/markdown.mjs";
import { differing, filesOf, scratch, seconds, succeed } from "./command.mjs";
import { curves } from "./curves.mjs";

const QUERIES = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: "string", default: "1000,10000,all" },
    parts: { type: "string", default: "8" },
    vectors: { type: "string", default: "0" },
    cache: { type: "string" },
    picture: { type: "string" },
    scratch: { type: "string", default: tmpdir() },
  },
});
assert.ok(positionals.length > 0, "expected NAME=SITE");
const sites = positionals.map((site) => site.split(/=(.*)/s));
const parts = Number(values.parts);
const { folder, remove } = scratch(values.scratch);

const hash = (path) => createHash("sha256").update(path).digest("hex");
const pages = sites
  .flatMap(([name, site]) =>
    readdirSync(site, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({
        file,
        path: join(name, file.slice(resolve(site).length)),
      })),
  )
  .sort((a, b) => (hash(a.path) < hash(b.path) ? -1 : 1));

const docfuse = (...args) => succeed(...args, "--no-dense", "--cache", join(folder, "cache"));

/** Titles of pages of the smallest size as queries, each with its page as the answer: only their bytes count. */
function queries() {
  const titled = new Map();
  for (const { file, path } of pages.slice(0, 1000)) {
    const title = /<title>([^<&]{3,60})<\/title>/i.exec(readFileSync(file, "utf8"))?.[1].trim();
    if (title && titled.size < QUERIES) titled.set(title, path);
  }
  const asked = [...titled].map(([text], at) => `${JSON.stringify({ _id: String(at), text })}\n`);
  const known = [...titled].map(([, path], at) => `${at}\t${path}\t1\n`);
  const [file, qrels] = [join(folder, "queries.jsonl"), join(folder, "qrels.tsv")];
  writeFileSync(file, asked.join(""));
  writeFileSync(qrels, ["query\tdocument\tgrade\n", ...known].join(""));
  return ["--queries", file, "--qrels", qrels];
}

const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(0);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const rows = [];
const withVectors = [];
/** Pages, and what the picture shows of them. */
const shown = [];
try {
  const asked = queries();
  let done = 0;
  const site = join(folder, "site");
  for (const wanted of values.pages.split(",")) {
    const count = wanted === "all" ? pages.length : Math.min(Number(wanted), pages.length);
    for (const { file, path } of pages.slice(done, count)) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      linkSync(file, join(site, path));
    }
    done = Math.max(done, count);
    const [index, merged] = [join(folder, "index"), join(folder, "merged")];
    const built = await docfuse("build", site, "--out", index);
    const [, indexed, sections] = /(\d+) pages, (\d+) sections/.exec(built.output);
    console.log(built.output);
    const times = [];
    const outs = Array.from({ length: parts }, (_, at) => join(folder, `part-${at + 1}`));
    for (const [at, out] of outs.entries())
      times.push(await docfuse("build", site, "--out", out, "--part", `${at + 1}/${parts}`));
    const whole = await docfuse("merge", ...outs, "--out", merged);
    console.log(whole.output);
    assert.deepEqual(differing(filesOf(index), filesOf(merged)), []);
    const names = readdirSync(index);
    const stored = names.filter(
      (name) => (name.endsWith(".hdf") && !name.includes(".wasm")) || name === "docfuse.json",
    );
    const bytes = stored.map((name) => statSync(join(index, name)).size).reduce((a, b) => a + b);
    const partBytes = outs.flatMap((out) => readdirSync(out).map((name) => statSync(join(out, name)).size));
    const { output } = await succeed("eval", index, ...asked, "--mode", "lexical", "--json");
    const { first_query: first } = JSON.parse(output.slice(output.indexOf("{")));
    rows.push([
      ...[indexed, sections, seconds(built.ms), seconds(built.processor * 1000), megabytes(built.peak)],
      ...[stored.length, (bytes / 1e6).toFixed(1)],
      ...[kilobytes(first.p50_bytes), kilobytes(first.p95_bytes)],
      ...[
        seconds(Math.max(...times.map(({ ms }) => ms))),
        megabytes(Math.max(...times.map(({ peak }) => peak))),
      ],
      ...[(partBytes.reduce((a, b) => a + b) / 1e6).toFixed(1), seconds(whole.ms), megabytes(whole.peak)],
    ]);
    shown.push([Number(indexed), built.processor, built.peak / 2 ** 20, first.p50_bytes / 1000]);
    console.log(rows.at(-1).join(" | "));
    if (count > Number(values.vectors)) continue;
    const [out, cache] = [join(folder, "vectors"), values.cache ?? join(folder, "cache-of-vectors")];
    const dense = await succeed("build", site, "--verbose", "--out", out, "--cache", cache);
    console.log(dense.output);
    const [, windows] = /(\d+) windows/.exec(dense.output);
    const embedding = /embedding ([\d.]+) s/.exec(dense.output)?.[1] ?? "0";
    const sizes = ["dense", "graph", "homes", "termvectors"].map((kind) =>
      readdirSync(out)
        .filter((name) => name.startsWith(`${kind}-`))
        .map((name) => statSync(join(out, name)).size)
        .reduce((a, b) => a + b, 0),
    );
    withVectors.push([
      ...[indexed, windows, seconds(dense.ms), embedding, megabytes(dense.peak)],
      ...sizes.map((size) => (size / 1e6).toFixed(1)),
    ]);
  }
} finally {
  remove();
}
console.log(
  table(
    [
      ...["pages", "sections", "s of a build", "s of processor time", "MB of memory", "files", "MB of files"],
      ...["KB of a first query, median", "95 %", "s of the slowest part", "MB of memory", "MB of all parts"],
      ...["s of the merge", "MB of memory"],
    ],
    rows,
  ),
);
if (withVectors.length > 0) {
  console.log(
    table(
      [
        ...["pages", "windows", "s of a build", "of these embedding", "MB of memory", "MB of vectors"],
        ...["MB of the graph", "MB of term vectors"],
      ],
      withVectors,
    ),
  );
}
if (values.picture)
  writeFileSync(
    values.picture,
    curves(["build, s of processor time", "memory of a build, MB", "first query, KB"], shown),
  );
