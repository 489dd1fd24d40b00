// Reads HTML into sections, for engines that do not read HTML, and for headings as queries.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { htmlFiles } from "./site.mjs";
import { matcher } from "./selector.mjs";

const LEFT_OUT = new Set("script style svg nav noscript template iframe form footer head".split(" "));
const BLOCKS = new Set(
  (
    "p div li dt dd tr td th pre h1 h2 h3 h4 h5 h6 section article table ul ol dl br blockquote main figure " +
    "figcaption header aside"
  ).split(" "),
);
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/**
 * The sections `{ url, title, heading, text }` of the pages of a folder, in the order of file names. `content` selects
 * what is read, `ignore` what is left out of it.
 */
export function sectionsOfSite({ pages, content, ignore }) {
  const selectors = { content: matcher([content]), ignore: matcher(ignore) };
  return htmlFiles(pages).flatMap((url) =>
    sectionsOf(readFileSync(join(pages, url), "utf8"), url, selectors),
  );
}

/** One page's sections, which start at headings with an anchor. The first heading is the page's title. */
function sectionsOf(html, url, selectors) {
  const reader = new SectionReader(selectors);
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => reader.open(tag, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (tag) => reader.close(tag),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  const title = reader.title || plain(reader.pageTitle) || url;
  return reader.sections
    .map(({ anchor, heading, parts }) => ({ anchor, heading, text: plain(parts.join("")) }))
    .filter(({ heading, text }) => heading || text)
    .map(({ anchor, heading, text }) => ({
      url: anchor ? `${url}#${anchor}` : url,
      title,
      heading: heading || title,
      text,
    }));
}

const plain = (text) => text.replace(/\s+/g, " ").trim();

/** Tracks the open elements and adds text to the current heading or section. */
class SectionReader {
  title = "";
  pageTitle = "";
  sections = [{ anchor: "", heading: "", parts: [] }];
  #selectors;
  #open = [];
  #anchors = new Set();
  /** The open heading. */
  #heading;
  /** Numbers of open elements that are content, and that are left out. */
  #content = 0;
  #leftOut = 0;

  constructor(selectors) {
    this.#selectors = selectors;
  }

  open(tag, attributes) {
    const { content, ignore } = this.#selectors;
    const element = {
      tag,
      id: attributes.id || (tag === "a" ? attributes.name : "") || "",
      content: this.#content === 0 && this.#leftOut === 0 && content(tag, attributes),
      heading: false,
    };
    if (element.content) this.#content += 1;
    element.leftOut =
      this.#leftOut > 0 || LEFT_OUT.has(tag) || (this.#content > 0 && ignore(tag, attributes));
    if (this.#reads && !element.leftOut) {
      if (/^h[1-6]$/.test(tag)) {
        this.#heading = { id: element.id, parts: [] };
        element.heading = true;
      } else if (this.#heading && !this.#heading.id) this.#heading.id = element.id;
      this.#space(tag);
    }
    if (VOID.has(tag)) return;
    if (element.leftOut) this.#leftOut += 1;
    this.#open.push(element);
  }

  text(text) {
    if (this.#content === 0 && this.#open.at(-1)?.tag === "title") this.pageTitle += text;
    if (this.#reads) (this.#heading ?? this.sections.at(-1)).parts.push(text);
  }

  close(tag) {
    const element = VOID.has(tag) ? undefined : this.#open.pop();
    if (!element) return;
    if (element.heading) this.#endHeading();
    if (element.leftOut) this.#leftOut -= 1;
    if (element.content) this.#content -= 1;
    if (this.#reads) this.#space(tag);
  }

  get #reads() {
    return this.#content > 0 && this.#leftOut === 0;
  }

  /** Block elements separate words, except in headings. */
  #space(tag) {
    if (BLOCKS.has(tag) && !this.#heading) this.sections.at(-1).parts.push(" ");
  }

  #endHeading() {
    const heading = plain(this.#heading.parts.join("").replaceAll("¶", ""));
    const anchor = this.#heading.id || this.#enclosingAnchor();
    this.#heading = undefined;
    if (!heading) return;
    if (!this.title) {
      this.title = heading;
      this.sections.at(-1).heading = heading;
    } else if (anchor && !this.#anchors.has(anchor)) {
      this.sections.push({ anchor, heading, parts: [] });
    } else this.sections.at(-1).parts.push(` ${heading} `);
    this.#anchors.add(anchor);
  }

  /** The id of the nearest enclosing element, where Sphinx puts the anchor. */
  #enclosingAnchor() {
    for (const { id, content } of this.#open.toReversed()) {
      if (content) return "";
      if (id) return id;
    }
    return "";
  }
}
