// A release: what it refuses, and the addresses in its packages.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { release } from "../../packaging/release.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { version, ...addresses } = release();
const SET = {
  repository: "https://github.com/example/search",
  homepage: "https://search.example/",
  reports: "mailto:security@search.example",
};

let copy;

before(() => {
  copy = mkdtempSync(join(tmpdir(), "docfuse-release-"));
  for (const path of [
    "packaging",
    "integrations",
    "Cargo.toml",
    "README.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
});

after(() => rmSync(copy, { recursive: true, force: true }));

/** Writes release.json of the copy. */
const set = (values) => writeFileSync(join(copy, "packaging/release.json"), JSON.stringify(values));

/** Whether a release of the copy with these addresses can be made: exit code and messages. */
function ready(values, tag = `v${version}`) {
  set(values);
  const options = { cwd: copy, encoding: "utf8" };
  const { status, stderr } = spawnSync("node", ["packaging/release.mjs", "ready", tag], options);
  return [status, stderr];
}

test("a release refuses to run while an address is empty, or for the tag of another version", () => {
  for (const name of Object.keys(addresses)) {
    const [status, message] = ready({ ...SET, [name]: "" });
    assert.equal(status, 1);
    assert.match(
      message,
      new RegExp(`expected an address as "${name}" in packaging/release\\.json, found ""`),
    );
  }
  const [status, message] = ready(SET, "v9.9.9");
  assert.equal(status, 1);
  assert.match(message, new RegExp(`expected the tag v${version}, .* found v9\\.9\\.9`));
  assert.deepEqual(ready(SET), [0, ""]);
});

test("packages have the addresses that are set, and no others", () => {
  set({ repository: "", homepage: "", reports: "" });
  const [bare, bareWheel] = metadata();
  assert.deepEqual([bare.repository, bare.homepage, bare.bugs], [undefined, undefined, undefined]);
  assert.doesNotMatch(bareWheel, /^Project-URL/m);
  set(SET);
  const [npm, wheel] = metadata();
  assert.deepEqual(npm.repository, { type: "git", url: "git+https://github.com/example/search.git" });
  assert.deepEqual([npm.homepage, npm.bugs], [SET.homepage, { url: SET.reports }]);
  assert.match(wheel, /^Project-URL: Repository, https:\/\/github\.com\/example\/search$/m);
  assert.match(wheel, /^Project-URL: Reports, mailto:/m);
});

/** Manifest and metadata of a package for npm and one for pip, as the copy makes them. */
function metadata() {
  const out = join(copy, "target");
  rmSync(out, { recursive: true, force: true });
  const options = { cwd: copy, encoding: "utf8" };
  execFileSync("node", ["packaging/npm.mjs", "platform", "linux-x64", "LICENSE-MIT", out], options);
  execFileSync("python3", ["packaging/wheel.py", "command", "LICENSE-MIT", "any", out], options);
  const [tarball, wheel] = [".tgz", ".whl"].map((end) => readdirSync(out).find((name) => name.endsWith(end)));
  const inTarball = ["-xzOf", join(out, tarball), "package/package.json"];
  const inWheel =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.read(sys.argv[2]).decode())";
  const name = `docfuse-${version}.dist-info/METADATA`;
  return [
    JSON.parse(execFileSync("tar", inTarball, options)),
    execFileSync("python3", ["-c", inWheel, join(out, wheel), name], options),
  ];
}
