// Reads YAML files of the repository.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../www/package.json", import.meta.url));
const { parse } = require("yaml");

/** The content of a file in the repository. Fails if it is not valid YAML. */
export function repositoryYaml(path) {
  return parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
}
