// Builds the browser side:
//   node build.mjs --search DIR --languages DIR --stemmers DIR --full DIR --embed DIR --embed_unigram DIR --out DIR
//
// --search, …: folders with the output of `wasm-bindgen --target web` (docfuse_search.js, docfuse_search_bg.wasm,
// …). --languages is the search module for all languages, --full also has the dense retriever.
// --embed_unigram is the encoder for many languages. --stemmers has a module TAG.wasm for each language but English, which
// the command writes into an index. Without --languages or --embed_unigram, the file made of it in
// OUT/runtime is empty, and the command does not write it beside an index. Writes four folders:
//   OUT/runtime  the files beside an index: docfuse.js, docfuse-ui.js, docfuse-parts.js, docfuse-landing.js,
//                docfuse-return.js, docfuse-agents.js, docfuse-strings.js, docfuse-strings.hdf, docfuse-steps.js, docfuse-browse.js, docfuse-ask*.js, docfuse-place.js,
//                docfuse-analytics.js, the scripts
//                of `scripts`, the modules of `wasmFiles`, and those of `docfuse build --offline`
//   OUT/playground  the page that `docfuse serve` offers
//   OUT/bundle   both and the stemmers, without the empty ones, each compressed with gzip: the command embeds them
//   OUT/npm      the npm package
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";
import { given, inPlaceOf, interfaceBeside, source, styles } from "./build-plugins.mjs";
import { minifyFurther, PAGE } from "./minify.mjs";
import { packStrings } from "./pack-strings.mjs";

const www = dirname(fileURLToPath(import.meta.url));
const root = dirname(www);

const folders = folderArguments();
const full = bound(folders.full, "docfuse_full");
/** The modules beside the scripts, compressed; src/encoder/compile-wasm.ts opens them. */
const wasmFiles = {
  "docfuse_full.wasm.hdf": stored(full.wasm),
  "docfuse_embed.wasm.hdf": stored(readFileSync(join(folders.embed, "docfuse_embed_bg.wasm"))),
  "docfuse_embed_unigram.wasm.hdf": folders.embed_unigram
    ? stored(readFileSync(join(folders.embed_unigram, "docfuse_embed_bg.wasm")))
    : Buffer.alloc(0),
};
/** The workers, each with its search module inlined. */
const workers = {
  "docfuse-worker": bound(folders.search, "docfuse_search"),
  "docfuse-worker-languages": folders.languages && bound(folders.languages, "docfuse_languages"),
};
/** Scripts in both folders: the workers, and what they import for dense search. */
const scripts = [...Object.keys(workers), "docfuse-dense"].map((name) => `${name}.js`);
/** Files in both folders. */
const runtimeFiles = [...scripts, ...Object.keys(wasmFiles)];
/** Parts of the glue that we don't use: our scripts free objects themselves. */
const leftOut = { FinalizationRegistry: "undefined", "Symbol.dispose": "undefined" };
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
await buildPlayground(join(folders.out, "playground"));
compress(join(folders.out, "runtime"), join(folders.out, "bundle"));
compress(join(folders.out, "playground"), join(folders.out, "bundle", "playground"));
if (folders.stemmers) compress(folders.stemmers, join(folders.out, "bundle", "stemmers"));
for (const [name, worker] of Object.entries(workers)) if (worker) leaveToBrowser(join(npm, `${name}.js`));

/** The glue (text) and the module (bytes) that wasm-bindgen wrote into `folder` under `name`. */
function bound(folder, name) {
  return {
    glue: readFileSync(join(folder, `${name}.js`), "utf8"),
    wasm: readFileSync(join(folder, `${name}_bg.wasm`)),
  };
}

/** Zopfli would save 4 % and take a minute. */
function stored(wasm) {
  return gzipSync(wasm, { level: 9 });
}

