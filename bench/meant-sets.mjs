// Sets of names as readers write them elsewhere than on the page: node meant-sets.mjs --sites DIR --out SETS
//
// DIR has a folder for each site of SITES. `--list FILE` rewrites the sets' hashes in FILE, such as
// ../tests/eval/NAMES.md. `--docfuse FILE` builds lexical indexes and measures instead, `--as NAME` says where below SETS,
// `--keep` uses the indexes that are there.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "./lib/judged.mjs";
import { table, withParts } from "./lib/markdown.mjs";
import { InputError, read, say } from "./lib/options.mjs";
import { bytesOf, firstHits, hashesOf, queriesOf } from "./lib/section-sets.mjs";
import { deprecated, homonyms, members, operators, pasted, paths } from "./sets/names/meant.mjs";
import { erlang, haddock, javadoc, qdoc, sphinx } from "./sets/names/members.mjs";
import { writeQueries } from "./sets/make.mjs";

/** Sites by name: the package of Debian, what reads their members, and the kinds of their sets. */
const SITES = {
  erlang: ["erlang-doc", erlang, ["members", "pasted"]],
  jdk: ["openjdk-17-doc", javadoc, ["members", "homonyms", "deprecated"]],
  qtbase: ["qtbase5-doc-html", qdoc, ["members", "operators", "homonyms", "deprecated"]],
  python3: ["python3.11-doc", sphinx, ["paths", "homonyms", "pasted"]],
  sqlalchemy: ["python-sqlalchemy-doc", sphinx, ["paths", "homonyms"]],
  django: ["python-django-doc", sphinx, ["paths", "homonyms"]],
  "ghc-base": ["ghc-doc", haddock, ["operators"]],
  git: ["git-doc", undefined, ["pasted"]],
  postgresql: ["postgresql-doc-15", undefined, ["pasted"]],
};
const MAKERS = { members, paths, operators, deprecated };
const MOST = { members: 60, paths: 60, operators: 40, homonyms: 30, deprecated: 30, pasted: 40 };
const FEWEST = 5;

const options = read({
  sites: { type: "string" },
  out: { type: "string" },
  only: { type: "string" },
  list: { type: "string" },
  docfuse: { type: "string" },
  as: { type: "string", default: "docfuse" },
  keep: { type: "boolean", default: false },
});
if (!options.sites || !options.out) throw new InputError("expected --sites DIR and --out SETS");
const [sites, out] = [resolve(options.sites), resolve(options.out)];
const names = options.only?.split(",") ?? Object.keys(SITES);
const strange = names.find((name) => !SITES[name]);
if (strange) throw new InputError(`--only: expected ${Object.keys(SITES).join(", ")}, found "${strange}"`);
const setsOf = (name) =>
  SITES[name][2].map((kind) => `${name}-${kind}`).filter((set) => existsSync(join(out, set)));

if (options.list) list(options.list);
else if (options.docfuse) measure(resolve(options.docfuse));
else for (const name of names) make(name);

function folderOf(name) {
  const folder = join(sites, name);
  if (!existsSync(folder)) throw new InputError(`${folder} not found: the pages of ${SITES[name][0]}`);
  return folder;
}

function make(name) {
  const [, reader, kinds] = SITES[name];
  const root = folderOf(name);
  const known = reader?.(root) ?? [];
  for (const kind of kinds) {
    const asked = {
      ...MAKERS,
      homonyms: homonyms.bind(undefined, root),
      pasted: (_, most) => pasted(root, most),
    };
    const queries = asked[kind](known, MOST[kind]).map((query, i) => ({ id: `${i + 1}`, ...query }));
    const folder = join(out, `${name}-${kind}`);
    rmSync(folder, { recursive: true, force: true });
    if (queries.length >= FEWEST) writeQueries(folder, queries);
    say(`${name}-${kind}: ${queries.length}`);
  }
}

function list(file) {
  const of = names.flatMap((name) => setsOf(name).map((set) => ({ name: set, source: SITES[name][0] })));
  writeFileSync(file, withParts(readFileSync(file, "utf8"), { meant: hashesOf(of, out) }));
}

/** Prints for each set how many queries have an answer first, and among the first three. */
function measure(command) {
  const rows = names.flatMap((name) => {
    const index = join(out, ".indexes", options.as, name);
    if (!options.keep || !existsSync(index)) {
      rmSync(index, { recursive: true, force: true });
      run(command, ["build", `${folderOf(name)}/`, "--no-dense", "--out", index]);
    }
    return setsOf(name).map((set) => {
      const found = queriesOf(join(out, set)).map((query) => {
        const hits = firstHits(command, index, query.text, 3);
        return { ...query, hits, place: hits.findIndex(({ url }) => isAnswer(url, query.sections)) };
      });
      const missed = found.filter(({ place }) => place !== 0);
      const lines = missed.map(({ text, place, hits, sections }) =>
        [text, place + 1, hits[0]?.url, sections.slice(0, 3).join(" ")].join("\t"),
      );
      writeFileSync(join(out, ".indexes", options.as, `${set}.missed`), `${lines.join("\n")}\n`);
      const [first, three] = [found.length - missed.length, found.filter(({ place }) => place >= 0).length];
      say(set, first, three, found.length);
      return [set, found.length, first, three, bytesOf(index)];
    });
  });
  process.stdout.write(`\n${table(["set", "queries", "first", "in three", "bytes of the index"], rows)}\n`);
}

/** Whether a hit is an answer; one without an anchor is its whole page. */
function isAnswer(url, answers) {
  return (
    answers.includes(url) || answers.some((answer) => !answer.includes("#") && url.split("#")[0] === answer)
  );
}
