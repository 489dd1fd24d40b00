// Judged queries from MDN's own structure: node sets.mjs --content DIR --out SETS
//
// SETS gets a folder for each set, and left-out.json: the lines that the queries were taken from, which `pages.mjs
// --leave-out` drops, so that no engine finds the source in place of the answer. README.md has the rules.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError, read, say } from "../lib/options.mjs";
import { randomFrom, sample } from "../lib/random.mjs";
import { writeQueries } from "../sets/make.mjs";
import { addresses, readPages } from "./content.mjs";
import { definition, plainOf, words } from "./plain.mjs";

const [SEED, MOST] = [11, 200];
const LINK = /\[([^\]]+)\]\(\/en-US\/docs\/([^)#\s]+)[^)]*\)/g;
const QUESTION = /^(how|what|why|when|where|which|who|can|could|is|are|does|do|should)\b/i;

const options = read({ content: { type: "string" }, out: { type: "string" } });
if (!options.content || !options.out) throw new InputError("--content DIR and --out SETS expected");
const pages = readPages(join(resolve(options.content), "files", "en-us"));
const out = resolve(options.out);
const hrefOf = addresses(pages, "en-US");
const random = randomFrom(SEED);
const leftOut = {};

const links = [...pages.values()].flatMap(linksOf);
write("mdn-see-also", asked(links.filter(({ text }) => !QUESTION.test(text))));
const headings = [...pages.values()].flatMap(questionsOf);
write("mdn-questions", asked([...links, ...headings].filter(({ text }) => QUESTION.test(text))));
write("mdn-glossary", asked([...pages.values()].flatMap(definitionOf)));
const named = names();
write("mdn-names", asked(named.map(({ page, name }) => ({ text: name, page }))));
write(
  "mdn-names-bare",
  asked(named.filter(({ bare }) => bare).map(({ page, bare }) => ({ text: bare, page }))),
);
writeFileSync(join(out, "left-out.json"), `${JSON.stringify(leftOut, null, 1)}\n`);

/** Links of lines in a list that say more, or else, than the title of the page that they lead to. */
function linksOf({ slug, body }) {
  return body.split("\n").flatMap((line) => {
    const found = [...line.matchAll(LINK)];
    if (!/^- /.test(line) || found.length !== 1) return [];
    const [[, shown, target]] = found;
    const page = pages.get(target);
    const text = plain(shown);
    if (!page || target === slug || words(text).length < 2 || isHeadingOf(page, text)) return [];
    return [{ text, page: target, from: { slug, line } }];
  });
}

/** Headings that are questions; the page answers them. */
function questionsOf({ slug, title, body }) {
  const headings = [...body.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading]) => plain(heading));
  return [title, ...headings]
    .filter((text) => QUESTION.test(text) && words(text).length > 3)
    .map((text) => ({ text, page: slug }));
}

/** A glossary's definition, without the term. */
function definitionOf({ slug, title, body }) {
  const text = slug.startsWith("Glossary/") ? definition({ title, body }, hrefOf) : undefined;
  return text ? [{ text, page: slug }] : [];
}

/** Names of interfaces, members, properties, headers and functions that have a page of their own. */
function names() {
  const data = JSON.parse(readFileSync(new URL(import.meta.resolve("@mdn/browser-compat-data")), "utf8"));
  const found = new Map();
  const roots = [
    data.api,
    data.css.properties,
    data.http.headers,
    data.javascript.builtins,
    data.webextensions.api,
  ];
  for (const root of roots) collect(root, []);
  const counts = new Map();
  for (const { bare } of found.values()) counts.set(bare, (counts.get(bare) ?? 0) + 1);
  return [...found.values()].map((each) => ({
    ...each,
    bare: each.isMember && counts.get(each.bare) === 1 && each.bare.length > 4 ? each.bare : undefined,
  }));

  function collect(features, path) {
    for (const [key, feature] of Object.entries(features)) {
      if (key === "__compat" || typeof feature !== "object") continue;
      const here = [...path, key.replace(/_static$/, "")];
      const url = feature.__compat?.mdn_url?.split("/docs/")[1];
      // Events have names that are words, and are asked for with their kind.
      if (url && !url.includes("#") && pages.has(url) && !key.endsWith("_event") && here.length < 3)
        add(url, key === path.at(-1) ? here.slice(0, 1) : here);
      collect(feature, here);
    }
  }

  function add(page, path) {
    // The page of several features is about the first one.
    if (!found.has(page))
      found.set(page, { page, name: path.join("."), bare: path.at(-1), isMember: path.length > 1 });
  }
}

/** A sample of those that ask for one page alone, in the form of queries. */
function asked(candidates) {
  const byText = new Map();
  for (const each of candidates) {
    const key = words(each.text).join(" ");
    byText.set(key, [...(byText.get(key) ?? []), each]);
  }
  const clear = [...byText.values()].filter((same) => new Set(same.map(({ page }) => page)).size === 1);
  return sample(clear, MOST, random);
}

function write(name, chosen) {
  const queries = chosen.map(([{ text, page }], at) => {
    const file = `${page}/index.html`;
    return { id: `${at + 1}`, text, pages: [file], sections: [file] };
  });
  for (const { from } of chosen.flat()) if (from) (leftOut[from.slug] ??= []).push(from.line);
  writeQueries(join(out, name), queries);
  say(`${name}: ${queries.length} queries`);
}

function isHeadingOf({ title, body }, text) {
  const asked = words(text);
  const headings = [title, ...[...body.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => plain(heading))];
  return headings.some((heading) => {
    const own = new Set(words(heading));
    return asked.every((word) => own.has(word));
  });
}

/** Text without macros and Markdown. */
function plain(text) {
  return plainOf(text, hrefOf);
}
