// Astro without Starlight, with its integration from npm: a layout that shows the box, and the router that changes pages
// without loading them.
import { tarballs } from "./core/packages.mjs";
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}/(#|$)`);
const links = pages
  .slice(1)
  .map((name) => `<a href="/docs/${name}/">${title(name)}</a>`)
  .join(" ");

export default {
  name: "Astro",
  async install(place) {
    // The last version that runs on Node.js 20.
    await place.npm("astro@5.18.2", ...tarballs("astro"));
    place.env.ASTRO_TELEMETRY_DISABLED = "1";
    return place.npmVersion("astro");
  },
  files: {
    "package.json": '{ "private": true, "type": "module" }\n',
    "astro.config.mjs": `import { defineConfig } from "astro/config";
import docfuse from "@docfuse/astro";

export default defineConfig({ base: "/docs", integrations: [docfuse()] });
`,
    "src/layouts/Page.astro": `---
import { ClientRouter } from "astro:transitions";
import Search from "@docfuse/astro/Search.astro";
---

<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <style is:global>:root { color-scheme: light dark; } body { background: canvas; }</style>
    <link rel="icon" href="data:," />
    <title>{Astro.props.frontmatter.title}</title>
    <ClientRouter />
  </head>
  <body>
    <header><Search /> <nav>${links}</nav></header>
    <main><slot /></main>
  </body>
</html>
`,
    ...Object.fromEntries(
      pages.map((name) => [
        `src/pages/${name}.md`,
        `---\ntitle: ${title(name)}\nlayout: ../layouts/Page.astro\n---\n\n${markdown(name)}`,
      ]),
    ),
  },
  build: (place) => place.run(["astro", "build"]),
  dev: (port) => ["astro", "dev", "--port", `${port}`, "--host", "127.0.0.1"],
  site: "dist",
  pages: ["index.html", ...pages.slice(1).map((name) => `${name}/index.html`)],
  ...asked(page, "src/pages/files.md"),
  start: "",
  follow: { link: 'a[href="/docs/errors/"]', to: page("errors"), inApp: true },
  encoder: true,
};
