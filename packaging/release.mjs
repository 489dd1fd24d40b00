// What a release needs to know, and whether it can be made:
//   node packaging/release.mjs ready [TAG]   fails if an address is empty or TAG is not that of the version
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const ADDRESSES = ["repository", "homepage", "reports"];

/** The addresses of release.json, with the version of Cargo.toml. */
export function release() {
  const values = JSON.parse(readFileSync(join(here, "release.json"), "utf8"));
  const [, version] = readFileSync(join(here, "../Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
  return { ...values, version };
}

/** Why a release with this tag cannot be made, a sentence each; none if it can. */
function problems(values, tag) {
  const found = ADDRESSES.filter((name) => !URL.canParse(values[name])).map(
    (name) => `expected an address as "${name}" in packaging/release.json, found "${values[name]}"`,
  );
  if (tag !== undefined && tag !== `v${values.version}`) {
    found.push(`expected the tag v${values.version}, as the version in Cargo.toml, found ${tag}`);
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [verb, tag] = process.argv.slice(2);
  const found = verb === "ready" ? problems(release(), tag) : [`expected ready, found "${verb ?? ""}"`];
  for (const problem of found) process.stderr.write(`release.mjs: ${problem}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
