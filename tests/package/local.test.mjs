// Installation from a folder: npm and pip get everything there, and ask no registry for a name of ours.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { release } from "../../packaging/release.mjs";
import { SHARED, fakePackages } from "./fake-packages.mjs";
import { loggingRegistry } from "./logging-registry.mjs";

/** What the plugins are for, which a site has already. */
const GENERATORS = { vitepress: "1.6.0", astro: "5.5.0", "@docusaurus/core": "3.8.0", react: "19.0.0" };

let folder, site, registry;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-local-"));
  fakePackages(folder);
  registry = await loggingRegistry();
});

after(async () => {
  await registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in the site's folder, with an empty home; its standard output. */
async function run(file, ...args) {
  const env = { PATH: process.env.PATH, HOME: site, ...registry.env };
  return (await promisify(execFile)(file, args, { cwd: site, env })).stdout;
}

function newSite(name) {
  site = join(folder, name);
  const dependencies = {};
  for (const [generator, version] of Object.entries(GENERATORS)) {
    const place = join(folder, "generators", generator);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ name: generator, version }));
    dependencies[generator] = `file:${place}`;
  }
  mkdirSync(site);
  writeFileSync(join(site, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  registry.asked.length = 0;
}

const tarballs = ["docfuse", "encoder", "docusaurus", "vitepress", "astro"].map(
  (name) => `../local/${name}.tgz`,
);

test("one command of npm installs the command, the encoder and all plugins", async () => {
  newSite("all");
  await run("npm", "install", "--no-audit", ...tarballs);
  const started = /^started \S+\/node_modules\/@docfuse\/all-minilm-l6-v2 build \.\/public\n$/;
  assert.match(await run("npx", "--no", "docfuse", "build", "./public"), started);
  for (const name of ["docusaurus", "vitepress", "astro"]) {
    writeFileSync(join(site, "use.js"), `import plugin from "@docfuse/${name}"; console.log(typeof plugin);`);
    assert.equal(await run("node", "use.js"), "function\n", name);
  }
  // A build server has the lock file alone.
  rmSync(join(site, "node_modules"), { recursive: true });
  await run("npm", "ci", "--no-audit");
  assert.match(await run("npx", "--no", "docfuse", "build", "./public"), started);
  assert.deepEqual(registry.asked, []);
});

test("a plugin alone finds the command beside it, and says when there is none", async () => {
  newSite("plugin");
  await run("npm", "install", "--no-audit", "../local/vitepress.tgz");
  const inner = "./node_modules/@docfuse/vitepress/node_modules/@docfuse/integration/index.js";
  writeFileSync(
    join(site, "use.js"),
    `import { buildIndex, settings } from "${inner}"; await buildIndex("public", settings({}, "x"));`,
  );
  await assert.rejects(run("node", "use.js"), {
    message: /expected the package docfuse, found none; install it/,
  });
  await run("npm", "install", "--no-audit", "../local/docfuse.tgz");
  assert.match(await run("node", "use.js"), /^started {2}build public\n$/);
  assert.deepEqual(registry.asked, []);
});

test("npm installs the command for all folders", async () => {
  newSite("global");
  const prefix = join(site, "global");
  await run("npm", "install", "--no-audit", "--global", "--prefix", prefix, ...tarballs.slice(0, 2));
  assert.match(await run(join(prefix, "bin/docfuse"), "verify"), /^started \S+all-minilm-l6-v2 verify\n$/);
  // Completions are in the package; npm has a place for man pages alone.
  for (const name of SHARED) {
    const places = [join("lib/node_modules/docfuse/share", name), join("share", name)];
    for (const place of places.slice(0, name.startsWith("man/") ? 2 : 1)) {
      assert.equal(readFileSync(join(prefix, place), "utf8"), name);
    }
  }
  assert.deepEqual(registry.asked, []);
});

/** Debian's Python installs into environments only, and has no pip for them. */
async function pipInstall(...what) {
  await run("python3", "-m", "venv", "--without-pip", "environment");
  return run("python3", "-m", "pip", "--python", "environment/bin/python", "install", ...what);
}

test("pip installs the command, the encoder and the plugins", async () => {
  newSite("python");
  await pipInstall("--no-index", "--find-links", "../pip", "docfuse-docs[encoder]");
  assert.match(await run(join(site, "environment/bin/docfuse"), "verify"), /^started {2}verify\n$/);
  for (const name of SHARED) {
    assert.equal(readFileSync(join(site, "environment/share", name), "utf8"), name);
  }
  assert.deepEqual(registry.asked, []);
});

test("the registry of these tests notes who asks for our names", async () => {
  newSite("asks");
  await assert.rejects(run("npm", "install", "--no-audit", "docfuse"), { message: /E404/ });
  await assert.rejects(pipInstall("docfuse-docs"), { message: /No matching distribution/ });
  // A release's tarball asks for the packages of all platforms; npm's audit names what is installed.
  await run("npm", "install", "--no-audit", `../npm/docfuse-${release().version}.tgz`);
  await run("npm", "install", "--audit", "../local/docfuse.tgz");
  const asked = registry.asked.join("\n");
  for (const one of [
    /^GET \/docfuse /m,
    /^GET \/simple\/docfuse-docs\/ /m,
    /^GET \/@docfuse%2fdarwin-arm64 /m,
    /^POST \/-\/npm\/v1\/security\/advisories\/bulk .*"docfuse"/m,
  ]) {
    assert.match(asked, one);
  }
});
