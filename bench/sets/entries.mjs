// Indexes of a book: an entry that points at exactly one page, and is neither a symbol nor that page's heading.
import { all, parse, plain, textOf } from "./html.mjs";
import { codeNames } from "./words.mjs";

/** Rule for an index in HTML. `page`: its name; `items`: selector of its links; `drop`: pattern of entries to leave out. */
export const entries =
  ({ page, items, drop }) =>
  (site) =>
    all(items, parse(site.read(page)))
      .map((link) => entry(textOf(link), site.answer(page, link.attribs.href)))
      .filter((found) => found && !drop.test(found.text));

/** Rule for the index of LibreOffice's help, which is a script: an entry and one below it make a query. */
export const bookmarks =
  ({ file, drop }) =>
  (site) =>
    [...site.read(file).matchAll(/\{url:"([^"?]+)[^"#]*(#[^"]*)?", app:"\w+", text:"([^"]+)"\}/g)]
      .filter(([, , , text]) => / -- /.test(text) && !drop.test(text))
      .map(([, page, , text]) => entry(plain(text.replace(/\s*--\s*/, " ")), site.answer(file, `/${page}`)))
      .filter(Boolean);

function entry(text, answer) {
  if (!answer || codeNames(text).length > 0 || /\b[A-Z]{4,}\b/.test(text)) return undefined;
  return { text, kind: "index-entry", answers: [answer] };
}
