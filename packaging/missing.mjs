// Asks a registry which packages of a folder it does not have yet in their version, and prints their paths, one a line:
//   node packaging/missing.mjs npm|pip|cargo FOLDER [REGISTRY]
// A release publishes these alone, so that a run which broke off can be repeated. One that is there with other bytes is
// named on standard error, and left as it is: registries replace no version.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** By kind: the registry, its answer's address for a package, and whether the answer has the file, and with its bytes. */
const KINDS = {
  npm: {
    registry: "https://registry.npmjs.org",
    pattern: /\.tgz$/,
    address(path) {
      const manifest = execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" });
      const { name, version } = JSON.parse(manifest);
      return `${name.replace("/", "%2f")}/${version}`;
    },
    found: (text, path) => ({ there: true, same: JSON.parse(text).dist.integrity === integrity(path) }),
  },
  pip: {
    registry: "https://pypi.org/pypi",
    pattern: /\.whl$/,
    address(path) {
      const [name, version] = basename(path).split("-");
      return `${name.replaceAll("_", "-")}/${version}/json`;
    },
    found(text, path) {
      const file = JSON.parse(text).urls.find(({ filename }) => filename === basename(path));
      return { there: file !== undefined, same: file?.digests.sha256 === hash("sha256", path, "hex") };
    },
  },
  cargo: {
    registry: "https://index.crates.io",
    pattern: /\.crate$/,
    address: (path) => `do/cf/${crate(path).name}`,
    found(text, path) {
      const { version } = crate(path);
      const there = text.split("\n").some((line) => line && JSON.parse(line).vers === version);
      // cargo packs what it publishes anew.
      return { there, same: true };
    },
  },
};

const [kind, folder, given] = process.argv.slice(2);
if (!Object.hasOwn(KINDS, kind ?? "") || !folder) {
  fail(`expected ${Object.keys(KINDS).join(", ")} and a folder, found ${process.argv.slice(2).join(" ")}`);
}
const { registry, pattern, address, found } = KINDS[kind];
const paths = readdirSync(folder)
  .filter((name) => pattern.test(name))
  // Crates are published behind those that they need: the command last.
  .sort((a, b) => a.startsWith("docfuse-cli-") - b.startsWith("docfuse-cli-") || (a < b ? -1 : 1))
  .map((name) => join(folder, name));
if (paths.length === 0) fail(`expected packages in ${folder}, found none`);
for (const path of paths) {
  const url = `${given ?? registry}/${address(path)}`;
  const response = await fetch(url, { headers: { "user-agent": "docfuse release" } }).catch((error) =>
    fail(`${url}: ${error.cause ?? error}`),
  );
  if (response.status === 404) {
    console.log(path);
  } else if (response.ok) {
    const { there, same } = found(await response.text(), path);
    if (!there) console.log(path);
    else if (!same) console.error(`missing.mjs: ${path} is there already, with other bytes`);
  } else {
    fail(`${url}: expected status 200 or 404, found ${response.status}`);
  }
}

/** `docfuse-cli-0.1.0.crate`. */
function crate(path) {
  return basename(path).match(/^(?<name>\D+)-(?<version>\d.*)\.crate$/)?.groups ?? fail(`no crate: ${path}`);
}

function hash(algorithm, path, encoding) {
  return createHash(algorithm).update(readFileSync(path)).digest(encoding);
}

function integrity(path) {
  return `sha512-${hash("sha512", path, "base64")}`;
}

function fail(message) {
  console.error(`missing.mjs: ${message}`);
  process.exit(1);
}
