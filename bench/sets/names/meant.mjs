// Names as readers write them elsewhere than on the page: with their class or module, by another path, as operators, bare
// where several have one, and lines pasted from a terminal. Each is `{ text, kind, pages, sections }`.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { htmlFiles } from "../../lib/site.mjs";
import { all, parse } from "../html.mjs";
import { randomFrom } from "../../lib/random.mjs";
import { mistype } from "../../lib/typing-errors.mjs";
import { SEED, draw } from "./draw.mjs";

/** Forms of a member with its owner. */
const FORMS = [
  ({ owner, member }) => `${owner}.${member}`,
  ({ owner, member }) => `${owner}::${member}`,
  ({ owner, member, arity }) => `${owner}:${member}/${arity ?? 1}`,
  ({ owner, member }) => `${owner}#${member}`,
  ({ owner, member }) => `${owner} ${member}`,
  ({ owner, member }) => `${owner}.${member}()`,
  ({ owner, member }) => `${owner}->${member}`,
];
/** Homonyms: fewest links to the one that is meant, and how many times as many as to the next one. */
const [FEWEST_LINKS, TIMES, FEWEST_PLACES] = [6, 2, 3];
const FAILS =
  /\b(?:error|fatal|warning|cannot|can't|failed|failure|exception|invalid|not found|refus|denied|unable)/i;
const [FEWEST_WORDS, MOST_WORDS, FEWEST_LETTERS, PAGES] = [5, 16, 24, 2];

const answer = (text, kind, addresses) => ({
  text,
  kind,
  pages: [...new Set(addresses.map((address) => address.split("#")[0]))],
  sections: [...new Set(addresses)],
});

function grouped(members, keyOf) {
  const groups = new Map();
  for (const one of members) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
/** A name of three letters or more; a constructor has that of its class. */
const isWord = ({ owner, member }) => /^[A-Za-z]\w{2,}$/.test(member) && owner !== member;
const addressesOf = (members) => members.map(({ address }) => address);

/** Members with their class or module, in every form by turns. */
export function members(known, most) {
  const named = known.filter((one) => isWord(one) && one.owner && !one.owner.includes("."));
  const groups = [...grouped(named, ({ owner, member }) => `${owner}.${member}`).values()];
  const drawn = draw(
    groups.map((of) => ({ text: `${of[0].owner}.${of[0].member}`, of })),
    most,
  );
  return drawn.map(({ of }, at) => {
    const hasArity = of[0].arity !== undefined;
    const forms = FORMS.filter((_, form) => hasArity || form !== 2);
    return answer(
      forms[at % forms.length](of[0]),
      "member",
      hasArity && at % forms.length === 2 ? [of[0].address] : addressesOf(of),
    );
  });
}

/** Names by the path where they are defined, which has a module more. */
export function paths(known, most) {
  const named = known.filter(({ owner, member }) => owner && /^[A-Z]\w{3,}$/.test(member));
  const groups = [...grouped(named, ({ owner, member }) => `${owner}.${member}`).values()];
  return draw(
    groups.map((of) => ({ text: `${of[0].owner}.${of[0].member}`, of })),
    most,
  ).map(({ of }, at) => {
    const [{ owner, member }] = of;
    const module = at % 2 === 0 ? "_impl" : `_${member.toLowerCase()}`;
    return answer(`${owner}.${module}.${member}`, "path", addressesOf(of));
  });
}

/** Operators: of a class with it, others in brackets and bare by turns. */
export function operators(known, most) {
  const isOperator = ({ member }) => /^(?:operator ?)?[^\w\s]+$/.test(member);
  const groups = [
    ...grouped(known.filter(isOperator), ({ owner, member }) => `${owner}::${member}`).values(),
  ];
  return draw(
    groups.map((of) => ({ text: `${of[0].owner}::${of[0].member}`, of })),
    most,
  ).map(({ of }, at) => {
    const [{ owner, member }] = of;
    const [joined, apart] = owner ? [`${owner}::${member}`, `${owner} ${member}`] : [`(${member})`, member];
    return answer(at % 2 === 0 ? joined : apart, "operator", addressesOf(of));
  });
}

/** Bare names in several places, of which most links of other pages lead to one. */
export function homonyms(root, known, most) {
  const links = inboundLinks(root);
  const groups = grouped(known.filter(isWord), ({ member }) => member);
  const asked = [...groups].flatMap(([text, of]) => {
    const places = [...grouped(of, ({ owner }) => owner).values()];
    const counts = places
      .map((place) => ({
        place,
        count: place.reduce((sum, { address }) => sum + (links.get(address) ?? 0), 0),
      }))
      .toSorted((a, b) => b.count - a.count);
    const [first, second] = counts;
    const isMeant = second && first.count >= FEWEST_LINKS && first.count >= TIMES * second.count;
    return places.length >= FEWEST_PLACES && isMeant
      ? [answer(text, "homonym", addressesOf(first.place))]
      : [];
  });
  return draw(asked, most);
}

/** How many other pages link to an address. */
function inboundLinks(root) {
  const links = new Map();
  for (const page of htmlFiles(root)) {
    const hrefs = readFileSync(join(root, page), "utf8").matchAll(/\bhref="([^":]*#[^"]+)"/g);
    const targets = new Set([...hrefs].map(([, href]) => posix.join(posix.dirname(page), href)));
    for (const target of targets)
      if (!target.startsWith(`${page}#`)) links.set(target, (links.get(target) ?? 0) + 1);
  }
  return links;
}

/** Bare names of which some are deprecated and some are not: any of these answers. */
export function deprecated(known, most) {
  const groups = grouped(known.filter(isWord), ({ member }) => member);
  const asked = [...groups].flatMap(([text, of]) => {
    const current = of.filter((one) => !one.deprecated);
    const mixed = current.length > 0 && current.length < of.length && of.length <= 6;
    return mixed ? [answer(text, "deprecated", addressesOf(current))] : [];
  });
  return draw(asked, most);
}

/** Words of a name in capitals and small letters, a run of capitals as one. */
const HUMPS = /[A-Z]+(?![a-z])\d*|[A-Z][a-z\d]+/g;

/**
 * Classes by the beginnings of their words: the first letters of three or more, and the first two of each by turns. No page
 * has it as a word, and at most three classes begin so.
 */
export function humps(root, known, most) {
  const classes = new Map(known.map(({ owner, address }) => [owner, address.split("#")[0]]));
  const short = [...classes].flatMap(([name, page]) => {
    const words = /^[A-Z]\w*$/.test(name) ? (name.match(HUMPS) ?? []) : [];
    // The letter before all names of a library.
    const own = words[0]?.length === 1 ? words.slice(1) : words;
    const initials = own.map((word) => word[0]).join("");
    const begun = own.map((word) => word.slice(0, 2)).join("");
    return own.length < 2
      ? []
      : [own.length > 2 ? [initials, page] : [], [begun, page]].filter(([text]) => text);
  });
  const groups = grouped(short, ([text]) => text);
  const said = wordsOf(root, /[A-Za-z\d]+/g, (word) => word.toLowerCase());
  const asked = [...groups].filter(([text, of]) => of.length <= 3 && !said.has(text.toLowerCase()));
  return draw(
    asked.map(([text, of]) =>
      answer(
        text,
        "humps",
        of.map(([, page]) => page),
      ),
    ),
    most,
  );
}

/** Lines of code about something that failed, on at most two pages; every other one behind a path and a number. */
export function pasted(root, most) {
  const lines = new Map();
  for (const page of htmlFiles(root)) {
    const blocks = all("pre", parse(readFileSync(join(root, page), "utf8")));
    const texts = blocks.flatMap((block) =>
      textIn(block)
        .split("\n")
        .map((line) => line.trim().replace(/\s+/g, " ")),
    );
    for (const line of new Set(texts)) lines.set(line, [...(lines.get(line) ?? []), page]);
  }
  const asked = [...lines].flatMap(([text, pages]) => {
    const words = text.match(/[A-Za-z]{2,}/g) ?? [];
    const isLine =
      words.length >= FEWEST_WORDS && words.length <= MOST_WORDS && text.length >= FEWEST_LETTERS;
    return isLine && FAILS.test(text) && pages.length <= PAGES && !/["]/.test(text)
      ? [answer(text, "pasted", pages)]
      : [];
  });
  return draw(asked, most).map((query, at) =>
    at % 2 === 0 ? query : { ...query, text: `/home/me/work/app.log:1${at}: ${query.text}` },
  );
}

/** Codes on at most two pages: capitals and digits. */
export function codes(root, most) {
  const found = wordsOf(root, /(?<![\w.-])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{4,10}(?![\w-])/g);
  const rare = [...found].filter(([, pages]) => pages.size <= PAGES);
  return draw(
    rare.map(([text, pages]) => answer(text, "code", [...pages])),
    most,
  );
}

/** Words on two to five pages, with one typing error that makes no word of the site. */
export function errors(root, most) {
  const found = wordsOf(root, /(?<![\w'’.-])[a-z]{6,12}(?![\w'’-])/g);
  const known = wordsOf(root, /[A-Za-z]+/g, (word) => word.toLowerCase());
  const random = randomFrom(SEED);
  const some = [...found].filter(([, pages]) => pages.size >= 2 && pages.size <= 5);
  const drawn = draw(
    some.map(([text, pages]) => answer(text, "error", [...pages])),
    most,
  );
  return drawn.map((query) => {
    let wrong = query.text;
    while (known.has(wrong)) wrong = mistype(query.text, random);
    return { ...query, text: wrong, original: query.text };
  });
}

/** The words of a pattern on the pages, each with the pages that have it. */
function wordsOf(root, pattern, keyOf = (word) => word) {
  const found = new Map();
  for (const page of htmlFiles(root)) {
    const texts = all("body", parse(readFileSync(join(root, page), "utf8"))).map(textIn);
    for (const text of texts)
      for (const [word] of text.matchAll(pattern))
        found.set(keyOf(word), (found.get(keyOf(word)) ?? new Set()).add(page));
  }
  return found;
}

const textIn = (node) =>
  node.type === "text" ? node.data : (node.children ?? []).map((child) => textIn(child)).join("");
