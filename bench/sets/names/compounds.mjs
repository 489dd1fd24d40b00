// Names with signs inside: kebab-case, dotted, `::`, and options, in code on one or two pages.
import { fold } from "./corpus.mjs";
import { draw } from "./draw.mjs";
import { lastPart } from "./modules.mjs";

/** Of each kind. */
const MOST = 60;
const PAGES = 2;
const [SHORTEST, LONGEST] = [5, 60];
const OPTION = /(?<![\w-])--[A-Za-z][\w-]*\w/g;
/** Not inside a path or an address. */
const COMPOUND = /(?<![\w.:@/\\-])[A-Za-z_]\w*(?:(?:::|[.-])\w+)+/g;
const KINDS = { kebab: /^\w+(-\w+)+$/, dotted: /^\w+(\.\w+)+$/, colons: /^\w+(::\w+)+$/ };

const kindOf = (text) => Object.keys(KINDS).find((kind) => KINDS[kind].test(text));

/** A compound and all compounds inside it: `a.b.c` is also a place of `a.b` and `b.c`. */
export function partsOf(compound) {
  const split = compound.split(/(::|[.-])/);
  const parts = [];
  for (let from = 0; from < split.length; from += 2)
    for (let to = from + 2; to < split.length; to += 2) parts.push(split.slice(from, to + 1).join(""));
  return parts;
}

/** The pages of each compound and option, in any text. */
function placesOf(corpus) {
  const places = new Map();
  const add = (text, page) => {
    const key = fold(text);
    places.set(key, (places.get(key) ?? new Set()).add(page));
  };
  for (const { page, lines } of corpus.pages)
    for (const line of lines) {
      for (const [option] of line.matchAll(OPTION)) add(option, page);
      for (const [compound] of line.matchAll(COMPOUND))
        if (compound.length <= LONGEST) for (const part of partsOf(compound)) add(part, page);
    }
  return places;
}

/** Whether a compound is no address on the web, and its words are not only digits. */
const isTyped = (text) =>
  text.length >= SHORTEST && text.length <= LONGEST && !/^www\.|\.(?:com|org|net|edu)$/.test(text);

/**
 * A function from a qualified name to the pages that document it, whether or not they write it so: those of symbols
 * that end with it, and pages about its qualifier alone that have its last word.
 */
function documenting(corpus, runs, symbols) {
  const [endings, owners] = [new Map(), new Map()];
  const add = (map, key, page) => map.set(key, (map.get(key) ?? new Set()).add(page));
  for (const { name, page, own } of symbols) {
    const whole = fold(name);
    if (own) add(owners, lastPart(whole), page);
    for (const { index } of whole.matchAll(/(?<=::|\.)(?=\w)/g)) add(endings, whole.slice(index), page);
    add(endings, whole, page);
  }
  return (text) => {
    const name = fold(text);
    const last = lastPart(name);
    const owner = lastPart(name.slice(0, -last.length).replace(/[.:]+$/, ""));
    const about = [...(owners.get(owner) ?? []), ...corpus.titled(owner)];
    const having = about.filter((page) => runs.get(last)?.pages.has(page));
    return [...(endings.get(name) ?? []), ...having];
  };
}

/**
 * Compound names in code that stand on at most two pages; a page that documents a qualified name answers, too. A kebab
 * must be the whole of an inline code element, since English has hyphens too. `runs` are those of `runsOf`, `symbols`
 * those of an inventory; without one, titles alone would tell too much: every manual of Git has a section NAME.
 */
export function compounds(corpus, runs, symbols) {
  const found = new Map();
  const add = (text, kind) => {
    if (kind && isTyped(text) && !found.has(fold(text))) found.set(fold(text), { text, kind });
  };
  for (const { code } of corpus.pages)
    for (const { text, inline } of code) {
      for (const [option] of text.matchAll(OPTION)) add(option, "option");
      const whole = inline ? text.trim() : "";
      for (const [compound] of text.matchAll(COMPOUND)) {
        const kind = kindOf(compound);
        if (kind !== "kebab" || compound === whole) add(compound, kind);
      }
    }
  const places = placesOf(corpus);
  const rare = [...found].flatMap(([key, name]) => {
    const pages = [...(places.get(key) ?? [])];
    return pages.length > 0 && pages.length <= PAGES ? [{ ...name, pages }] : [];
  });
  const documented = symbols ? documenting(corpus, runs, symbols) : () => [];
  const answered = (name) => {
    const others = /^(?:dotted|colons)$/.test(name.kind) ? documented(name.text) : [];
    return { ...name, pages: [...new Set([...name.pages, ...others])] };
  };
  return ["option", ...Object.keys(KINDS)].flatMap((kind) =>
    draw(
      rare.filter((name) => name.kind === kind),
      MOST,
      answered,
    ),
  );
}
