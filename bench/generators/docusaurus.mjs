import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";

const CONFIG = {
  title: "Fastify",
  url: "https://fastify.example",
  baseUrl: "/",
  onBrokenLinks: "ignore",
  onBrokenAnchors: "ignore",
  markdown: { format: "md", hooks: { onBrokenMarkdownLinks: "ignore", onBrokenMarkdownImages: "ignore" } },
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false, pages: false }]],
};

export default {
  generator: "Docusaurus 3.9.1",
  content: "Fastify 5.6.1",
  root: "article",
  ignore: ["a.hash-link"],
  exclude: ["^404\\.html$"],
  make(packages, work) {
    const source = packages.npm(
      "fastify",
      "5.6.1",
      "51d4b0dbe007229304d036d47c33603d26de58abbabc1ffde9b2f6b0c882d3a8",
    );
    const docs = join(work, "docs");
    cpSync(join(source, "docs"), docs, { recursive: true });
    for (const name of readdirSync(docs, { recursive: true }).filter((file) => file.endsWith(".md"))) {
      // Fastify's own site removes this line too: else it would be the title of every page.
      const text = readFileSync(join(docs, name), "utf8").replace(/^<h1[^>]*>Fastify<\/h1>\n/, "");
      const head = name === "index.md" ? "---\nslug: /\ntitle: Fastify\n---\n" : "";
      writeFileSync(join(docs, name), head + text);
    }
    packages.install({
      "@docusaurus/core": "3.9.1",
      "@docusaurus/preset-classic": "3.9.1",
      react: "19.1.1",
      "react-dom": "19.1.1",
      // Later ones refuse the options of the progress bar.
      webpack: "5.101.3",
    });
    writeFileSync(join(work, "docusaurus.config.js"), `export default ${JSON.stringify(CONFIG)};\n`);
    run(work, ["npx", "docusaurus", "build"], { CI: "1" });
    return join(work, "build");
  },
};
