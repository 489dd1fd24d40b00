// Sphinx with one of its themes, and the extension of the Python package.
import { installPlugin } from "./packages.mjs";
import { asked, pagesIn, restructured } from "./manual.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

/** The description of Sphinx with a theme. `package_` and `version`: its own on PyPI, if it does not come with Sphinx. */
export function sphinx(theme, { package_, version, noise } = {}) {
  return {
    name: `Sphinx ${theme}`,
    async install(place) {
      await place.pip("sphinx==9.0.4", ...(package_ ? [`${package_}==${version}`] : []));
      await installPlugin(place);
      const found = (await place.run(["sphinx-build", "--version"])).replace("sphinx-build ", "").trim();
      return package_ ? `${found}, ${package_} ${await place.pipVersion(package_)}` : found;
    },
    files: {
      "conf.py": `project = html_title = "Workshop"\nhtml_theme = "${theme}"\nextensions = ["docfuse.sphinx"]\n`,
      ...Object.fromEntries(pages.map((name) => [`${name}.rst`, restructured(name)])),
      "index.rst": `${restructured("index")}\n.. toctree::\n\n${pages
        .filter((name) => name !== "index")
        .map((name) => `   ${name}\n`)
        .join("")}`,
    },
    build: (place) => place.run(["sphinx-build", "-b", "html", ".", "_build/html"]),
    site: "_build/html",
    pages: [...pages.map((name) => `${name}.html`), "genindex.html"],
    ...asked(page, "files.rst"),
    follow: { link: 'a[href$="errors.html"]:visible', to: page("errors") },
    noise,
  };
}
