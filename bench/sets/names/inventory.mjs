// What a site documents, by the structure that its generator gives it: modules and symbols, each with its page.
//
// A reader of a generator returns `{ modules, symbols }`, lists of `{ name, page, own }`. Names are qualified as the site
// writes them. `own`: the page is about this symbol alone.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { inflateSync } from "node:zlib";

/** Domains of an inventory of Sphinx that are no symbols. */
const NO_SYMBOLS = /^(?:std|rst|term):/;

/** The lines of Sphinx's `objects.inv`: `{ name, role, address }`. */
export function inventoryLines(root) {
  const bytes = readFileSync(join(root, "objects.inv"));
  let start = 0;
  for (let line = 0; line < 4; line += 1) start = bytes.indexOf(10, start) + 1;
  const lines = inflateSync(bytes.subarray(start)).toString("utf8").split("\n");
  return lines.flatMap((line) => {
    const [, name, role, address] = /^(\S.*?)\s+(\w+:\S+)\s+-?\d+\s+(\S*)\s/.exec(line) ?? [];
    return name ? [{ name, role, address }] : [];
  });
}

/** Sphinx: `objects.inv` beside the pages. */
export function sphinx(root) {
  const [modules, symbols] = [[], []];
  for (const { name, role, address } of inventoryLines(root)) {
    if (NO_SYMBOLS.test(role)) continue;
    const page = address.split("#")[0];
    if (role.endsWith(":module")) modules.push({ name, page, own: true });
    else symbols.push({ name, page, own: false });
  }
  return { modules, symbols };
}

/** Javadoc: packages are folders with a summary; classes are files in them; members are anchors with brackets. */
export function javadoc(root, pages) {
  const [modules, symbols] = [[], []];
  for (const page of pages) {
    const folder = posix.dirname(page);
    const name = folder.replaceAll("/", ".");
    if (page.endsWith("/package-summary.html")) modules.push({ name, page, own: true });
    const type = /^([A-Z]\w*(?:\.[A-Z]\w*)*)\.html$/.exec(posix.basename(page))?.[1];
    if (!type || !existsSync(join(root, folder, "package-summary.html"))) continue;
    symbols.push({ name: `${name}.${type}`, page, own: true });
    const members = readFileSync(join(root, page), "utf8").matchAll(/\b(?:id|name)="([a-z]\w*)[(-]/g);
    for (const [, member] of members) symbols.push({ name: `${type}.${member}`, page, own: false });
  }
  return { modules, symbols };
}

/** rustdoc: titles are `crate::module` and `Item in crate::module`; methods are anchors. */
export function rustdoc(root, pages) {
  const [modules, symbols] = [[], []];
  for (const page of pages) {
    const html = readFileSync(join(root, page), "utf8");
    const [, item, place] = /<title>(?:([^<\s]+) in )?([\w:]+) - Rust</.exec(html) ?? [];
    if (!place) continue;
    if (!item) {
      if (posix.basename(page) === "index.html") modules.push({ name: place, page, own: true });
      continue;
    }
    symbols.push({ name: `${place}::${item}`, page, own: true });
    for (const [, method] of html.matchAll(/\bid="(?:ty)?method\.(\w+)"/g))
      symbols.push({ name: `${item}::${method}`, page, own: false });
  }
  return { modules, symbols };
}

/** Doxygen: the page's title tells what it documents; members have their declarations. */
export function doxygen(root, pages) {
  const [modules, symbols] = [[], []];
  for (const page of pages) {
    const html = readFileSync(join(root, page), "utf8");
    const title = /<div class="title">\s*([^<]+?)\s*</.exec(html)?.[1] ?? "";
    const [, name, kind] = /^(\S+) (Namespace|File|Class|Struct) Reference$/.exec(title) ?? [];
    if (kind === "Namespace" || kind === "File") modules.push({ name, page, own: true });
    if (kind === "Class" || kind === "Struct") symbols.push({ name, page, own: true });
    for (const [, declared] of html.matchAll(/<td class="memname">([^]*?)<\/td>/g)) {
      const member = /([\w:]+::\w+)\s*$/.exec(declared.replace(/<[^>]*>/g, ""))?.[1];
      if (member) symbols.push({ name: member, page, own: false });
    }
  }
  return { modules, symbols };
}

/** gi-docgen: a page for each symbol, whose name is in the page's title. */
export function giDocgen(root, pages) {
  const symbols = [];
  for (const page of pages) {
    const html = readFileSync(join(root, page), "utf8");
    const name = /<title>([A-Z]\w*(?:(?:\.|::|:)[\w-]+)+)<\/title>/.exec(html)?.[1];
    if (name) symbols.push({ name, page, own: true });
  }
  return { modules: [], symbols };
}
