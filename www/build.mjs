// Builds the browser side: node build.mjs --search DIR --embed DIR --out DIR
//
// --search, --embed: what `wasm-bindgen --target web` wrote (docfuse_search.js, docfuse_search_bg.wasm; the same
// for docfuse_embed). Writes two folders:
//   OUT/runtime  what stands beside an index: docfuse.js, docfuse-worker.js, docfuse_search.wasm, docfuse_embed.wasm
//   OUT/npm      the npm package
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const www = dirname(fileURLToPath(import.meta.url));
const root = dirname(www);
const source = (name) => join(www, "src", name);

const folders = folderArguments();
const wasmFiles = {
  "docfuse_search.wasm": join(folders.search, "docfuse_search_bg.wasm"),
  "docfuse_embed.wasm": join(folders.embed, "docfuse_embed_bg.wasm"),
};
const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  platform: "browser",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  write: true,
};

/**
 * wasm-bindgen's glue names its wasm file as a default that is never used here, and that bundlers would look for.
 */
const withoutDefaultWasmPath = {
  name: "without-default-wasm-path",
  setup(building) {
    building.onLoad({ filter: /docfuse_(search|embed)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /new URL\([^)]*_bg\.wasm['"], import\.meta\.url\)/,
        "undefined",
      ),
      loader: "js",
    }));
  },
};

await buildRuntime(join(folders.out, "runtime"));
await buildPackage(join(folders.out, "npm"));

function folderArguments() {
  const options = { search: { type: "string" }, embed: { type: "string" }, out: { type: "string" } };
  const { values } = parseArgs({ options });
  for (const name of Object.keys(options)) {
    if (!values[name]) fail(`--${name} DIR is missing`);
  }
  for (const [folder, file] of [
    [values.search, "docfuse_search.js"],
    [values.embed, "docfuse_embed.js"],
  ]) {
    if (!existsSync(join(folder, file))) fail(`${folder} has no ${file}: it must hold wasm-bindgen's output`);
  }
  return { search: resolve(values.search), embed: resolve(values.embed), out: resolve(values.out) };
}

async function buildRuntime(out) {
  emptyFolder(out);
  copyWasm(out);
  await buildWorker(out);
  await build({ ...common, entryPoints: { docfuse: source("main.ts") }, outdir: out });
  // These names stay the same from version to version. The content in the address keeps a script from a
  // browser's cache and one from the server from meeting a partner of another version.
  const worker = join(out, "docfuse-worker.js");
  for (const name of Object.keys(wasmFiles)) addVersion(worker, join(out, name));
  addVersion(join(out, "docfuse.js"), worker);
}

async function buildPackage(out) {
  emptyFolder(out);
  copyWasm(out);
  await buildWorker(out);
  await build({
    ...common,
    entryPoints: { index: source("npm.ts"), element: source("npm-element.ts") },
    outdir: out,
    // One copy of the client, whichever entries an application imports.
    splitting: true,
    chunkNames: "shared-[hash]",
    // Whoever builds an application minifies it; names help those who debug it.
    minify: false,
  });
  const tsc = join(www, "node_modules", "typescript", "bin", "tsc");
  const declarations = ["--declaration", "--emitDeclarationOnly", "--stripInternal", "--noEmit", "false"];
  const types = join(out, "types");
  const project = join(www, "tsconfig.package.json");
  execFileSync(process.execPath, [tsc, "-p", project, ...declarations, "--outDir", types], {
    stdio: "inherit",
  });
  for (const name of ["README.md", "LICENSE-APACHE", "LICENSE-MIT"]) {
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(out, name));
  }
  writeFileSync(join(out, "package.json"), `${JSON.stringify(packageJson(), null, 2)}\n`);
}

function buildWorker(out) {
  return build({
    ...common,
    entryPoints: { "docfuse-worker": source("worker.ts") },
    outdir: out,
    alias: {
      docfuse_search: join(folders.search, "docfuse_search.js"),
      docfuse_embed: join(folders.embed, "docfuse_embed.js"),
    },
    plugins: [withoutDefaultWasmPath],
  });
}

function copyWasm(out) {
  for (const [name, from] of Object.entries(wasmFiles)) copyFileSync(from, join(out, name));
}

/** Adds the hash of `file` to its name wherever `script` loads it. */
function addVersion(script, file) {
  const name = basename(file);
  const version = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12);
  const before = readFileSync(script, "utf8");
  const after = before.replaceAll(`${name}"`, `${name}?v=${version}"`);
  if (after === before) fail(`${script} does not name ${name} where it was expected`);
  writeFileSync(script, after);
}

function packageJson() {
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  const field = (name) => {
    const value = cargo.match(new RegExp(`^${name} = "(.*)"$`, "m"))?.[1];
    return value ?? fail(`Cargo.toml has no ${name} in its first section`);
  };
  const keywords = cargo.match(/^keywords = (\[.*\])$/m)?.[1];
  return {
    name: field("name"),
    version: field("version"),
    description: field("description"),
    license: field("license"),
    keywords: keywords ? JSON.parse(keywords) : [],
    type: "module",
    exports: {
      ".": { types: "./types/npm.d.ts", default: "./index.js" },
      "./element": { types: "./types/npm-element.d.ts", default: "./element.js" },
      "./docfuse-worker.js": "./docfuse-worker.js",
      "./docfuse_search.wasm": "./docfuse_search.wasm",
      "./docfuse_embed.wasm": "./docfuse_embed.wasm",
      "./package.json": "./package.json",
    },
    types: "./types/npm.d.ts",
    files: ["*.js", "*.wasm", "types", "LICENSE-*"],
    sideEffects: ["./element.js", "./docfuse-worker.js"],
  };
}

function emptyFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function fail(message) {
  process.stderr.write(`build.mjs: ${message}\n`);
  process.exit(2);
}
