// Makes a site of MDN's Markdown: node pages.mjs --content DIR --out SITE [--locale en-us] [--leave-out FILE]
// DIR is a checkout of mdn/content or mdn/translated-content; FILE lists lines to drop, as sets.mjs writes it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InputError, read, say } from "../lib/options.mjs";
import { addresses, bodyOf, readPages } from "./content.mjs";

const options = read({
  content: { type: "string" },
  out: { type: "string" },
  locale: { type: "string", default: "en-us" },
  "leave-out": { type: "string" },
});
if (!options.content || !options.out) throw new InputError("--content DIR and --out SITE expected");
const { locale } = options;
const language = locale.split("-")[0];
const pages = readPages(join(resolve(options.content), "files", locale));
const leftOut = options["leave-out"] ? JSON.parse(readFileSync(options["leave-out"], "utf8")) : {};
for (const [slug, lines] of Object.entries(leftOut)) {
  const page = pages.get(slug);
  const dropped = new Set(lines);
  page.body = page.body
    .split("\n")
    .filter((line) => !dropped.has(line))
    .join("\n");
}
// Links in texts have the locale as MDN writes it.
const shown = locale.replace(/-(\w+)$/, (_, region) => `-${region.toUpperCase()}`);
const hrefOf = addresses(pages, shown);
const out = resolve(options.out);
rmSync(out, { recursive: true, force: true });
for (const page of pages.values()) {
  const file = join(out, page.slug, "index.html");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, htmlOf(page, bodyOf(page, { hrefOf, locale: shown, pages })));
}
const tops = [...pages.keys()].filter((slug) => !slug.includes("/"));
const links = tops.map((slug) => `<li><a href="${slug}/index.html">${slug}</a></li>`).join("\n");
writeFileSync(join(out, "index.html"), htmlOf({ title: "Documentation" }, `<ul>\n${links}\n</ul>\n`));
say(`${pages.size} pages in ${out}`);

function htmlOf({ title }, body) {
  const escaped = title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped} | MDN</title></head>
<body>
<main>
<h1>${escaped}</h1>
${body}</main>
</body>
</html>
`;
}
