// Builds the browser side: node build.mjs --search DIR --full DIR --embed DIR --embed_relaxed DIR --out DIR
//
// --search, …: what `wasm-bindgen --target web` wrote (docfuse_search.js, docfuse_search_bg.wasm; the same for the
// others). --full is the search module with vectors and the stemmers of all languages, --embed_relaxed the encoder with
// relaxed SIMD. Writes two folders:
//   OUT/runtime  what stands beside an index: docfuse.js, the scripts of `scripts`, the modules of `wasmFiles`
//   OUT/npm      the npm package
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";

const www = dirname(fileURLToPath(import.meta.url));
const root = dirname(www);
const source = (name) => join(www, "src", name);

const folders = folderArguments();
/** The modules that stand beside the scripts, and what wasm-bindgen wrote of each. */
const wasmFiles = {
  "docfuse_full.wasm": join(folders.full, "docfuse_full_bg.wasm"),
  "docfuse_embed.wasm": join(folders.embed, "docfuse_embed_bg.wasm"),
  "docfuse_embed_relaxed.wasm": join(folders.embed_relaxed, "docfuse_embed_relaxed_bg.wasm"),
};
/** The workers, each with the search module in it: folder and name of wasm-bindgen's output. */
const workers = {
  "docfuse-worker": join(folders.search, "docfuse_search"),
  "docfuse-worker-languages": join(folders.full, "docfuse_full"),
};
/** The scripts that both folders hold: workers, and what they import for search by meaning. */
const scripts = [...Object.keys(workers), "docfuse-dense"].map((name) => `${name}.js`);
/** What both folders hold. */
const runtimeFiles = [...scripts, ...Object.keys(wasmFiles)];
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

const npm = join(folders.out, "npm");
await buildPackage(npm);
await buildRuntime(join(folders.out, "runtime"));

function folderArguments() {
  const options = Object.fromEntries(
    ["search", "full", "embed", "embed_relaxed", "out"].map((name) => [name, { type: "string" }]),
  );
  const { values } = parseArgs({ options });
  for (const [name, folder] of Object.entries({ ...options, ...values })) {
    if (typeof folder !== "string") fail(`--${name} DIR is missing`);
    if (name !== "out" && !existsSync(join(folder, `docfuse_${name}.js`))) {
      fail(`${folder} has no docfuse_${name}.js: it must hold wasm-bindgen's output`);
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, folder]) => [name, resolve(folder)]));
}

async function buildRuntime(out) {
  emptyFolder(out);
  for (const file of runtimeFiles) copyFileSync(join(npm, file), join(out, file));
  await build({ ...common, entryPoints: { docfuse: source("main.ts") }, outdir: out });
  // These names stay the same from version to version. The content in the address keeps a script from a
  // browser's cache and one from the server from meeting a partner of another version.
  for (const name of Object.keys(workers)) {
    const worker = join(out, `${name}.js`);
    for (const file of ["docfuse-dense.js", ...Object.keys(wasmFiles)]) addVersion(worker, join(out, file));
    addVersion(join(out, "docfuse.js"), worker);
  }
}

async function buildPackage(out) {
  emptyFolder(out);
  for (const [name, from] of Object.entries(wasmFiles)) copyFileSync(from, join(out, name));
  await buildWorkers(out);
  await buildDenseSide(out);
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

async function buildWorkers(out) {
  for (const [name, search] of Object.entries(workers)) {
    await build({
      ...common,
      entryPoints: { [name]: source("worker.ts") },
      outdir: out,
      define: { FULL_INSIDE: String(search === workers["docfuse-worker-languages"]) },
      alias: { docfuse_search: `${search}.js` },
      plugins: [wasmInBase64("docfuse_search.wasm", `${search}_bg.wasm`)],
    });
  }
}

async function buildDenseSide(out) {
  // One glue serves both builds of the encoder.
  const [plain, relaxed] = await Promise.all(["embed", "embed_relaxed"].map(embedGlue));
  if (plain !== relaxed) fail("the glues of --embed and --embed_relaxed differ; build both from one source");
  await build({
    ...common,
    entryPoints: { "docfuse-dense": source("dense.ts") },
    outdir: out,
    alias: { docfuse_full: join(folders.full, "docfuse_full.js") },
    plugins: [moduleOf("docfuse_embed", plain)],
  });
}

/**
 * What wasm-bindgen wrote for an encoder, as a function that gives a new copy of it: the glue keeps its instance in a
 * variable, and each load of an encoder has an instance of its own.
 */
async function embedGlue(name) {
  const { outputFiles } = await build({
    ...common,
    write: false,
    minify: false,
    entryPoints: [join(folders[name], `docfuse_${name}.js`)],
    format: "iife",
    globalName: "glue",
    // Where the module is, the worker says.
    define: { "import.meta.url": '""' },
  });
  // The file's name stands in a comment and in the address that nobody asks.
  const text = outputFiles[0].text
    .replaceAll(`docfuse_${name}`, "docfuse_embed")
    .replace(/^ *\/\/.*\n/gm, "");
  return `export function instantiate() {\n${text}\nreturn glue;\n}`;
}

/** Gives the import `name` this source. */
function moduleOf(name, contents) {
  return {
    name: "module-of",
    setup(building) {
      building.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: "module-of" }));
      building.onLoad({ filter: /.*/, namespace: "module-of" }, () => ({ contents, loader: "js" }));
    },
  };
}

/**
 * Gives the import `name` the content of a file, as gzip in base64: the script needs no second request for it, and
 * what base64 adds is gone again wherever a host compresses scripts.
 */
function wasmInBase64(name, file) {
  const filter = new RegExp(`^${name.replaceAll(".", "\\.")}$`);
  return {
    name: "wasm-in-base64",
    setup(building) {
      building.onResolve({ filter }, () => ({ path: file, namespace: "wasm-in-base64" }));
      building.onLoad({ filter: /.*/, namespace: "wasm-in-base64" }, async ({ path }) => {
        const gzip = await zopfli.gzipAsync(readFileSync(path), {}); // 8 % smaller than zlib's best
        return { contents: Buffer.from(gzip).toString("base64"), loader: "text" };
      });
    },
  };
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
      ...Object.fromEntries(runtimeFiles.map((name) => [`./${name}`, `./${name}`])),
      "./package.json": "./package.json",
    },
    types: "./types/npm.d.ts",
    files: ["*.js", "*.wasm", "types", "LICENSE-*"],
    sideEffects: ["./element.js", ...scripts.map((name) => `./${name}`)],
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
