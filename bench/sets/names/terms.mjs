// Terms of definition lists and first cells of tables of options, with the place where each is defined.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { htmlFiles } from "../../lib/site.mjs";
import { all, parse, textOf } from "../html.mjs";
import { fold } from "./corpus.mjs";
import { draw } from "./draw.mjs";

const [MOST, PLACES] = [120, 2];
const [SHORTEST, LONGEST] = [4, 60];
/** Letters of a description. Shorter ones are the meanings of parameters, which the text around them explains. */
const FEWEST_LETTERS = 80;
const BOXES = new Set(["div", "section", "article"]);
const HEADING = /^h[1-6]$/;
/** Anchors before a heading that may be its own: its section's, its mark's. */
const NEAR = 2;

/** A name rather than words: a sign inside, capitals behind the first letter, or an option. */
const isName = (text) =>
  text.length >= SHORTEST && /^-{0,2}[A-Za-z][\w.:-]*$/.test(text) && /[._:-]\w|\w[A-Z]|^-/.test(text);

/** The name of a term: without parentheses, types and values behind it. */
export function nameOf(term) {
  const [first] = term.replace(/^[‘'"`]|¶/g, "").split(/[\s([{=,’'"`]/);
  return term.length <= LONGEST && isName(first) ? first : undefined;
}

/**
 * The definitions of a page: `{ text, addresses }`. Addresses are the anchors from the heading above to the term, and that
 * of the innermost box around it: one is of the term, or of the section that holds it.
 */
export function definitionsOf(page, html) {
  const found = [];
  let anchors = [page];
  /** Anchors without text behind them yet: they may be those of a heading. */
  let near = [];
  const walk = (node, around) => {
    if (node.type === "text" && node.data.trim()) near = [];
    const id = node.attribs?.id ?? (node.name === "a" ? node.attribs?.name : undefined);
    if (id) {
      anchors.push(`${page}#${id}`);
      near.push(`${page}#${id}`);
    }
    if (HEADING.test(node.name ?? "")) {
      const inside = all("[id], a[name]", node).map(({ attribs }) => `${page}#${attribs.id ?? attribs.name}`);
      const own = [...near.slice(-NEAR), ...inside];
      if (own.length > 0) anchors = own;
    }
    const term = node.name === "dt" || node.name === "tr" ? termOf(node) : undefined;
    const open = found.length;
    if (term) found.push({ text: term, addresses: [...around, ...anchors] });
    const box = id && BOXES.has(node.name) ? [`${page}#${id}`] : around;
    for (const child of node.children ?? []) walk(child, box);
    // Ids in a term, which come behind its beginning.
    if (term) found[open].addresses = [...new Set([...found[open].addresses, ...anchors])];
  };
  walk(parse(html), []);
  return found;
}

/** The name that a `dt` or row defines, if a description follows. */
function termOf(node) {
  if (node.name === "dt") {
    let next = node.next;
    while (next && next.name !== "dd") next = next.next;
    return next && textOf(next).length >= FEWEST_LETTERS ? nameOf(textOf(node)) : undefined;
  }
  const cells = node.children.filter(({ name }) => name === "td" || name === "th");
  const [first, ...others] = cells.map(textOf);
  const describes = others.some((text) => text.length >= FEWEST_LETTERS);
  return describes && cells.length <= 5 ? nameOf(first) : undefined;
}

/**
 * Terms that pages of the names `pages` define in at most two places, `{ text, kind, pages, sections }`; other pages that
 * define one answer it, too. `most`: how many are drawn.
 */
export function terms(root, pages = /./, most = MOST) {
  const places = new Map();
  for (const page of htmlFiles(root))
    for (const { text, addresses } of definitionsOf(page, readFileSync(join(root, page), "utf8"))) {
      const key = fold(text);
      const known = places.get(key) ?? { text, kind: "term", pages: [], sections: [], times: 0 };
      known.times += Number(pages.test(page));
      known.pages = [...new Set([...known.pages, page])];
      known.sections = [...new Set([...known.sections, ...addresses])];
      places.set(key, known);
    }
  return draw(
    [...places.values()].filter(({ times }) => times > 0 && times <= PLACES),
    most,
  );
}
