// The pages of a site as readers see them: lines of text, code, headings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { htmlFiles } from "../../lib/site.mjs";
import { all, parse, plain, textOf } from "../html.mjs";

const UNSEEN = new Set("script style template noscript".split(" "));
const CODE = new Set("code kbd pre samp tt".split(" "));
/** Elements that end a line. */
const BLOCKS = new Set(
  (
    "address article aside blockquote body br caption dd details div dl dt figcaption figure form h1 h2 h3 h4 h5 h6 " +
    "header hr li main ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

/** Case and typographic form of a name do not matter. */
export const fold = (text) => text.normalize("NFKC").toLowerCase();

export class Corpus {
  /** Pages in order of their names: `{ page, lines, code, headings }`; see `readPage`. */
  pages;
  #titles;

  /** Reads all pages of a folder. `content` selects what readers came for, `ignore` selects what is left out of it. */
  constructor(root, { content, ignore }) {
    this.pages = htmlFiles(root).map((page) => ({
      page,
      ...readPage(readFileSync(join(root, page), "utf8"), content, ignore),
    }));
    this.names = new Set(this.pages.map(({ page }) => page));
  }

  /** Names of the pages with a heading or title that is `name`, alone or before a dash or colon. */
  titled(name) {
    this.#titles ??= titlesOf(this.pages);
    return [...(this.#titles.get(fold(name)) ?? [])];
  }
}

function titlesOf(pages) {
  const titles = new Map();
  for (const { page, headings } of pages)
    for (const heading of headings) {
      const text = fold(heading).replace(/[¶#]\s*$/, "");
      const [first] = text.split(/\s[–—-]\s|:\s/);
      for (const said of new Set([text, first].map((part) => part.replace(/\(\)\s*$/, "").trim())))
        titles.set(said, (titles.get(said) ?? new Set()).add(page));
    }
  return titles;
}

/**
 * A page's `lines` of visible text with single spaces; its `code`, `{ text, inline }` of each outermost code element,
 * with its line breaks; its `headings` with the title. Without an element that `content` selects, the whole body counts.
 */
export function readPage(html, content, ignore) {
  const document = parse(html);
  const left = new Set(ignore.flatMap((selector) => all(selector, document)));
  const headings = all("title, h1, h2, h3, h4, h5, h6", document).map(textOf);
  const code = [];
  let text = "";
  const walk = (node, verbatim, inCode) => {
    if (node.type === "text") text += verbatim ? node.data : node.data.replace(/\s+/g, " ");
    if (!node.children || UNSEEN.has(node.name) || left.has(node) || isHidden(node)) return;
    if (BLOCKS.has(node.name)) text += "\n";
    const from = text.length;
    const isCode = CODE.has(node.name);
    for (const child of node.children) walk(child, verbatim || node.name === "pre", inCode || isCode);
    if (isCode && !inCode) code.push({ text: text.slice(from), inline: node.name !== "pre" });
    if (BLOCKS.has(node.name)) text += "\n";
  };
  const chosen = all(content, document);
  for (const node of chosen.length > 0 ? chosen : all("body", document)) walk(node, false, false);
  return { lines: text.split("\n").map(plain).filter(Boolean), code, headings };
}

const isHidden = ({ attribs }) => /display:\s*none/.test(attribs?.style ?? "");
