// Sets of names as readers write them elsewhere than on the page: node meant-sets.mjs --sites DIR --out SETS
//
// DIR has a folder for each site of SITES. `--list FILE` rewrites the sets' hashes in FILE, such as
// ../tests/eval/NAMES.md. `--docfuse FILE` builds lexical indexes and measures instead, `--as NAME` says where below SETS,
// `--keep` uses the indexes that are there, `--pagefind` measures Pagefind beside it.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pagefind } from "./adapters/pagefind.mjs";
import { run } from "./lib/judged.mjs";
import { table, withParts } from "./lib/markdown.mjs";
import { Pagefind } from "./lib/name-engines.mjs";
import { InputError, read, say } from "./lib/options.mjs";
import { bytesOf, firstHits, hashesOf, queriesOf } from "./lib/section-sets.mjs";
import {
  codes,
  deprecated,
  errors,
  homonyms,
  humps,
  members,
  operators,
  pasted,
  paths,
} from "./sets/names/meant.mjs";
import { erlang, haddock, javadoc, qdoc, sphinx } from "./sets/names/members.mjs";
import { writeQueries } from "./sets/make.mjs";

/**
 * Sites by name: the package of Debian, what reads their members, the kinds of their sets, and the element with the content, as
 * Pagefind's author would name it.
 */
const SITES = {
  erlang: ["erlang-doc", erlang, ["members", "pasted"], "#content"],
  jdk: ["openjdk-17-doc", javadoc, ["members", "homonyms", "deprecated", "humps"], "main"],
  qtbase: [
    "qtbase5-doc-html",
    qdoc,
    ["members", "operators", "homonyms", "deprecated", "humps"],
    "div.content",
  ],
  python3: ["python3.11-doc", sphinx, ["paths", "homonyms", "pasted", "codes", "errors"], "div.body"],
  sqlalchemy: ["python-sqlalchemy-doc", sphinx, ["paths", "homonyms"], "#docs-body"],
  django: ["python-django-doc", sphinx, ["paths", "homonyms"], "#yui-main"],
  "ghc-base": ["ghc-doc", haddock, ["operators"], "#content"],
  git: ["git-doc", undefined, ["pasted", "errors"], "body"],
  postgresql: ["postgresql-doc-15", undefined, ["pasted", "codes", "errors"], "body"],
};
const MAKERS = { members, paths, operators, deprecated };
const MOST = {
  members: 60,
  paths: 60,
  operators: 40,
  homonyms: 30,
  deprecated: 30,
  pasted: 40,
  codes: 60,
  errors: 60,
  humps: 60,
};
const FEWEST = 5;

const options = read({
  sites: { type: "string" },
  out: { type: "string" },
  only: { type: "string" },
  list: { type: "string" },
  docfuse: { type: "string" },
  as: { type: "string", default: "docfuse" },
  keep: { type: "boolean", default: false },
  pagefind: { type: "boolean", default: false },
});
if (!options.sites || !options.out) throw new InputError("expected --sites DIR and --out SETS");
const [sites, out] = [resolve(options.sites), resolve(options.out)];
const names = options.only?.split(",") ?? Object.keys(SITES);
const strange = names.find((name) => !SITES[name]);
if (strange) throw new InputError(`--only: expected ${Object.keys(SITES).join(", ")}, found "${strange}"`);
const setsOf = (name) =>
  SITES[name][2].map((kind) => `${name}-${kind}`).filter((set) => existsSync(join(out, set)));

if (options.list) list(options.list);
else if (options.docfuse) await measure(resolve(options.docfuse));
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
      humps: humps.bind(undefined, root),
      pasted: (_, most) => pasted(root, most),
      codes: (_, most) => codes(root, most),
      errors: (_, most) => errors(root, most),
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

/**
 * Prints for each set how many queries have an answer first, and among the first three. With Pagefind, answers are pages, for
 * both: its results are.
 */
async function measure(command) {
  const rows = [];
  for (const name of names) {
    const index = join(out, ".indexes", options.as, name);
    if (!options.keep || !existsSync(index)) {
      rmSync(index, { recursive: true, force: true });
      run(command, ["build", `${folderOf(name)}/`, "--no-dense", "--out", index]);
    }
    const peer = options.pagefind && (await pagefindOf(name));
    for (const set of setsOf(name)) {
      const found = answered(command, index, set);
      const cells = [counted(found.map(({ place }) => place)), bytesOf(index)].flat();
      if (peer) {
        const asked = found.map(({ text, sections }) => ({ text, gold: sections.map(pageOf) }));
        const pages = found.map(({ hits }) => hits.map(({ url }) => pageOf(url)));
        const places = (of) => asked.map(({ gold }, at) => of[at].findIndex((page) => gold.includes(page)));
        const others = (await peer.rank(asked)).map((urls) => urls.map(pageOf));
        cells.push(...counted(places(pages)), ...counted(places(others)));
      }
      say(set, ...cells);
      rows.push([set, found.length, ...cells]);
    }
  }
  const beside = ["page first", "in three", "Pagefind: first", "in three"];
  const heads = ["set", "queries", "first", "in three", "bytes of the index"];
  process.stdout.write(`\n${table(options.pagefind ? [...heads, ...beside] : heads, rows)}\n`);
}

/** The page of an address, from the site's root. */
function pageOf(url) {
  return decodeURIComponent(url.split("#")[0]).replace(/^\//, "");
}

/** How many places are first, and among the first three. */
function counted(places) {
  return [
    places.filter((place) => place === 0).length,
    places.filter((place) => place >= 0 && place < 3).length,
  ];
}

async function pagefindOf(name) {
  const peer = new Pagefind(pagefind(), join(out, ".indexes", "pagefind", name));
  await peer.build(folderOf(name), { content: SITES[name][3], ignore: [] });
  return peer;
}

/** The queries of a set, each with its first hits and the place of the first answer among them; writes those not first. */
function answered(command, index, set) {
  const found = queriesOf(join(out, set)).map((query) => {
    const hits = firstHits(command, index, query.text, 3);
    return { ...query, hits, place: hits.findIndex(({ url }) => isAnswer(url, query.sections)) };
  });
  const missed = found.filter(({ place }) => place !== 0);
  const lines = missed.map(({ text, place, hits, sections }) =>
    [text, place + 1, hits[0]?.url, sections.slice(0, 3).join(" ")].join("\t"),
  );
  writeFileSync(join(out, ".indexes", options.as, `${set}.missed`), `${lines.join("\n")}\n`);
  return found;
}

/** Whether a hit is an answer; one without an anchor is its whole page. */
function isAnswer(url, answers) {
  return (
    answers.includes(url) || answers.some((answer) => !answer.includes("#") && url.split("#")[0] === answer)
  );
}
