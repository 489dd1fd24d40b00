// The documentation sites of bench/generators: how each is made, and the queries on it.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "./options.mjs";

const FOLDER = new URL("../generators/", import.meta.url);

/** Names of all sites, sorted. */
export function names() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".mjs"));
  return files.map((name) => name.slice(0, -".mjs".length)).sort();
}

/** Those of `names` that a list, separated by commas, asks for; all without a list. */
export function chosen(list) {
  const known = names();
  const asked = list ? list.split(",") : known;
  const strange = asked.find((name) => !known.includes(name));
  if (strange) throw new InputError(`--only: expected ${known.join(", ")}, found "${strange}"`);
  return asked;
}

/**
 * A site's definition: `generator`, `content`, `make(packages, work)`, which returns the folder of the finished site;
 * and what Pagefind is told: `root`, the selector of the content, `ignore`, selectors, `exclude`, patterns of pages.
 */
export async function definition(name) {
  const { default: site } = await import(new URL(`${name}.mjs`, FOLDER));
  return { root: "body", ignore: [], exclude: [], ...site };
}

/** Reads a site's queries, one a line: text and the files of the right pages, separated by tabs. */
export function queriesOf(name, site) {
  const file = new URL(`queries/${name}.tsv`, FOLDER);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line, i) => {
    const [text, ...gold] = line.split("\t");
    const missing = gold.find((page) => !existsSync(join(site, page)));
    if (gold.length === 0) throw new InputError(`${name}.tsv, line ${i + 1}: expected a page after a tab`);
    if (missing) throw new InputError(`${name}.tsv, line ${i + 1}: no page ${missing} in ${site}`);
    return { text, gold };
  });
}
