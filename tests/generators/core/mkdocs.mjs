// MkDocs with one of its themes, and the plugin of the Python package.
import { installPlugin } from "./packages.mjs";
import { asked, markdown, pagesIn } from "./manual.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}/(#|$)`);

/**
 * The description of MkDocs with a theme. `package_` and `version`: its own on PyPI, if it does not come with MkDocs;
 * `settings`: what mkdocs.yml says about it.
 */
export function mkdocs(theme, { package_, version, dark, settings = theme, plugins = "[docfuse]" } = {}) {
  return {
    name: `MkDocs ${theme}`,
    async install(place) {
      await place.pip("mkdocs==1.6.1", ...(package_ ? [`${package_}==${version}`] : []));
      await installPlugin(place);
      const found = await place.pipVersion("mkdocs");
      return package_ ? `${found}, ${package_} ${await place.pipVersion(package_)}` : found;
    },
    files: {
      "mkdocs.yml": `site_name: Workshop\ntheme: ${settings}\nplugins: ${plugins}\n`,
      ...Object.fromEntries(pages.map((name) => [`docs/${name}.md`, markdown(name)])),
      "docs/index.md": markdown("index", { links: [["Errors", "errors.md"]] }),
    },
    build: (place) => place.run(["mkdocs", "build", "--quiet"]),
    site: "site",
    pages: pages.map((name) => (name === "index" ? "index.html" : `${name}/index.html`)),
    ...asked(page, "docs/files.md"),
    follow: { link: '[role=main] a[href$="errors/"], article a[href$="errors/"]', to: page("errors") },
    dark,
  };
}
