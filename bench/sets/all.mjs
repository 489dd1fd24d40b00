// All query sets: those that sets.mjs made into one folder, and those of another one.
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

/** The site of a set that was not made here: the one with the longest name that the set's name begins with. */
function siteNamed(set) {
  const names = Object.keys(SITES).filter((name) => set.startsWith(`${name}-`) || set === name);
  return names.toSorted((a, b) => b.length - a.length)[0];
}
