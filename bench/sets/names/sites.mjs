// The sites of the sets of names: where their pages are, and what of a page readers came for.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { InputError } from "../../lib/options.mjs";
import { mirror, rustDocumentation } from "../../lib/site.mjs";
import { unpacked } from "../site.mjs";
import { doxygen, giDocgen, javadoc, rustdoc, sphinx } from "./inventory.mjs";

const DOC = "usr/share/doc";
const SPHINX = ["^genindex", "modindex\\.html$", "^search\\.html$", "^_", "^contents\\.html$"];
const JAVADOC = [
  "^index",
  "^all(classes|packages)",
  "class-use/",
  "(^|/)package-(frame|use|tree)\\.html$",
  "^overview-",
  "^help-doc",
  "^src-html/",
];

/**
 * By name: `package` of Debian or `rust` (a folder of the toolchain's documentation), `root` in the package; `content`,
 * `ignore`, `exclude` as Pagefind's author would give them; `inventory`: reader of modules and symbols; `commands`: first
 * words of commands; `notes`: pages that only tell what changed. `heldOut`: no result is looked at before the ranking is finished.
 */
export const SITES = {
  git: {
    generator: "AsciiDoc",
    package: "git-doc",
    root: `${DOC}/git-doc`,
    content: "body",
    ignore: ["#footer"],
    commands: /^(?:git|gitk|scalar)$/,
  },
  python3: {
    generator: "Sphinx",
    package: "python3.11-doc",
    root: `${DOC}/python3.11/html`,
    content: "div.body",
    exclude: SPHINX,
    inventory: sphinx,
    notes: /^whatsnew\//,
    commands: /^(?:python[\d.]*|py|pip[\d.]*|gcc|gdb|make|\.\/configure)$/,
  },
  postgresql: {
    generator: "DocBook",
    package: "postgresql-doc-15",
    root: `${DOC}/postgresql-doc-15/html`,
    content: "body",
    ignore: [".navheader", ".navfooter"],
    exclude: ["^bookindex"],
    commands:
      /^(?:psql|pg_\w+|pgbench|initdb|(?:create|drop)(?:db|user)|vacuumdb|postgres|make|\.\/configure)$/,
  },
  sqlite3: {
    generator: "its own",
    package: "sqlite3-doc",
    root: `${DOC}/sqlite3`,
    content: "body",
    ignore: [".nosearch"],
    exclude: ["^keyword_index", "^doc_\\w+_crossref", "^doclist", "^sitemap", "^search"],
    commands: /^(?:sqlite3\w*|gcc|cc|make|\.\/configure|tclsh)$/,
  },
  django: {
    generator: "Sphinx",
    package: "python-django-doc",
    root: `${DOC}/python-django-doc/html`,
    content: "#yui-main",
    exclude: SPHINX,
    inventory: sphinx,
    notes: /^releases\//,
    commands: /^(?:django-admin|python[\d.]*|py|pip|manage\.py|\.\/manage\.py|\.\/runtests\.py)$/,
  },
  "commons-math": {
    generator: "Javadoc 8",
    package: "libcommons-math3-java-doc",
    root: `${DOC}/libcommons-math3-java/api`,
    content: "body",
    ignore: [".topNav", ".subNav", ".bottomNav"],
    exclude: JAVADOC,
    inventory: javadoc,
  },
  sfml: {
    generator: "Doxygen",
    package: "libsfml-doc",
    root: `${DOC}/libsfml-dev/html`,
    content: "div.contents",
    exclude: [
      "_source\\.html$",
      "-members\\.html$",
      "^(functions|globals|namespacemembers|dir_|files|hierarchy|annotated|classes|namespaces)",
      "^search/",
    ],
    inventory: doxygen,
  },
  alloc: {
    generator: "rustdoc",
    rust: "alloc",
    content: "section#main-content",
    exclude: ["(^|/)all\\.html$"],
    inventory: rustdoc,
  },
  cargo: {
    generator: "mdBook",
    rust: "cargo",
    content: "main",
    exclude: ["^print\\.html$", "^toc\\.html$", "^404\\.html$"],
    commands: /^(?:cargo|rustup|rustc)$/,
  },
  borgbackup: {
    heldOut: true,
    generator: "Sphinx",
    package: "borgbackup-doc",
    root: `${DOC}/borgbackup/html`,
    content: "div.body",
    exclude: SPHINX,
    inventory: sphinx,
    commands: /^(?:borg|borgfs)$/,
  },
  nodejs: {
    heldOut: true,
    generator: "its own",
    package: "nodejs-doc",
    root: `${DOC}/nodejs/api`,
    content: "#apicontent",
    exclude: ["^all\\.html$"],
    commands: /^(?:node|npm|npx|corepack)$/,
  },
  jdk: {
    heldOut: true,
    generator: "Javadoc 17",
    package: "openjdk-17-doc",
    root: `${DOC}/openjdk-17-jre-headless/api/java.base`,
    content: "main",
    exclude: JAVADOC,
    inventory: javadoc,
  },
  libadwaita: {
    heldOut: true,
    generator: "gi-docgen",
    package: "libadwaita-1-doc",
    root: `${DOC}/libadwaita-1`,
    content: "section.content",
    inventory: giDocgen,
  },
};

/** The content of the other sites of the sets of names and terms, and of those that state none. */
const CONTENT = {
  erlang: "#content",
  "ghc-base": "#content",
  qtbase: "div.content",
  sqlalchemy: "#docs-body",
};

/** What of a site's pages Pagefind indexes: selectors `content` and `ignore`, as its author would give them. */
export const shapeOf = (name) => ({ content: CONTENT[name] ?? "html", ignore: [], ...SITES[name] });

/** Names of the sites that a list, separated by commas, asks for; without a list, all but those held out. */
export function chosenSites(list, heldOut) {
  const known = Object.keys(SITES);
  const asked = list ? list.split(",") : known.filter((name) => heldOut || !SITES[name].heldOut);
  const strange = asked.find((name) => !known.includes(name));
  if (strange) throw new InputError(`--only: expected ${known.join(", ")}, found "${strange}"`);
  const held = asked.filter((name) => SITES[name].heldOut && !heldOut);
  if (held.length > 0)
    throw new InputError(`--only: ${held.join(", ")} is held out; give --held-out to measure it`);
  return asked;
}

/** A site's definition with its `root` unpacked under `folder`, and its `version`. */
export function siteNamed(name, folder) {
  const site = { name, ignore: [], exclude: [], ...SITES[name] };
  if (site.rust) {
    const version = execFileSync("rustc", ["--version"], { encoding: "utf8" }).split(" ")[1];
    return { ...site, source: "rust-docs", version, root: join(rustDocumentation(), site.rust) };
  }
  const { folder: files, version } = unpacked(site.package, join(folder, "packages"));
  return { ...site, source: site.package, version, root: join(files, site.root) };
}

/** Where the pages are that all engines index, and that the sets are made from. */
export const pagesOf = (name, folder) => join(folder, "pages", name);

/** Copies a site's pages there, without lists and redirects; returns their number. */
export const copyPages = (site, folder) => mirror(site.root, pagesOf(site.name, folder), site.exclude);