function folderArguments() {
  const options = Object.fromEntries(
    ["search", "languages", "stemmers", "full", "embed", "embed_unigram", "out"].map((name) => [
      name,
      { type: "string" },
    ]),
  );
  const { values } = parseArgs({ options });
  for (const [name, folder] of Object.entries({ ...options, ...values })) {
    if (typeof folder !== "string" && ["languages", "stemmers", "embed_unigram"].includes(name)) continue;
    if (typeof folder !== "string") fail(`--${name} DIR is missing`);
    // Both encoder builds share a name.
    const glue = `docfuse_${name.replace(/_.*/, "")}.js`;
    if (!["stemmers", "out"].includes(name) && !existsSync(join(folder, glue))) {
      fail(`${folder} has no ${glue}: it must hold wasm-bindgen's output`);
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, folder]) => [name, resolve(folder)]));
}

async function buildRuntime(out) {
  emptyFolder(out);
  for (const file of runtimeFiles) copyFileSync(join(npm, file), join(out, file));
  await build({
    ...common,
    entryPoints: {
      docfuse: source("main.ts"),
      "docfuse-ui": source("ui/ui.ts"),
      "docfuse-parts": source("ui/parts/parts.ts"),
    },
    outdir: out,
    charset: "utf8", // as which modules are read, whatever the host says
    plugins: [
      styles(),
      interfaceBeside(),
      inPlaceOf("spawn-worker", "client/spawn-beside.ts"),
      inPlaceOf("surroundings", "client/surroundings-page.ts"),
      inPlaceOf("load-context", "client/load-context-beside.ts"),
      inPlaceOf("load-ui", "ui/shell/load-ui-beside.ts"),
      inPlaceOf("load-sentences", "ui/strings/load-sentences-beside.ts"),
      inPlaceOf("load-next-steps", "ui/results/load-next-steps-beside.ts"),
      inPlaceOf("load-browse", "ui/browse/load-browse-beside.ts"),
      inPlaceOf("load-ask", "ui/results/load-ask-beside.ts"),
    ],
  });
  const strings = await packStrings(source("ui/strings/languages.ts"));
  writeFileSync(join(out, "docfuse-strings.hdf"), strings.file);
  const loadedLater = {
    "docfuse-strings": source("ui/strings/sentences.ts"),
    "docfuse-steps": source("ui/results/next-steps.ts"),
    "docfuse-browse": source("ui/browse/browse.ts"),
    "docfuse-landing": source("ui/landing/landing.ts"),
    "docfuse-return": source("ui/return/return.ts"),
    "docfuse-agents": source("ui/agents/agents.ts"),
    "docfuse-ask": source("ui/ask/script.ts"),
    "docfuse-ask-model": source("ask/answerers/browser-model.ts"),
    "docfuse-ask-chat": source("ask/answerers/chat.ts"),
    "docfuse-analytics": source("analytics/analytics.ts"),
  };
  await build({
    ...common,
    entryPoints: loadedLater,
    outdir: out,
    charset: "utf8",
    plugins: [
      styles(),
      inPlaceOf("load-answerers", "ask/load-answerers-beside.ts"),
      given({ docfuse_strings: `export default ${JSON.stringify(strings.lengths)};` }),
      inPlaceOf("load-language", "ui/strings/load-language-packed.ts"),
    ],
  });
  await buildOffline(out);
  // Classic, because it also runs in pages opened from a folder.
  await build({
    ...common,
    entryPoints: { "docfuse-place": source("place/main.ts") },
    outdir: out,
    format: "iife",
  });
  // File names don't change between versions. A content hash in the URL keeps cached scripts from loading files of
  // another version.
  for (const [name, made] of Object.entries(workers)) {
    const worker = join(out, `${name}.js`);
    if (made)
      for (const file of ["docfuse-dense.js", ...Object.keys(wasmFiles)]) addVersion(worker, join(out, file));
    else writeFileSync(worker, "");
    addVersion(join(out, "docfuse.js"), worker);
  }
  for (const name of [
    "docfuse.js",
    "docfuse-ui.js",
    "docfuse-parts.js",
    "docfuse-ask.js",
    "docfuse-agents.js",
  ]) {
    await minifyFurther(join(out, name), PAGE);
  }
  addVersion(join(out, "docfuse-strings.js"), join(out, "docfuse-strings.hdf"));
  for (const name of ["docfuse-ask-model.js", "docfuse-ask-chat.js"])
    addVersion(join(out, "docfuse-ask.js"), join(out, name));
  for (const name of ["docfuse-strings.js", "docfuse-steps.js", "docfuse-browse.js", "docfuse-ask.js"])
    addVersion(join(out, "docfuse-ui.js"), join(out, name));
  addVersion(join(out, "docfuse-parts.js"), join(out, "docfuse-ui.js"));
  for (const name of ["ui", "parts", "landing", "return", "agents", "strings", "ask"].map(
    (each) => `docfuse-${each}.js`,
  )) {
    addVersion(join(out, "docfuse.js"), join(out, name));
  }
}

