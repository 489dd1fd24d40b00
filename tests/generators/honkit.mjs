// HonKit, from npm.
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const chapters = pagesIn("en").slice(1);
const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default twoLines({
  name: "HonKit",
  npm: ["honkit@6.1.7"],
  files: {
    "README.md": markdown("index"),
    "SUMMARY.md": `# Summary\n\n${chapters.map((name) => `* [${title(name)}](${name}.md)\n`).join("")}`,
    ...Object.fromEntries(chapters.map((name) => [`${name}.md`, markdown(name)])),
  },
  lines: [["honkit", "build", ".", "_book"]],
  site: "_book",
  pages: ["index.html", ...chapters.map((name) => `${name}.html`)],
  ...asked(page, "files.md"),
  // Its pages have no dark form, and on phones its links are in a drawer; they change parts of the page by scripts.
  follow: { link: 'a[href$="errors.html"]', to: page("errors"), inApp: true },
});
