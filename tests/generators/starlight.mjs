// Starlight with its plugin, from npm.
import { tarballs } from "./core/packages.mjs";
import { GERMAN, asked, markdown, pagesIn, title } from "./core/manual.mjs";

const page = (name) => new RegExp(`(^|/)${name}/(#|$)`);
const file = (name, language) =>
  `---\ntitle: ${title(name, language)}\n---\n\n${markdown(name, { language, head: false })}`;

export default {
  name: "Starlight",
  async install(place) {
    // The last versions that run on Node.js 20.
    await place.npm("astro@5.18.2", "@astrojs/starlight@0.37.7", ...tarballs("astro"));
    place.env.ASTRO_TELEMETRY_DISABLED = "1";
    return place.npmVersion("@astrojs/starlight");
  },
  files: {
    "package.json": '{ "private": true, "type": "module" }\n',
    "astro.config.mjs": `import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import docfuse from "@docfuse/astro/starlight";

export default defineConfig({
  base: "/docs",
  integrations: [
    starlight({
      title: "Workshop",
      defaultLocale: "root",
      locales: { root: { label: "English", lang: "en" }, de: { label: "Deutsch", lang: "de" } },
      plugins: [docfuse()],
    }),
  ],
});
`,
    "public/favicon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n',
    "src/content.config.ts": `import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
    ...Object.fromEntries(pagesIn("en").map((name) => [`src/content/docs/${name}.md`, file(name, "en")])),
    ...Object.fromEntries(pagesIn("de").map((name) => [`src/content/docs/de/${name}.md`, file(name, "de")])),
  },
  build: (place) => place.run(["astro", "build"]),
  dev: (port) => ["astro", "dev", "--port", `${port}`, "--host", "127.0.0.1"],
  site: "dist",
  pages: ["index.html", "threads/index.html", "de/index.html", "de/files/index.html"],
  ...asked(page, "src/content/docs/files.md"),
  start: "",
  follow: { link: 'a[href="/docs/errors/"]', to: page("errors") },
  language: { start: "de/", query: GERMAN, page: page("de/threads") },
  encoder: true,
};
