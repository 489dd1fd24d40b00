// Lists sets and sites with hashes, so that a ranking can be measured on what was chosen before it changed.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const HEAD = `# Query sets and sites

What ranking is measured on. \`node sets.mjs --out DIR\` in [bench](../../bench/README.md#query-sets-from-real-sites)
makes the first sets from packages of Debian; those in EVAL are public collections and sets made earlier. The same
script writes this list: \`node sets.mjs --list DIR EVAL\`. No ranking had been measured on the first sets when they were
added here.
`;

const SITES = `## Sites

The hash of a site is the SHA-256 of the list of its files, with the SHA-256 of each:

\`\`\`sh
cd ROOT && find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
\`\`\`
`;

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The files of a set that are listed, with the SHA-256 of each; `queries.jsonl` first. */
function filesOf(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:jsonl|tsv|toml)$/.test(name));
  const order = names.sort((a, b) => (b === "queries.jsonl") - (a === "queries.jsonl") || (a < b ? -1 : 1));
  return order.map((name) => ({ name, hash: sha256(readFileSync(join(folder, name))) }));
}

/** SHA-256 over a folder's files, as `sha256sum` lists them in the order of the bytes of their paths. */
export function treeHash(root) {
  const paths = readdirSync(root, { recursive: true }).filter((path) => lstatSync(join(root, path)).isFile());
  const sorted = paths.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sha256(sorted.map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`).join(""));
}

/** One table: a row for each file of each set `{ name, folder, site }`. */
function tableOf(sets) {
  const rows = sets.flatMap(({ name, folder, site }) =>
    filesOf(folder).map(({ name: file, hash }, i) =>
      i === 0
        ? `| ${name} | ${site ?? "corpus.jsonl"} | ${queriesIn(folder)} | ${file} | \`${hash}\` |`
        : `| | | | ${file} | \`${hash}\` |`,
    ),
  );
  return ["| set | site | queries | file | SHA-256 |", "|---|---|---|---|---|", ...rows].join("\n");
}

const queriesIn = (folder) => readFileSync(join(folder, "queries.jsonl"), "utf8").trim().split("\n").length;

/** The sets in a folder: its subfolders that hold queries. */
export const setsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "queries.jsonl")))
    .sort();

/**
 * The list as Markdown. `made` and `given` are sets `{ name, folder, site }`, `sites` are
 * `{ name, source, version, root, path }`, where `path` is the root's folder on this machine.
 */
export function listing(made, given, sites) {
  const rows = sites.map(
    ({ name, source, version, root, path }) =>
      `| ${name} | ${source} ${version} | ${root} | \`${treeHash(path)}\` |`,
  );
  const table = ["| site | package | ROOT | SHA-256 |", "|---|---|---|---|", ...rows].join("\n");
  const parts = [
    HEAD,
    "## Sets made from sites\n",
    tableOf(made),
    "",
    "## Sets in EVAL\n",
    tableOf(given),
    "",
  ];
  return `${[...parts, SITES, table].join("\n")}\n`;
}
