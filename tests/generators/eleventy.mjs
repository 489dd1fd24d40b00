// Eleventy, from npm, with a layout of the author's own: it comes with none.
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}/(index.html)?(#|$)`);

export default twoLines({
  name: "Eleventy",
  npm: ["@11ty/eleventy@3.1.8"],
  files: {
    "src/_includes/page.njk": `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><title>{{ title }}</title></head>
<body><header style="display:flex"><a href="/docs/">Workshop</a></header>
<main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>
`,
    ...Object.fromEntries(
      pages.map((name) => [
        `src/${name}.md`,
        `---\ntitle: ${title(name)}\nlayout: page.njk\n---\n\n${markdown(name, {
          head: false,
          links: name === "index" ? [["Errors", "errors/"]] : [],
        })}`,
      ]),
    ),
  },
  lines: [["eleventy", "--quiet", "--input=src", "--output=public"]],
  site: "public",
  pages: ["index.html", "threads/index.html", "files/index.html"],
  ...asked(page, "src/files.md"),
  follow: { link: 'main a[href="errors/"]', to: page("errors") },
});
