// Sets of names as readers write them elsewhere than on the page: node meant-sets.mjs --sites DIR --out SETS
//
// DIR has a folder for each site of SITES. `--list FILE` rewrites the sets' hashes in FILE, such as
// ../tests/eval/NAMES.md.
import { makeSets } from "./lib/section-sets.mjs";
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

/** Kinds of sets, from a site's folder and what reads its members; a set has at most so many queries. */
const KINDS = {
  members: (root, reader) => members(reader(root), 60),
  paths: (root, reader) => paths(reader(root), 60),
  operators: (root, reader) => operators(reader(root), 40),
  homonyms: (root, reader) => homonyms(root, reader(root), 30),
  deprecated: (root, reader) => deprecated(reader(root), 30),
  humps: (root, reader) => humps(root, reader(root), 60),
  pasted: (root) => pasted(root, 40),
  codes: (root) => codes(root, 60),
  errors: (root) => errors(root, 60),
};

/** Sites by name: the package of Debian, what reads their members, the kinds of their sets. */
const SITES = {
  erlang: ["erlang-doc", erlang, ["members", "pasted"]],
  jdk: ["openjdk-17-doc", javadoc, ["members", "homonyms", "deprecated", "humps"]],
  qtbase: ["qtbase5-doc-html", qdoc, ["members", "operators", "homonyms", "deprecated", "humps"]],
  python3: ["python3.11-doc", sphinx, ["paths", "homonyms", "pasted", "codes", "errors"]],
  sqlalchemy: ["python-sqlalchemy-doc", sphinx, ["paths", "homonyms"]],
  django: ["python-django-doc", sphinx, ["paths", "homonyms"]],
  "ghc-base": ["ghc-doc", haddock, ["operators"]],
  git: ["git-doc", undefined, ["pasted", "errors"]],
  postgresql: ["postgresql-doc-15", undefined, ["pasted", "codes", "errors"]],
};

const siteOf = ([name, [source, reader, kinds]]) => {
  const sets = kinds.map((kind) => [`${name}-${kind}`, (root) => KINDS[kind](root, reader)]);
  return [name, { source, sets: Object.fromEntries(sets) }];
};
makeSets(Object.fromEntries(Object.entries(SITES).map(siteOf)), "meant");
