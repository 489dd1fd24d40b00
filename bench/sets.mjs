// Judged query sets from the structure of documentation sites: node sets.mjs --out DIR [NAME…]
//
// Writes a folder for each set into DIR. `node sets.mjs --list DIR EVAL` lists these sets, those in the folder EVAL, and
// their sites in tests/eval/SETS.md, with hashes.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError, read, say } from "./lib/options.mjs";
import { listing, setsIn } from "./sets/list.mjs";
import { defaultExclude, judged, write } from "./sets/make.mjs";
import { Site, unpacked } from "./sets/site.mjs";
import { SETS, SITES } from "./sets/sources.mjs";

const LIST = fileURLToPath(new URL("../tests/eval/SETS.md", import.meta.url));

const options = read({ out: { type: "string" }, list: { type: "string" } }, "names");
const folder = options.out ?? options.list;
if (!folder) throw new InputError("expected --out DIR [NAME…], or --list DIR EVAL");
const out = resolve(folder);
if (options.out) make(options.names.length > 0 ? options.names : Object.keys(SETS));
else list(options.names);

function make(names) {
  for (const name of names) {
    const set = SETS[name];
    if (!set)
      throw new InputError(`expected one of the sets ${Object.keys(SETS).join(", ")}, found "${name}"`);
    const { path } = siteOf(set.site);
    const site = new Site(path, [...defaultExclude(), ...set.exclude]);
    const queries = judged(set.rule(site), site, set.language);
    write(join(out, name), queries, set.exclude);
    writeFileSync(join(out, name, "site.path"), `${path}\n`);
    say(`${name}: ${queries.length} queries`);
  }
}

function list(folders) {
  if (folders.length !== 1) throw new InputError("expected --list DIR EVAL, with one folder EVAL");
  const [given] = folders.map((path) => resolve(path));
  const made = setsIn(out).map((name) => ({ name, folder: join(out, name), site: SETS[name].site }));
  const others = setsIn(given).map((name) => ({ name, folder: join(given, name), site: siteNamed(name) }));
  const sites = Object.keys(SITES).filter((name) => [...made, ...others].some(({ site }) => site === name));
  writeFileSync(LIST, listing(made, others, sites.map(siteOf)));
  say(`${made.length + others.length} sets, ${sites.length} sites in ${LIST}`);
}

/** The site of a set in EVAL: the one with the longest name that the set's name begins with. */
function siteNamed(set) {
  const names = Object.keys(SITES).filter((name) => set.startsWith(`${name}-`) || set === name);
  return names.toSorted((a, b) => b.length - a.length)[0];
}

/** A site's package, unpacked, and the path of its root. */
function siteOf(name) {
  const { package: source, root } = SITES[name];
  const { folder: files, version } = unpacked(source, join(out, "packages"));
  return { name, source, version, root, path: join(files, root) };
}
