// Pagefind: its native indexer over the same pages, and its own script in the page.
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

export function pagefind() {
  const command = require.resolve(`@pagefind/${process.platform}-${process.arch}/bin/pagefind_extended`);
  return {
    name: "pagefind",
    version: JSON.parse(readFileSync(packageFile("pagefind"), "utf8")).version,
    script: readFileSync(new URL("pagefind.page.js", import.meta.url), "utf8"),
    isCode: (path) => /\.js$|\/wasm\.[^/]+\.pagefind$/.test(path),
    build: ({ pages, content, ignore }, out) => [
      command,
      ...["--site", pages, "--output-path", join(out, "pagefind"), "--keep-index-url"],
      ...["--root-selector", content],
      ...ignore.flatMap((selector) => ["--exclude-selectors", selector]),
    ],
    finish: (out) => leaveOutInterface(join(out, "pagefind")),
  };
}

/** Deletes the search boxes, which nothing here loads. */
function leaveOutInterface(folder) {
  const names = readdirSync(folder).filter((name) => /-ui\.(js|css)$|highlight\.js$/.test(name));
  for (const name of names) rmSync(join(folder, name));
}

function packageFile(name) {
  return new URL(`../node_modules/${name}/package.json`, import.meta.url);
}
