// MiniSearch: one index of the site's sections as JSON, loaded whole.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../lib/esbuild.mjs";

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

export function minisearch() {
  const { version } = JSON.parse(readFileSync(beside("../node_modules/minisearch/package.json"), "utf8"));
  return {
    name: "minisearch",
    version,
    script: readFileSync(beside("minisearch.page.js"), "utf8"),
    isCode: (path) => path.endsWith(".js"),
    build: ({ pages, content, ignore }, out) => [
      process.execPath,
      beside("minisearch.index.mjs"),
      ...["--pages", pages, "--out", join(out, "index.json"), "--content", content],
      ...ignore.flatMap((selector) => ["--ignore", selector]),
    ],
    finish: (out) =>
      build({
        entryPoints: [beside("minisearch.client.js")],
        bundle: true,
        format: "esm",
        minify: true,
        outfile: join(out, "client.js"),
        logLevel: "warning",
      }),
  };
}
