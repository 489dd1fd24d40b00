// Documented members by the structure that generators give them: `{ owner, member, arity, address, deprecated }`.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { htmlFiles } from "../../lib/site.mjs";
import { inventoryLines } from "./inventory.mjs";

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
const plain = (html) =>
  html.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity]);

/** All members that `of(page, html)` finds in the pages of a folder. */
const onPages = (root, of) =>
  htmlFiles(root).flatMap((page) => [...of(page, readFileSync(join(root, page), "utf8"))]);

/** Erlang's own generator: the title names the module, anchors are `function-arity`. */
export const erlang = (root) =>
  onPages(root, function* (page, html) {
    const owner = /<title>Erlang -- (\w+)<\/title>/.exec(html)?.[1];
    if (!owner) return;
    for (const [, member, arity] of html.matchAll(/<h4 id="([a-z]\w*)-(\d+)" class="[^"]*func-head/g))
      yield { owner, member, arity, address: `${page}#${member}-${arity}` };
  });

/** Javadoc: classes are files beside a summary of their package, members are sections with brackets in their anchors. */
export const javadoc = (root) =>
  onPages(root, function* (page, html) {
    const owner = /^([A-Z]\w*(?:\.[A-Z]\w*)*)\.html$/.exec(posix.basename(page))?.[1];
    if (!owner || !existsSync(join(root, dirname(page), "package-summary.html"))) return;
    const details = html.split('<section class="detail" id="').slice(1);
    for (const detail of details) {
      const anchor = detail.slice(0, detail.indexOf('"'));
      const member = /^([a-z]\w*)\(/.exec(anchor)?.[1];
      const deprecated = detail.slice(0, 4000).includes("deprecation-block");
      if (member) yield { owner, member, address: `${page}#${anchor}`, deprecated };
    }
  });

/** QDoc: headings of members have their class, and members that are obsolete have pages of their own. */
export const qdoc = (root) =>
  onPages(root, function* (page, html) {
    for (const [, anchor, heading] of html.matchAll(/<h3 class="fn" id="([^"]+)">(.*?)<\/h3>/g)) {
      const [, owner, member] = /(\w+)::<span class="name">(.*?)<\/span>/.exec(heading) ?? [];
      const deprecated = /-obsolete\.html$/.test(page);
      if (owner) yield { owner, member: plain(member), address: `${page}#${anchor}`, deprecated };
    }
  });

/** Sphinx: `objects.inv` has names and addresses; what is deprecated says so at once. */
export function sphinx(root) {
  const pages = new Map();
  const htmlOf = (page) => {
    if (!pages.has(page))
      pages.set(page, existsSync(join(root, page)) ? readFileSync(join(root, page), "utf8") : "");
    return pages.get(page);
  };
  return inventoryLines(root).flatMap(({ name, role, address }) => {
    const [page, anchor] = address.replace(/\$$/, name).split("#");
    if (!role.startsWith("py:") || /:(?:module|parameter)$/.test(role) || !anchor) return [];
    const parts = name.split(".");
    const html = htmlOf(page);
    const [, behind = ""] = html.split(`id="${anchor}"`);
    const text = behind.slice(behind.indexOf("<dd>"), behind.indexOf("</p>", behind.indexOf("<dd>")));
    const deprecated = behind !== "" && text.length < 600 && text.includes('class="deprecated"');
    const owner = parts.slice(0, -1).join(".");
    return [{ owner, member: parts.at(-1), address: `${page}#${anchor}`, deprecated }];
  });
}

/** Haddock: anchors have the signs of operators by their numbers. */
export const haddock = (root) =>
  onPages(root, function* (page, html) {
    for (const [, anchor] of html.matchAll(/id="(v:(?:-\d+-)+)"/g)) {
      const codes = anchor.matchAll(/-(\d+)-/g);
      const member = String.fromCharCode(...[...codes].map(([, code]) => Number(code)));
      yield { owner: "", member, address: `${page}#${anchor}` };
    }
  });
