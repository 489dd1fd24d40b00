// MDN's glossary in two languages: the sentence that defines a term asks for the term's page in the other one.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addresses, bodyOf, readPages } from "../mdn/content.mjs";
import { definition } from "../mdn/plain.mjs";

/** The entries of a checkout, by slug. */
export function readGlossary(checkout, locale) {
  const pages = readPages(join(checkout, "files", locale, "glossary"));
  return { locale, pages };
}

/** Writes a page for each entry. */
export function writeGlossary({ locale, pages }, folder) {
  const hrefOf = addresses(pages, locale);
  for (const page of pages.values()) {
    const file = join(folder, page.slug, "index.html");
    const title = page.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const body = bodyOf(page, { hrefOf, locale, pages });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `<!doctype html>\n<html lang="${locale.split("-")[0]}"><head><meta charset="utf-8"><title>${title}</title></head>` +
        `<body><main><h1>${title}</h1>\n${body}</main></body></html>\n`,
    );
  }
}

/** Definitions in one language that have their page in the other. */
export function definitions(from, to) {
  const hrefOf = addresses(from.pages, from.locale);
  return [...from.pages.values()].flatMap((page) => {
    const text = to.pages.has(page.slug) ? definition(page, hrefOf) : undefined;
    return text ? [{ text, kind: "definition", pages: [`${page.slug}/index.html`], sections: [] }] : [];
  });
}
