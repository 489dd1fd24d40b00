// What a reader sees of hits: text, furniture, anchors, titles, addresses.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { anchorsAndCanonical } from "../sets/html.mjs";
import { pageOf } from "./answers.mjs";

/** Length of the beginning of an excerpt, in characters. */
const BEGINNING = 40;
/** A beginning that excerpts of this share of the pages have, and of this many, is furniture. */
const [SHARE, PAGES] = [0.2, 3];

/** A page's address without what hosts add or leave out: `a`, `a/`, `a/index.html` and `a.html` are alike. */
export function plainPage(url) {
  return fromRoot(url)
    .replace(/(^|\/)index\.html?$/, "$1")
    .replace(/\.html?$/, "")
    .replace(/\/$/, "");
}

/** A page's path from the site's root, which may be `./` itself. */
const fromRoot = (url) => pageOf(url).replace(/^(\.?\/)+/, "");

/** A site's files: the anchors and the canonical address of each page, read once. */
export class Pages {
  #folder;
  #read = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  /** `{ anchors, canonical }` of the page at an address; undefined if there is no such file. */
  at(url) {
    const path = pageOf(url);
    if (!this.#read.has(path)) {
      const files = [path, join(path, "index.html"), `${path.replace(/\/$/, "")}.html`];
      const file = files
        .map((name) => join(this.#folder, name))
        .find((name) => existsSync(name) && statSync(name).isFile());
      this.#read.set(path, file && anchorsAndCanonical(readFileSync(file, "utf8")));
    }
    return this.#read.get(path);
  }
}

/** Fractions of hits `{ url, title, excerpt }`; undefined where no hit is concerned. `pages` are the site's. */
export function shares(hits, pages) {
  const anchored = hits.filter(({ url }) => url.includes("#"));
  const stated = hits.filter(({ url }) => pages.at(url)?.canonical);
  const furniture = repeated(hits);
  return {
    hits: hits.length,
    withoutText: share(hits, ({ excerpt }) => excerpt.trim() === ""),
    furniture: share(hits, ({ excerpt }) => furniture.has(beginning(excerpt))),
    anchors: share(anchored, ({ url }) => pages.at(url)?.anchors.has(anchorOf(url)) ?? false),
    pathTitles: share(hits, ({ title }) => isPath(title)),
    canonical: share(stated, ({ url }) => isCanonical(url, pages.at(url).canonical)),
  };
}

function share(hits, fits) {
  return hits.length > 0 ? hits.filter(fits).length / hits.length : undefined;
}

const beginning = (excerpt) => excerpt.trim().slice(0, BEGINNING);

const anchorOf = (url) => decodeURIComponent(url.slice(url.indexOf("#") + 1));

/** Beginnings that excerpts of many pages have. A page counts once, since queries may find it again and again. */
function repeated(hits) {
  const pages = new Map();
  for (const { url, excerpt } of hits) {
    const text = beginning(excerpt);
    if (text !== "") pages.set(text, (pages.get(text) ?? new Set()).add(pageOf(url)));
  }
  const all = new Set(hits.map(({ url }) => pageOf(url))).size;
  const least = Math.max(PAGES, SHARE * all);
  return new Set([...pages].filter(([, on]) => on.size >= least).map(([text]) => text));
}

/** Whether a title has a path of the file system: `Title (path/index)`, or a name of a file with a folder. */
function isPath(title) {
  return /\([\w.-]+(\/[\w.-]+)+\)$/.test(title) || /(^|\s)[\w.-]+\/[\w./-]*\.(html?|mdx?|rst)\b/.test(title);
}

/** Whether an address is the stated one, up to the site's place on its host. */
function isCanonical(url, canonical) {
  const { pathname } = new URL(canonical, "https://site.example/");
  return decodeURIComponent(pathname).endsWith(`/${fromRoot(url)}`);
}
