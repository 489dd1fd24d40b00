// Sites on disk: where they are, and a copy of the pages that all engines index.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "./options.mjs";

/** Definitions by name: folders, selectors of the content, pages left out, query sets. */
export const SITES = JSON.parse(readFileSync(new URL("../sites.json", import.meta.url), "utf8"));

/** Pages longer than this many characters are not redirects. */
const REDIRECT = 4000;

/** The folder of a site: under `folder`, or for the Rust Book the toolchain's documentation. */
export function locate(name, folder) {
  const definition = SITES[name];
  if (!definition)
    throw new InputError(`expected one of the sites ${Object.keys(SITES).join(", ")}, found "${name}"`);
  const places = folder ? definition.roots.map((root) => join(folder, root)) : [];
  if (name === "rust-book") places.push(join(rustDocumentation(), "book"));
  const found = places.find((place) => existsSync(join(place, "index.html")));
  if (found) return found;
  const looked = places.length ? `looked for ${places.join(", ")}` : "give --sites DIR";
  throw new InputError(`site ${name} not found: ${looked}`);
}

/** The documentation that comes with the Rust toolchain (`rustup component add rust-docs`). */
export function rustDocumentation() {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  return join(sysroot, "share", "doc", "rust", "html");
}

/** Relative paths of all HTML files of a folder, sorted. */
export function htmlFiles(folder) {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".html") && lstatSync(join(folder, name)).isFile()).sort();
}

/**
 * Copies a site's pages, so that all engines index the same ones: without redirects and names that match `exclude`
 * (general indexes, search pages, print pages). Returns the number of pages.
 */
export function mirror(from, to, exclude) {
  const patterns = exclude.map((pattern) => new RegExp(pattern));
  const kept = htmlFiles(from).filter(
    (name) => !patterns.some((pattern) => pattern.test(name)) && !isRedirect(join(from, name)),
  );
  rmSync(to, { recursive: true, force: true });
  for (const name of kept) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(join(from, name), join(to, name));
  }
  return kept.length;
}

function isRedirect(file) {
  const html = readFileSync(file, "utf8");
  return (
    html.length < REDIRECT && /http-equiv=["']?refresh|window\.location\.replace|Redirecting/i.test(html)
  );
}
