// Hexo with its theme Landscape, from npm.
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}/(index.html)?(#|$)`);
const parts = ["generator-index", "renderer-ejs", "renderer-marked", "renderer-stylus"].map(
  (part) => `hexo-${part}`,
);

export default twoLines({
  name: "Hexo",
  npm: ["hexo@8.1.2", "hexo-theme-landscape@1.1.0", ...parts],
  files: {
    "package.json": JSON.stringify({
      hexo: { version: "8.1.2" },
      dependencies: Object.fromEntries(parts.map((part) => [part, "*"])),
    }),
    "_config.yml":
      "title: Workshop\ntheme: landscape\nurl: https://example.org/docs\nroot: /docs/\npermalink: :title/\n",
    ...Object.fromEntries(
      pages.map((name) => [
        `source/_posts/${name}.md`,
        `---\ntitle: ${title(name)}\ndate: 2026-01-01 10:00:00\n---\n\n${markdown(name, { head: false })}`,
      ]),
    ),
  },
  lines: [["hexo", "generate", "--silent"]],
  site: "public",
  pages: ["threads/index.html", "files/index.html", "index.html"],
  ...asked(page, "source/_posts/files.md"),
  // The theme asks other hosts for fonts and pictures.
  noise: /favicon|googleapis|fancybox|banner|webfonts|fonts\//,
});
