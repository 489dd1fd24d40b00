// An index folder with its browser files, as `docfuse build` writes it, and the page that it is measured in.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError } from "./options.mjs";
import { pageFor } from "./page.mjs";

/** Copies the index folder `from`, the value of an `option`, to where the page expects it, and writes the page into `folder`. */
export function placeIndex(from, option, folder) {
  for (const name of ["docfuse.json", "docfuse.js"]) {
    const path = join(resolve(from), name);
    if (!existsSync(path))
      throw new InputError(`--${option}: expected an index folder with browser files, found no ${path}`);
  }
  const index = join(folder, "docfuse");
  mkdirSync(index, { recursive: true });
  cpSync(resolve(from), index, { recursive: true });
  copyFileSync(join(index, "docfuse.js"), join(index, "client.js"));
  const script = readFileSync(new URL("../adapters/docfuse.page.js", import.meta.url), "utf8");
  writeFileSync(join(folder, "index.html"), pageFor(script));
}

/** The encoder that the manifest of an index folder names, if it has one. */
export const modelOf = (folder) =>
  JSON.parse(readFileSync(join(resolve(folder), "docfuse.json"), "utf8")).model;
