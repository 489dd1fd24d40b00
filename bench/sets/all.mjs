// All query sets: those that sets.mjs made into one folder, and those of another one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setsIn } from "./list.mjs";
import { unpacked } from "./site.mjs";
import { SETS, SITES } from "./sources.mjs";

/**
 * The sets of both folders: `{ name, folder, site }`. `site` is a name in SITES; a set with a corpus of its own has none.
 */
export function allSets(made, given) {
  const ofSite = setsIn(made).map((name) => ({ name, folder: join(made, name), site: SETS[name].site }));
  const others = setsIn(given).map((name) => ({ name, folder: join(given, name), site: siteNamed(name) }));
  return { made: ofSite, given: others };
}

/** A site's package, unpacked into `folder`, and the path of its root. */
export function siteOf(name, folder) {
  const { package: source, root } = SITES[name];
  const { folder: files, version } = unpacked(source, folder);
  return { name, source, version, root, path: join(files, root) };
}

/** What a set's index is built of: the arguments of `docfuse build` that name its site or corpus, and its settings file. */
export function sourceOf({ folder, site }, packages) {
  if (!site) return { source: ["--jsonl", join(folder, "corpus.jsonl")] };
  const config = join(folder, "docfuse.toml");
  return { source: [siteOf(site, packages).path], config: existsSync(config) ? config : undefined };
}

/** The site of a set that was not made here: the one with the longest name that the set's name begins with. */
function siteNamed(set) {
  const names = Object.keys(SITES).filter((name) => set.startsWith(`${name}-`) || set === name);
  return names.toSorted((a, b) => b.length - a.length)[0];
}
