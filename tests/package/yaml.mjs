// Reads YAML files of the repository.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../www/package.json", import.meta.url));
const { parse } = require("yaml");

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The content of YAML text. Fails if it is not valid. */
export const yamlOf = (text) => parse(text);

/** The content of a file in the repository. Fails if it is not valid YAML. */
export function repositoryYaml(path) {
  return parse(read(path));
}

/** The content of the YAML blocks of a document's text. */
export function yamlBlocks(text) {
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block]) => parse(block));
}

/** The inputs in a document's table, each with whether it is required. */
export function inputTable(path) {
  const [, rows] = read(path).split("| input | default | meaning |\n|---|---|---|\n");
  return [...rows.matchAll(/^\| `([\w-]+)` \| (required)?/gm)].map(([, name, required]) => [
    name,
    required !== undefined,
  ]);
}