async function buildPlayground(out) {
  const from = join(www, "playground");
  emptyFolder(out);
  await build({ ...common, entryPoints: { playground: join(from, "main.ts") }, outdir: out });
  await build({ ...common, entryPoints: { playground: join(from, "style.css") }, outdir: out });
  copyFileSync(join(from, "index.html"), join(out, "index.html"));
}

function compress(folder, out) {
  emptyFolder(out);
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name));
    if (content.length > 0) writeFileSync(join(out, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** The classic scripts for pages opened from a folder. */
async function buildOffline(out) {
  const script = { ...common, format: "iife", outdir: out };
  await build({ ...script, entryPoints: { "docfuse-classic": source("offline/classic.ts") } });
  const { glue, wasm } = workers["docfuse-worker-languages"] ?? workers["docfuse-worker"];
  await build({
    ...script,
    entryPoints: { "docfuse-offline": source("offline/main.ts") },
    define: { ...leftOut, "import.meta.url": '""' },
    inject: [source("offline/script-fetch.ts")],
    plugins: [
      styles(),
      given({ docfuse_search: glue, "docfuse_search.wasm": await inBase64(wasm) }),
      inPlaceOf("spawn-worker", "offline/page-worker.ts"),
      inPlaceOf("load-ui", "offline/inlined-ui.ts"),
      inPlaceOf("load-sentences", "offline/inlined-sentences.ts"),
      inPlaceOf("load-next-steps", "offline/inlined-next-steps.ts"),
      inPlaceOf("load-browse", "offline/inlined-browse.ts"),
      inPlaceOf("ask-line", "offline/ask-line.ts"),
    ],
  });
  await minifyFurther(join(out, "docfuse-offline.js"), undefined, false);
  await build({
    ...script,
    entryPoints: { "docfuse-offline-full": source("offline/full.ts") },
    globalName: "docfuseFull",
    define: leftOut,
    drop: ["console"],
    plugins: [given({ docfuse_full: full.glue })],
  });
}

async function buildPackage(out) {
  emptyFolder(out);
  for (const [name, content] of Object.entries(wasmFiles)) writeFileSync(join(out, name), content);
  await buildWorkers(out);
  await buildDenseScript(out);
  await build({
    ...common,
    entryPoints: {
      index: source("npm.ts"),
      element: source("npm-element.ts"),
      parts: source("npm-parts.ts"),
      ask: source("npm-ask.ts"),
      analytics: source("analytics/analytics.ts"),
      host: source("npm-host.ts"),
    },
    outdir: out,
    // All entries share one copy of the client; the elements load their user interface later.
    splitting: true,
    chunkNames: "shared-[hash]",
    // Applications minify their own build; names help to debug.
    minify: false,
    plugins: [styles()],
  });
  leaveOutBareImports(out);
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
  for (const [name, made] of Object.entries(workers)) {
    if (!made) {
      // An empty script would start, and answer nothing.
      writeFileSync(
        join(out, `${name}.js`),
        'throw new Error("this build has no module for all languages");\n',
      );
      continue;
    }
    const { glue, wasm } = made;
    await build({
      ...common,
      entryPoints: { [name]: source(`worker/${name.replace("docfuse-", "")}.ts`) },
      outdir: out,
      define: leftOut,
      drop: ["console"], // the glue's deprecation warnings
      plugins: [given({ docfuse_search: glue, "docfuse_search.wasm": await inBase64(wasm) })],
    });
    await minifyFurther(join(out, `${name}.js`));
  }
}

async function buildDenseScript(out) {
  const glue = await embedGlue(folders.embed);
  // The build for many languages imports less.
  if (folders.embed_unigram) {
    const wasm = readFileSync(join(folders.embed_unigram, "docfuse_embed_bg.wasm"));
    const missing = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).filter(
      ({ name }) => !glue.includes(name),
    );
    if (missing.length) fail(`the glue of --embed lacks ${missing[0].name} of --embed_unigram`);
  }
  await build({
    ...common,
    entryPoints: { "docfuse-dense": source("encoder/dense-modules.ts") },
    outdir: out,
    define: leftOut,
    plugins: [given({ docfuse_full: full.glue, docfuse_embed: glue })],
  });
  await minifyFurther(join(out, "docfuse-dense.js"));
}

/**
 * The glue of an encoder, wrapped in a function that returns a new copy: the glue keeps its instance in a variable, and
 * each load of an encoder needs its own instance.
 */
async function embedGlue(folder) {
  const { outputFiles } = await build({
    ...common,
    write: false,
    minify: false,
    entryPoints: [join(folder, "docfuse_embed.js")],
    format: "iife",
    globalName: "glue",
    // The worker passes the module's URL.
    define: { ...leftOut, "import.meta.url": '""' },
  });
  // The comments contain the folder's path.
  const text = outputFiles[0].text.replace(/^ *\/\/.*\n/gm, "");
  return `export function instantiate() {\n${text}\nreturn glue;\n}`;
}

/**
 * A module whose default export is these bytes, as gzip in base64: it saves a request, and a host that compresses
 * scripts removes base64's overhead.
 */
async function inBase64(bytes) {
  const gzip = await zopfli.gzipAsync(bytes, { numiterations: 60 }); // 8 % smaller than zlib's best
  return `export default "${Buffer.from(gzip).toString("base64")}";`;
}

/** Tells bundlers not to resolve the worker's dynamic import, as the source does: esbuild drops its comments. */
function leaveToBrowser(script) {
  const [before, ...more] = readFileSync(script, "utf8").split(/(?<=\bimport\()(?=\w+\.href\b)/);
  if (more.length !== 1) fail(`${script} has ${more.length} imports of an address, expected one`);
  writeFileSync(script, `${before}/* @vite-ignore */ /* webpackIgnore: true */ ${more[0]}`);
}

/** Adds the hash of `file` as a query to its URL in `script`. */
function addVersion(script, file) {
  const name = basename(file);
  const version = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 6);
  const before = readFileSync(script, "utf8");
  const after = before.replaceAll(`"./${name}"`, `"./${name}?v=${version}"`);
  if (after === before) fail(`${script} does not name ${name} where it was expected`);
  writeFileSync(script, after);
}

/**
 * Shared scripts do nothing when they run, as package.json says. esbuild imports them for that all the same, and in an
 * application's build warns of each such import.
 */
function leaveOutBareImports(folder) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const script = readFileSync(join(folder, name), "utf8");
    writeFileSync(join(folder, name), script.replace(/^import "\.\/shared-\w+\.js";\n/gm, ""));
  }
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
      "./parts": { types: "./types/npm-parts.d.ts", default: "./parts.js" },
      "./ask": { types: "./types/npm-ask.d.ts", default: "./ask.js" },
      "./analytics": { types: "./types/analytics/analytics.d.ts", default: "./analytics.js" },
      ...Object.fromEntries(runtimeFiles.map((name) => [`./${name}`, `./${name}`])),
      "./package.json": "./package.json",
    },
    types: "./types/npm.d.ts",
    files: ["*.js", "*.hdf", "types", "LICENSE-*"],
    sideEffects: ["./element.js", "./parts.js", "./ask.js", ...scripts.map((name) => `./${name}`)],
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
