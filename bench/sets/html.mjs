// Reads HTML: elements by selector, plain text, and paragraphs whose links are marked.
import { selectAll } from "css-select";
import { DomUtils, parseDocument } from "htmlparser2";

/** Elements that hold paragraphs. */
const HOLDERS = new Set("p div dd dt li section span".split(" "));
/** Elements that end an item's own text. */
const NESTED = new Set("ul ol dl pre table blockquote figure h1 h2 h3 h4 h5 h6 section".split(" "));
const IGNORED = "a.headerlink, a.permalink, script, style, nav, footer, [hidden]";

/** The first character that marks a link; the others follow it in the private use area of Unicode. */
const FIRST_MARK = 0xe000;
/** Pattern of one marked link. */
export const MARK = "[\ue000-\uf8ff]";

/** Parses a page, without permanent links, scripts, navigation and what is hidden. */
export function parse(html) {
  const document = parseDocument(html.replaceAll(/[\ue000-\uf8ff]/g, ""));
  for (const element of all(IGNORED, document)) DomUtils.removeElement(element);
  return document;
}

/** All elements that match a CSS selector, in the order of the page. */
export const all = (selector, node) => selectAll(selector, node);

/** The text of a node, with single spaces. */
export const textOf = (node) => plain(DomUtils.textContent(node));

/** Single spaces, no space at the ends. */
export const plain = (text) => text.replace(/\s+/g, " ").trim();

/**
 * The paragraphs of an item up to its first nested list, code or table: `{ text, links }`. Links that `resolve` maps to
 * a page are marked by one character each in `text`; `links` gives `{ mark, name, code, page, anchor }`.
 */
export function paragraphsOf(item, resolve) {
  const paragraphs = [];
  let text = "";
  let links = [];
  const flush = () => {
    if (plain(text)) paragraphs.push({ text: plain(text), links });
    text = "";
    links = [];
  };
  const inline = (node) => {
    const target = node.name === "a" && node.attribs.href ? resolve(node.attribs.href) : undefined;
    if (target) {
      const mark = String.fromCharCode(FIRST_MARK + links.length);
      links.push({ mark, ...nameOf(node), ...target });
      text += mark;
    } else if (node.children) for (const child of node.children) inline(child);
    else if (node.type === "text") text += node.data;
  };
  /** Returns false at the first nested block. */
  const block = (node) => {
    for (const child of node.children) {
      if (NESTED.has(child.name)) return false;
      if (HOLDERS.has(child.name) && child.name !== "span") {
        flush();
        if (!block(child)) return false;
        flush();
      } else inline(child);
    }
    return true;
  };
  block(item);
  flush();
  return paragraphs;
}

/** A link's text, and whether it is a name in code: set as code, or with the signs or capitals of one. */
function nameOf(link) {
  const name = textOf(link);
  const signs = /[_()=<>]|\w\.\w|^--|^[A-Z0-9 ]+$|[a-z][A-Z]|^mod_/.test(name);
  return { name, code: signs || all("code, tt, .application", link).length > 0 };
}

/** A text with the names of its links in place of their marks. */
export const restored = (text, links) =>
  links.reduce((so, { mark, name }) => so.replace(mark, () => name), text);

/** Words that send the reader to a link. */
const REFERS =
  /\b(?:see|refer to|read|described|documented|explained|covered|details?|information|background|introduction|voir)\b/i;

/** Links of a node that the text sends the reader to, rather than ones that only name something. */
export function referrals(node, resolve, sentencesOf) {
  const listed = all(".seealso a[href]", node).flatMap(({ attribs }) => resolve(attribs.href) ?? []);
  const said = all("p, li, dd", node)
    .concat(node)
    .flatMap((part) => paragraphsOf(part, resolve))
    .flatMap(({ text, links }) => {
      const sentences = sentencesOf(text).filter((sentence) => REFERS.test(sentence));
      return links.filter(({ mark }) => sentences.some((sentence) => sentence.includes(mark)));
    });
  return [...listed, ...said];
}
