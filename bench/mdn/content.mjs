// The pages of a checkout of mdn/content or mdn/translated-content: their front matter and their Markdown.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { withoutMacros } from "./macros.mjs";
import { toHtml } from "./markdown.mjs";

const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---\r?\n/;
/** A block of code, whose braces are no macros. */
const FENCE = /^([ \t]*(?:> ?)?[ \t]*)(`{3,}|~{3,})[^]*?^\1\2`*[ \t]*$/gm;

/** Pages by slug: `{ slug, title, body }`. `folder` holds `files/LOCALE/…/index.md`. */
export function readPages(folder) {
  const pages = new Map();
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!name.endsWith("index.md")) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const front = FRONT_MATTER.exec(text);
    if (!front) throw new Error(`${name}: front matter expected`);
    const { slug, title } = parse(front[1]);
    pages.set(slug, { slug, title, body: text.slice(front[0].length) });
  }
  return pages;
}

/** Finds the page of a macro's target: below one of its areas, or the only one there that ends with its name. */
export function addresses(pages, locale) {
  const byLower = new Map([...pages.keys()].map((slug) => [slug.toLowerCase(), slug]));
  const byEnd = new Map();
  for (const slug of pages.keys()) {
    const end = slug.slice(slug.lastIndexOf("/") + 1).toLowerCase();
    byEnd.set(end, [...(byEnd.get(end) ?? []), slug]);
  }
  return (areas, target) => {
    const name = target
      .trim()
      .replaceAll(" ", "_")
      .replaceAll("()", "")
      .replace(/^<(.*)>$/, "$1");
    const asPath = name.replace(/\.prototype\./, "/").replace(/(?<=\w)\.(?=\w)/g, "/");
    const direct = areas.flatMap((area) => [`${area}/${name}`, `${area}/${asPath}`]);
    const slug =
      direct.map((path) => byLower.get(path.toLowerCase())).find((found) => found !== undefined) ??
      byEnd.get(name.toLowerCase())?.find((found) => areas.some((area) => found.startsWith(`${area}/`)));
    return slug && `/${locale}/docs/${slug}`;
  };
}

/** The HTML of a page's body; links to pages are relative, as on a site that is served from any folder. */
export function bodyOf({ slug, body }, { hrefOf, locale, pages }) {
  const parts = [];
  let end = 0;
  for (const fence of body.matchAll(FENCE)) {
    parts.push(withoutMacros(body.slice(end, fence.index), hrefOf), fence[0]);
    end = fence.index + fence[0].length;
  }
  parts.push(withoutMacros(body.slice(end), hrefOf));
  const root = "../".repeat(slug.split("/").length);
  const prefix = new RegExp(`(?<=(?:href|src)=")/${locale}/docs/([^"#?]*)`, "gi");
  return toHtml(parts.join("").replace(/\[!(NOTE|WARNING|CALLOUT)\]/g, "")).replace(prefix, (whole, path) =>
    pages.has(path) ? `${root}${path}/index.html` : whole,
  );
}
