// What kind of query the engine sees: node intent-sets.mjs --sites DIR [--docfuse FILE] [--list FILE]
//
// DIR has a folder for each site of SETS. Prints for each set how many queries are seen as such, and those that are not. A
// query that is a name on its site is one before anything else, so all are asked of an index of one small page. `--list FILE`
// rewrites the sets' sizes and hashes in FILE, such as ../tests/eval/NAMES.md.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "./lib/judged.mjs";
import { table, withParts } from "./lib/markdown.mjs";
import { InputError, read } from "./lib/options.mjs";
import { commands, keywords, names, questions } from "./sets/intents.mjs";
import { javadoc, qdoc, sphinx } from "./sets/names/members.mjs";
import { SITES as COMMANDS } from "./sets/names/sites.mjs";

/** Sets by name, from a site of tests/eval/NAMES.md. */
const SETS = {
  "python3-names": (root) => names(sphinx(root)),
  "jdk-names": (root) => names(javadoc(root)),
  "qtbase-names": (root) => names(qdoc(root)),
  "git-commands": (root) => commands(root, COMMANDS.git.commands),
  "postgresql-commands": (root) => commands(root, COMMANDS.postgresql.commands),
  "python3-questions": (root) => questions(root, /^faq\//),
  "sqlalchemy-questions": (root) => questions(root, /^faq\//),
  "sqlite3-questions": (root) => questions(root),
  "git-questions": (root) => questions(root),
  "python3-keywords": (root) => keywords(root, /^genindex/, "td > ul > li"),
  "postgresql-keywords": (root) => keywords(root, /^bookindex/, "dt"),
};
/** Kinds that the engine may see in each. Comparisons, relationships and overviews are asked for by questions. */
const RIGHT = {
  names: ["identifier", "navigational"],
  commands: ["identifier", "navigational"],
  questions: ["question", "comparison", "relationship", "overview"],
  keywords: ["keywords"],
};

const options = read({ sites: { type: "string" }, docfuse: { type: "string" }, list: { type: "string" } });
if (!options.sites) throw new InputError("expected --sites DIR");
const sets = Object.entries(SETS).map(([name, make]) => {
  const queries = make(resolve(options.sites, name.split("-")[0]));
  return { name, queries, lines: queries.map((query) => `${JSON.stringify(query)}\n`).join("") };
});
if (options.list) {
  const rows = sets.map(({ name, queries, lines }) => [name, queries.length, `\`${hash(lines)}\``]);
  const parts = { intents: table(["set", "queries", "SHA-256"], rows) };
  writeFileSync(options.list, withParts(readFileSync(options.list, "utf8"), parts));
}
if (options.docfuse) process.stdout.write(measured(resolve(options.docfuse)));

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function measured(command) {
  const folder = mkdtempSync(join(tmpdir(), "intents-"));
  try {
    writeFileSync(join(folder, "a.html"), "<title>Page</title><main><h1>Page</h1><p>Some text.</main>");
    const index = join(folder, "index");
    run(command, ["build", folder, "--no-dense", "--out", index]);
    const rows = sets.map(({ name, queries }) => {
      const right = RIGHT[name.split("-")[1]];
      const seen = queries.map(({ text }) => kindOf(command, index, text));
      const wrong = queries.flatMap(({ text }, at) =>
        right.includes(seen[at]) ? [] : `${seen[at]}: ${text}`,
      );
      for (const line of wrong) process.stderr.write(`${name}\t${line}\n`);
      return [name, queries.length, queries.length - wrong.length];
    });
    return `${table(["set", "queries", "seen as such"], rows)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function kindOf(command, index, text) {
  const asked = ["query", index, "--explain", "--limit", "1", "--json", "--", text];
  return JSON.parse(run(command, asked)).intent.kind;
}
