import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";

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
    run(work, ["npx", "astro", "build"], { ASTRO_TELEMETRY_DISABLED: "1" });
    return join(work, "dist");
  },
};
