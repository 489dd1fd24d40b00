// VitePress with its plugin, from npm.
import { tarballs } from "./core/packages.mjs";
import { GERMAN, asked, markdown, pagesIn, title } from "./core/manual.mjs";

const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);
const items = (language, folder) =>
  pagesIn(language)
    .slice(1)
    .map((name) => ({ text: title(name, language), link: `${folder}${name}` }));

export default {
  name: "VitePress",
  async install(place) {
    await place.npm("vitepress@1.6.4", ...tarballs("vitepress"));
    return place.npmVersion("vitepress");
  },
  files: {
    "docs/.vitepress/config.mjs": `import docfuse from "@docfuse/vitepress";

export default {
  title: "Workshop",
  base: "/docs/",
  head: [["link", { rel: "icon", href: "data:," }]],
  locales: {
    root: { label: "English", lang: "en", themeConfig: { sidebar: ${JSON.stringify(items("en", "/"))} } },
    de: { label: "Deutsch", lang: "de", themeConfig: { sidebar: ${JSON.stringify(items("de", "/de/"))} } },
  },
  vite: { plugins: [docfuse()] },
};
`,
    ...Object.fromEntries(pagesIn("en").map((name) => [`docs/${name}.md`, markdown(name)])),
    "docs/index.md": markdown("index", { links: [["Deutsch", "/de/"]] }),
    ...Object.fromEntries(
      pagesIn("de").map((name) => [`docs/de/${name}.md`, markdown(name, { language: "de" })]),
    ),
  },
  build: (place) => place.run(["vitepress", "build", "docs"]),
  dev: (port) => ["vitepress", "dev", "docs", "--port", `${port}`, "--host", "127.0.0.1"],
  site: "docs/.vitepress/dist",
  pages: [...pagesIn("en"), ...pagesIn("de").map((name) => `de/${name}`)].map((name) => `${name}.html`),
  ...asked(page, "docs/files.md"),
  follow: { link: 'a[href$="/docs/errors.html"]', to: page("errors"), inApp: true },
  language: {
    start: "de/index.html",
    query: GERMAN,
    page: page("de/threads"),
    link: '.vp-doc a[href="/docs/de/"]',
  },
  encoder: true,
};
