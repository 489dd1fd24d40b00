// Sets of terms that sites define in lists and tables, and whether they lead there: node term-sets.mjs --sites DIR --out SETS
//
// DIR has a folder for each site of SITES. `--list FILE` rewrites the sets' hashes in FILE, such as
// ../tests/eval/TERMS.md. `--docfuse FILE` builds lexical indexes and measures instead, `--as NAME` says where below SETS.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "./lib/judged.mjs";
import { table, withParts } from "./lib/markdown.mjs";
import { InputError, read, say } from "./lib/options.mjs";
import { bytesOf, firstHits, hashesOf, queriesOf } from "./lib/section-sets.mjs";
import { fold } from "./sets/names/corpus.mjs";
import { nameOf, terms } from "./sets/names/terms.mjs";
import { writeQueries } from "./sets/make.mjs";

/**
 * Sites by name, each a package of Debian, with a pattern of the pages that define terms, all without one. Of Git's
 * configuration, all terms are asked.
 */
const SITES = {
  git: ["git-doc"],
  "git-config": ["git-doc", /^git-config\.html$/, "git", Infinity],
  postgresql: ["postgresql-doc-15", /^(?!bookindex)/],
  python3: ["python3.11-doc", /^(?!genindex|whatsnew)/],
  gtk3: ["libgtk-3-doc"],
  racket: ["racket-doc", /^(?!doc-index)/],
  octave: ["octave-doc"],
  gap: ["gap-doc", /^(?!.*_mj\.html)/],
  "swi-prolog": ["swi-prolog-doc"],
  fpc: ["fp-docs-3.2.2"],
  erlang: ["erlang-doc"],
  sqlite3: ["sqlite3-doc", /^(?!requirements)/],
  maxima: ["maxima-doc", /^(?!maxima_singlepage)/],
  "apache-fr": ["apache2-doc"],
  borgbackup: ["borgbackup-doc"],
  qtbase: ["qtbase5-doc-html"],
};

const options = read({
  sites: { type: "string" },
  out: { type: "string" },
  only: { type: "string" },
  list: { type: "string" },
  docfuse: { type: "string" },
  as: { type: "string", default: "docfuse" },
});
if (!options.sites || !options.out) throw new InputError("expected --sites DIR and --out SETS");
const [sites, out] = [resolve(options.sites), resolve(options.out)];
const names = options.only?.split(",") ?? Object.keys(SITES);
const strange = names.find((name) => !SITES[name]);
if (strange) throw new InputError(`--only: expected ${Object.keys(SITES).join(", ")}, found "${strange}"`);

if (options.list) list(options.list);
else if (options.docfuse) measure(resolve(options.docfuse));
else for (const name of names) make(name);

function folderOf(name) {
  const folder = join(sites, SITES[name][2] ?? name);
  if (!existsSync(folder)) throw new InputError(`${folder} not found: the pages of ${SITES[name][0]}`);
  return folder;
}

function make(name) {
  const [, pages, , most] = SITES[name];
  const queries = terms(folderOf(name), pages, most).map((query, i) => ({ id: `${i + 1}`, ...query }));
  rmSync(join(out, name), { recursive: true, force: true });
  if (queries.length > 0) writeQueries(join(out, name), queries);
  say(`${name}: ${queries.length} terms`);
}

function list(file) {
  const sets = hashesOf(
    names.map((name) => ({ name, source: SITES[name][0] })),
    out,
  );
  writeFileSync(file, withParts(readFileSync(file, "utf8"), { sets }));
}

/** Prints for each set how many first hits are the definition or the section that holds it, and how many are an entry. */
function measure(command) {
  const built = new Map();
  const rows = names.map((name) => {
    const folder = folderOf(name);
    const index = join(out, ".indexes", options.as, SITES[name][2] ?? name);
    if (!built.has(index)) {
      rmSync(index, { recursive: true, force: true });
      run(command, ["build", `${folder}/`, "--no-dense", "--out", index]);
      built.set(index, bytesOf(index));
    }
    const queries = queriesOf(join(out, name));
    const found = queries.map((query) => ({ ...query, hit: firstHits(command, index, query.text, 1)[0] }));
    const leads = ({ hit, sections }) => sections.includes(hit?.url);
    const isEntry = ({ hit, text }) => hit && fold(hit.heading).includes(fold(nameOf(text) ?? text));
    const right = found.filter(leads);
    const missed = found.filter((query) => !leads(query));
    const lines = missed.map(({ text, hit, sections }) => `${text}\t${hit?.url}\t${sections.join(" ")}`);
    writeFileSync(join(out, ".indexes", options.as, `${name}.missed`), `${lines.join("\n")}\n`);
    say(name, right.length, right.filter(isEntry).length, queries.length);
    return [name, queries.length, right.length, right.filter(isEntry).length, built.get(index)];
  });
  const heads = ["set", "queries", "definition or its section first", "its own entry", "bytes of the index"];
  process.stdout.write(`\n${table(heads, rows)}\n`);
}
