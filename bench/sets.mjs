// Judged query sets from the structure of documentation sites: node sets.mjs --out DIR [NAME…]
//
// Writes a folder for each set into DIR. `node sets.mjs --list DIR EVAL` lists these sets, those in the folder EVAL, and
// their sites in tests/eval/SETS.md, with hashes.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError, read, say } from "./lib/options.mjs";
import { allSets, siteOf } from "./sets/all.mjs";
import { listing } from "./sets/list.mjs";
import { defaultExclude, judged, write } from "./sets/make.mjs";
import { Site } from "./sets/site.mjs";
import { SETS, SITES } from "./sets/sources.mjs";

const LIST = fileURLToPath(new URL("../tests/eval/SETS.md", import.meta.url));

const options = read({ out: { type: "string" }, list: { type: "string" } }, "names");
const folder = options.out ?? options.list;
if (!folder) throw new InputError("expected --out DIR [NAME…], or --list DIR EVAL");
const out = resolve(folder);
const packages = join(out, "packages");
if (options.out) make(options.names.length > 0 ? options.names : Object.keys(SETS));
else list(options.names);

function make(names) {
  for (const name of names) {
    const set = SETS[name];
    if (!set)
      throw new InputError(`expected one of the sets ${Object.keys(SETS).join(", ")}, found "${name}"`);
    const { path } = siteOf(set.site, packages);
    const site = new Site(path, [...defaultExclude(), ...set.exclude]);
    const queries = judged(set.rule(site), site, set.language);
    write(join(out, name), queries, set.exclude);
    writeFileSync(join(out, name, "site.path"), `${path}\n`);
    say(`${name}: ${queries.length} queries`);
  }
}

function list(folders) {
  if (folders.length !== 1) throw new InputError("expected --list DIR EVAL, with one folder EVAL");
  const { made, given } = allSets(out, resolve(folders[0]));
  const sites = Object.keys(SITES).filter((name) => [...made, ...given].some(({ site }) => site === name));
  writeFileSync(
    LIST,
    listing(
      made,
      given,
      sites.map((name) => siteOf(name, packages)),
    ),
  );
  say(`${made.length + given.length} sets, ${sites.length} sites in ${LIST}`);
}
