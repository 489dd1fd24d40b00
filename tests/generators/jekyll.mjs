// Jekyll, from Debian, with its theme Minima.
import { installCommand } from "./core/packages.mjs";
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}(\\.html)?(#|$)`);

export default {
  name: "Jekyll",
  async install(place) {
    const version = await place.get(["jekyll", "--version"], "jekyll");
    await installCommand(place);
    return version.replace("jekyll ", "");
  },
  files: {
    "_config.yml": "title: Workshop\ntheme: minima\nbaseurl: /docs\nexclude: [.home, .venv]\n",
    ...Object.fromEntries(
      pages.map((name) => [
        `${name}.md`,
        `---\nlayout: page\ntitle: ${title(name)}\n---\n${markdown(name, { head: false })}`,
      ]),
    ),
  },
  async build(place) {
    await place.run(["jekyll", "build", "--quiet"]);
    await place.run(["docfuse", "build", "_site", "--inject"]);
  },
  site: "_site",
  pages: pages.map((name) => `${name}.html`),
  ...asked(page, "files.md"),
  // On phones the theme hides its links behind a button.
  follow: { link: 'a[href$="errors.html"]', to: page("errors") },
};
