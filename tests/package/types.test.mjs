// The types of the npm package as it is published: in the templates of frameworks, and by the tools that check packages.
//
// DOCFUSE_PKG: the package's folder.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { required } from "../browser/chromium.mjs";

const packing = fileURLToPath(new URL("../../packaging/npm.mjs", import.meta.url));
const fixture = fileURLToPath(new URL("types/", import.meta.url));

/** What each framework is checked with. Their files also have uses that must not type-check. */
const FRAMEWORKS = {
  "React 18": ["typescript/bin/tsc", "-p", "react/tsconfig.18.json"],
  "React 19": ["typescript/bin/tsc", "-p", "react/tsconfig.19.json"],
  "Preact 10": ["typescript/bin/tsc", "-p", "preact/tsconfig.10.json"],
  "Preact 11": ["typescript/bin/tsc", "-p", "preact/tsconfig.11.json"],
  Solid: ["typescript/bin/tsc", "-p", "solid"],
  Vue: ["vue-tsc/bin/vue-tsc.js", "-p", "vue"],
};

let app, tarball;

before(() => {
  const pkg = required("DOCFUSE_PKG", "the folder of the built npm package");
  app = mkdtempSync(join(tmpdir(), "docfuse-types-"));
  cpSync(fixture, app, { recursive: true, filter: (path) => !path.includes("node_modules") });
  execFileSync("npm", ["ci", "--silent", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: app });
  execFileSync(process.execPath, [packing, "main", pkg, join(app, "packed")]);
  const [name] = readdirSync(join(app, "packed"));
  tarball = join(app, "packed", name);
  const place = join(app, "node_modules/docfuse");
  mkdirSync(place);
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", place]);
});

after(() => {
  if (app) rmSync(app, { recursive: true, force: true });
});

/** Runs a tool of the fixture in its folder. */
function check(script, ...args) {
  const run = [join(app, "node_modules", script), ...args];
  return spawnSync(process.execPath, run, { cwd: app, encoding: "utf8" });
}

/** A module of the fixture. */
const load = (name) => import(pathToFileURL(createRequire(join(app, "package.json")).resolve(name)));

for (const [name, tool] of Object.entries(FRAMEWORKS)) {
  test(`templates of ${name} know the elements, their attributes and events`, () => {
    const { status, stdout } = check(...tool);
    assert.equal(status, 0, stdout);
  });
}

test("templates of Svelte know the elements, their attributes and events", () => {
  const options = ["--tsconfig", "./tsconfig.json", "--workspace", "svelte", "--output", "machine"];
  const { stdout } = check("svelte-check/bin/svelte-check", ...options);
  const errors = [...stdout.matchAll(/ ERROR "(.*?)" (\d+):/g)].map(([, file, line]) => `${file}:${line}`);
  assert.deepEqual(errors, ["Wrong.svelte:5", "Wrong.svelte:6"], stdout);
});

test("options may be undefined, and all of their types have names, with each module resolution", () => {
  for (const [module, resolution] of [
    ["esnext", "bundler"],
    ["node16", "node16"],
    ["nodenext", "nodenext"],
  ]) {
    const args = ["-p", "options", "--module", module, "--moduleResolution", resolution];
    const { status, stdout } = check("typescript/bin/tsc", ...args);
    assert.equal(status, 0, `${resolution}: ${stdout}`);
  }
});

test("are the types wrong? Only as is known of packages that are modules alone", async () => {
  const { checkPackage, createPackageFromTarballData } = await load("@arethetypeswrong/core");
  const { problems } = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(tarball))),
    // Scripts and modules that the entries load have no types.
    { excludeEntrypoints: [/^\.\/docfuse[-_]/] },
  );
  const found = problems.filter(({ resolutionKind }) => !/^node10$|-cjs$/.test(resolutionKind));
  assert.deepEqual(found, []);
});

test("publint finds nothing", async () => {
  const { publint } = await load("publint");
  const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } });
  assert.deepEqual(messages, []);
});
