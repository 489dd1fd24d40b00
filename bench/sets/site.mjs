// A documentation site from a package of Debian: its pages, their headings, and where links lead.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { InputError } from "../lib/options.mjs";
import { all, parse, textOf } from "./html.mjs";

/**
 * Unpacks a package of Debian into `folder/NAME`, once. Returns `{ folder, version }`. Nothing is installed.
 */
export function unpacked(name, folder) {
  const to = join(folder, name);
  const note = join(folder, `${name}.version`);
  if (existsSync(note)) return { folder: to, version: readFileSync(note, "utf8").trim() };
  mkdirSync(folder, { recursive: true });
  const fetched = mkdtempSync(join(tmpdir(), "docfuse-sets-"));
  try {
    run("apt-get", ["download", "-q", name], fetched);
    const [file] = readdirSync(fetched).map((entry) => join(fetched, entry));
    rmSync(to, { recursive: true, force: true });
    run("dpkg", ["-x", file, to], fetched);
    const version = run("dpkg-deb", ["-f", file, "Version"], fetched).trim();
    writeFileSync(note, `${version}\n`);
    return { folder: to, version };
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

function run(file, values, folder) {
  try {
    return execFileSync(file, values, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.code === "ENOENT")
      throw new InputError(
        `expected ${file}, found none: the sites are packages of Debian, run this on Debian or Ubuntu`,
      );
    throw new InputError(`${file} ${values.join(" ")} failed; is "apt-get update" needed?\n${error.stderr}`);
  }
}

/** A site in a folder. `exclude` are the patterns of pages that the index leaves out, as in `docfuse.toml`. */
export class Site {
  #excluded;
  #headings = new Map();

  constructor(root, exclude = []) {
    this.root = root;
    this.#excluded = exclude.map(compiled);
  }

  /** Names of the pages that match a pattern, sorted. */
  pages(pattern) {
    const names = readdirSync(this.root, { recursive: true }).filter((name) => pattern.test(name));
    return names.filter((name) => name.endsWith(".html") && this.#isFile(name)).sort();
  }

  read(name) {
    return readFileSync(join(this.root, name), "utf8");
  }

  /** `{ page, anchor }` of a link on the page `from`, or `undefined` if it leads to no other page of the index. */
  answer(from, href) {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return undefined;
    const [, path, , anchor = ""] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(href);
    const page = posix.join(
      path.startsWith("/") ? "" : posix.dirname(from),
      decoded(path) || posix.basename(from),
    );
    const name = page.replace(/^\//, "");
    if (name === from || name.startsWith("..") || !name.endsWith(".html") || !this.#isFile(name))
      return undefined;
    if (this.#excluded.some((excludes) => excludes(name))) return undefined;
    return { page: name, anchor: decoded(anchor) };
  }

  /** The title of a page and its headings that are not hidden; none if it has no such heading. */
  headings(page) {
    if (!this.#headings.has(page)) {
      const document = parse(this.read(page));
      const found = all("h1, h2, h3, h4, h5, h6", document);
      const titles = found.length > 0 ? all("title", document) : [];
      this.#headings.set(page, [...titles, ...found].map(textOf));
    }
    return this.#headings.get(page);
  }

  #isFile(name) {
    return lstatSync(join(this.root, name), { throwIfNoEntry: false })?.isFile() ?? false;
  }
}

/** A pattern of `exclude`: compared with the path if it contains "/", otherwise with the file name. */
function compiled(pattern) {
  const source = pattern
    .replace(/^\//, "")
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*");
  const matcher = new RegExp(`^${source}$`);
  return pattern.includes("/") ? (name) => matcher.test(name) : (name) => matcher.test(posix.basename(name));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone "%"
  }
}
