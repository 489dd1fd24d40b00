// Says what is published, in every document and message, and refuses a release that is not prepared:
//   node packaging/release.mjs apply        rewrites all marked passages as release.json says
//   node packaging/release.mjs check        fails if one of them says something else
//   node packaging/release.mjs ready [TAG]  fails if a release cannot be made: an address is empty, the packages are
//                                           called unpublished, a passage is wrong, or TAG is not that of the version
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { release, rewritten } from "./passages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TEXT = /\.(md|ya?ml|toml|m?js|ts|py|rs|sh)$/;
const ADDRESSES = ["repository", "homepage", "reports"];

const COMMANDS = { apply, check, ready };

const [verb, ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, verb ?? "")) {
  fail([`expected ${Object.keys(COMMANDS).join(", ")}, found "${verb ?? ""}"`]);
}
COMMANDS[verb](release(), ...args);

function apply(values) {
  if (values.published) refuse(missing(values));
  for (const { path, text } of differing(values)) {
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}

function check(values) {
  refuse(wrong(values));
}

function ready(values, tag) {
  const problems = [...missing(values), ...wrong(values)];
  if (!values.published) {
    problems.push(
      'expected "published": true in packaging/release.json, found false; see packaging/README.md',
    );
  }
  if (tag !== undefined && tag !== `v${values.version}`) {
    problems.push(`expected the tag v${values.version}, as the version in Cargo.toml, found ${tag}`);
  }
  refuse(problems);
}

/** Addresses that nobody has set. */
function missing(values) {
  return ADDRESSES.filter((name) => !URL.canParse(values[name])).map(
    (name) => `expected an address as "${name}" in packaging/release.json, found "${values[name]}"`,
  );
}

function wrong(values) {
  return differing(values).map(
    ({ path }) => `${path}: expected what packaging/release.json says; run: node packaging/release.mjs apply`,
  );
}

/** Files of the repository that are not as `values` say, each with the text that it should have. */
function differing(values) {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }).split("\0");
  return paths
    .filter((path) => TEXT.test(path) && !path.startsWith("packaging/passages"))
    .map((path) => ({ path, before: readFileSync(join(root, path), "utf8") }))
    .filter(({ before }) => before.includes(" release: ") || before.includes(" /release"))
    .map(({ path, before }) => ({ path, before, text: rewritten(before, path, values).text }))
    .filter(({ before, text }) => before !== text);
}

function refuse(problems) {
  if (problems.length > 0) fail(problems);
}

function fail(problems) {
  for (const problem of problems) process.stderr.write(`release.mjs: ${problem}\n`);
  process.exit(1);
}
