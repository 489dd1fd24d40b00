// wasm-bindgen's output with names of one or two letters between module and glue. Its own are long and end in hashes,
// which no compression shortens: over 1 KB of what a first query loads. What of the glue nobody uses is left out.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What rustc uses, and no later features: given all of them, wasm-opt writes what browsers don't know yet. */
const FEATURES = [
  ...["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int"],
  ...["reference-types", "sign-ext", "simd"],
].map((feature) => `--enable-${feature}`);

/** Lines of the glue for those who forget to free objects, and for those who want to see the instance. */
const UNUSED = [/^ +\w+Finalization\.(un)?register\(.*\);\n/gm, /^ +wasm(Instance|Module) = \w+;\n/gm];

const www = dirname(fileURLToPath(import.meta.url));

/** The glue (text) and the module (bytes) that wasm-bindgen wrote into `folder` under `name`. */
export function shortNamed(folder, name) {
  const scratch = mkdtempSync(join(tmpdir(), "docfuse-names-"));
  try {
    const out = join(scratch, "short.wasm");
    const names = execFileSync(
      join(www, "node_modules", ".bin", "wasm-opt"),
      [
        join(folder, `${name}_bg.wasm`),
        ...FEATURES,
        "--minify-imports-and-exports-and-modules",
        ...["-o", out],
      ],
      { encoding: "utf8" },
    );
    const glue = readFileSync(join(folder, `${name}.js`), "utf8");
    return { glue: without(UNUSED, renamed(glue, JSON.parse(names))), wasm: readFileSync(out) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `names`: imports as [module, name, new name], all in one module that is now "a"; exports as [name, new name]. */
function renamed(glue, names) {
  const imports = new Map(names.imports.map(([, before, after]) => [before, after]));
  const exports = new Map(names.exports);
  const modules = new Set(names.imports.map(([module]) => module));
  if (modules.size !== 1) throw new Error(`one imported module expected, ${modules.size} found`);
  let found = 0;
  const text = glue
    .replace(/^( +)(\w+): function\(/gm, (whole, blank, before) => {
      const after = imports.get(before);
      found += Number(after !== undefined);
      return after === undefined ? whole : `${blank}${after}: function(`;
    })
    .replace(/\bwasm\.(\w+)/g, (whole, before) => {
      const after = exports.get(before);
      if (after === undefined) throw new Error(`the glue uses ${whole}, which the module does not export`);
      return `wasm.${after}`;
    })
    .replace(`"${[...modules][0]}": import0`, '"a": import0');
  if (found !== imports.size) {
    throw new Error(`the module imports ${imports.size} functions, the glue has ${found} of them`);
  }
  return text;
}

function without(patterns, glue) {
  return patterns.reduce((text, pattern) => {
    const shorter = text.replace(pattern, "");
    if (shorter === text) throw new Error(`the glue has nothing like ${pattern} any more`);
    return shorter;
  }, glue);
}
