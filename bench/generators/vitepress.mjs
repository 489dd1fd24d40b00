import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";

const CONFIG = {
  title: "undici",
  ignoreDeadLinks: true,
  // Some pages hold type parameters in angle brackets, which would be read as tags.
  markdown: { html: false },
};

export default {
  generator: "VitePress 1.6.4",
  content: "undici 7.16.0",
  root: "main",
  ignore: ["a.header-anchor"],
  exclude: ["^404\\.html$"],
  make(packages, work) {
    const source = packages.npm(
      "undici",
      "7.16.0",
      "b6f3f45d748afc9e241e14a7fc33348238cba2bd91134f18deb096e17259dd65",
    );
    const docs = join(work, "docs");
    cpSync(join(source, "docs", "docs"), docs, { recursive: true });
    cpSync(join(source, "README.md"), join(docs, "index.md"));
    packages.install({ vitepress: "1.6.4", vue: "3.5.21" });
    mkdirSync(join(docs, ".vitepress"));
    writeFileSync(join(docs, ".vitepress", "config.mjs"), `export default ${JSON.stringify(CONFIG)};\n`);
    run(work, ["npx", "vitepress", "build", "docs"]);
    return join(docs, ".vitepress", "dist");
  },
};
