// Packs the npm packages of a release into tarballs:
//   node packaging/npm.mjs main PKG OUT [SHARE]     the browser package in PKG, with the command `docfuse`, `docfuse/node`,
//                                                   and the man pages and completions in SHARE
//   node packaging/npm.mjs platform NAME FILE OUT   @docfuse/NAME, with the native command FILE
//   node packaging/npm.mjs encoder MODEL OUT        the encoder in the folder MODEL
//   node packaging/npm.mjs integration NAME OUT     @docfuse/…, the plugin in integrations/npm/NAME
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { release } from "./release.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
const { version, repository, homepage, reports } = release();
const license = cargo.match(/^license = "(.*)"$/m)[1].replace(/^(.* OR .*)$/, "($1)");

const PLATFORMS = {
  "linux-x64": { os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
  "linux-arm64": { os: ["linux"], cpu: ["arm64"], libc: ["glibc"] },
  "linux-x64-musl": { os: ["linux"], cpu: ["x64"], libc: ["musl"] },
  "linux-arm64-musl": { os: ["linux"], cpu: ["arm64"], libc: ["musl"] },
  "darwin-x64": { os: ["darwin"], cpu: ["x64"] },
  "darwin-arm64": { os: ["darwin"], cpu: ["arm64"] },
  "win32-x64": { os: ["win32"], cpu: ["x64"] },
  "win32-arm64": { os: ["win32"], cpu: ["arm64"] },
};

const [kind, ...args] = process.argv.slice(2);
const share = kind === "main" && args.length > 2 ? resolve(args.pop()) : undefined;
const out = resolve(args.pop());
const stage = mkdtempSync(join(tmpdir(), "docfuse-npm-"));
try {
  ({ main, platform, encoder, integration })[kind](...args);
  mkdirSync(out, { recursive: true });
  const windows = process.platform === "win32";
  execFileSync("npm", ["pack", "--silent", "--pack-destination", out], {
    cwd: stage,
    stdio: ["ignore", "ignore", "inherit"],
    shell: windows,
  });
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function main(pkg) {
  cpSync(pkg, stage, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  add("bin/docfuse.mjs", join(here, "docfuse.mjs"), 0o755);
  add("bin/command.mjs", join(here, "command.mjs"));
  for (const name of readdirSync(join(root, "integrations", "npm", "node"))) {
    add(`node/${name}`, join(root, "integrations", "npm", "node", name));
  }
  if (share) cpSync(share, join(stage, "share"), { recursive: true });
  describe({
    ...manifest,
    bin: { docfuse: "bin/docfuse.mjs" },
    // npm links them where man looks, if the package is installed for all folders.
    man: share && readdirSync(join(share, "man/man1")).map((name) => `./share/man/man1/${name}`),
    exports: { "./node": { types: "./node/index.d.ts", default: "./node/index.js" }, ...manifest.exports },
    files: [...manifest.files, "bin", "node", "share"],
    engines: { node: ">=20" },
    optionalDependencies: Object.fromEntries(
      Object.keys(PLATFORMS).map((name) => [`@docfuse/${name}`, version]),
    ),
  });
}

function platform(name, file) {
  const windows = name.startsWith("win32");
  add(`bin/docfuse${windows ? ".exe" : ""}`, file, 0o755);
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) add(licence, join(root, licence));
  const description = `The docfuse command for ${name}. Install the package docfuse, which brings it along.`;
  writeFileSync(join(stage, "README.md"), `# @docfuse/${name}\n\n${description}\n`);
  describe({
    name: `@docfuse/${name}`,
    version,
    description,
    license,
    preferUnplugged: true,
    ...PLATFORMS[name],
  });
}

function encoder(model) {
  for (const file of ["model.json", "model.onnx", "query.onnx", "tokenizer.bin"])
    add(file, join(model, file));
  add("LICENSE", join(root, "LICENSE-APACHE"));
  add("README.md", join(here, "encoder.md"));
  describe({
    name: "@docfuse/all-minilm-l6-v2",
    version,
    description: "The encoder all-MiniLM-L6-v2, quantized for docfuse, which finds it without any setting",
    license: "Apache-2.0",
  });
}

/** The plugins depend on what they share, which depends on the command; all in this version. */
function integration(name) {
  const folder = join(root, "integrations", "npm", name);
  cpSync(folder, stage, { recursive: true });
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) add(licence, join(root, licence));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const needed = name === "core" ? "docfuse" : "@docfuse/integration";
  const files = [...manifest.files, "LICENSE-*"];
  describe({ ...manifest, version, license, files, dependencies: { [needed]: version } });
}

function add(name, from, mode = 0o644) {
  const file = join(stage, name);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(from, file);
  chmodSync(file, mode);
}

function describe(manifest) {
  // npm compares the repository with that of the workflow that publishes.
  const addresses = {
    repository: repository ? { type: "git", url: `git+${repository}.git` } : undefined,
    homepage: homepage || undefined,
    bugs: reports ? { url: reports } : undefined,
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify({ ...manifest, ...addresses }, null, 2)}\n`);
}
