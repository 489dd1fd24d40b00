import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";
import { htmlFiles } from "../lib/site.mjs";

const CONFIG = `
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
const group = (directory) => ({ label: directory, autogenerate: { directory } });
export default defineConfig({
  site: "https://npm.example",
  image: { service: passthroughImageService() },
  integrations: [
    starlight({ title: "npm", sidebar: ["commands", "configuring-npm", "using-npm"].map(group) }),
  ],
});
`;

const COLLECTIONS = `
import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

const MOST_BUILDS = 4;

/** Number of pages in a built site, apart from that of errors. */
function built(site) {
  return existsSync(site) ? htmlFiles(site).filter((name) => name !== "404.html").length : 0;
}

export default {
  generator: "Starlight 0.36.3",
  content: "npm 11.6.2",
  root: "main",
  exclude: ["^404\\.html$"],
  make(packages, work) {
    const source = packages.npm(
      "npm",
      "11.6.2",
      "585f95094ee5cb2788ee11d90f2a518a7c9ef6e083fa141d0b63ca3383675a20",
    );
    const content = join(work, "src", "content");
    mkdirSync(content, { recursive: true });
    cpSync(join(source, "docs", "content"), join(content, "docs"), { recursive: true });
    packages.install({ astro: "5.15.9", "@astrojs/starlight": "0.36.3" });
    writeFileSync(join(work, "astro.config.mjs"), CONFIG);
    writeFileSync(join(work, "src", "content.config.mjs"), COLLECTIONS);
    const site = join(work, "dist");
    const pages = readdirSync(content, { recursive: true }).filter((name) => name.endsWith(".md")).length;
    // On a busy machine, a build misses pages that Astro stores too late for it. The next one has them.
    for (let builds = 0; builds < MOST_BUILDS && built(site) < pages; builds += 1) {
      run(work, ["npx", "astro", "build"], { ASTRO_TELEMETRY_DISABLED: "1" });
    }
    return site;
  },
};
