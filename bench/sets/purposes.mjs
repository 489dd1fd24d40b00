// Manual pages: what a page's line NAME says that the command does.
import { all, parse, textOf } from "./html.mjs";

/** Rule for manual pages. `pages`: pattern of their names; `line`: selector of the paragraph "name - purpose". */
export const purposes =
  ({ pages, line }) =>
  (site) =>
    site.pages(pages).flatMap((page) => {
      const [name] = all(line, parse(site.read(page)));
      const [, text] = /^[\w.,\s-]+? - (.+)$/.exec(name ? textOf(name) : "") ?? [];
      return text ? [{ text, kind: "purpose", answers: [{ page, anchor: "" }] }] : [];
    });
