// Gives the imports and exports of a module, as wasm-opt has shortened them, the same names in its glue:
//   wasm-opt --minify-imports-and-exports-and-modules … >NAMES && node short-names.mjs NAMES GLUE
//
// wasm-bindgen's names have hashes of 16 digits, once in the module and once in the glue.
import { readFileSync, writeFileSync } from "node:fs";

/** Exports of wasm-bindgen that its glue for the web does not always use. */
const MAY_BE_UNUSED = ["__abort_handler", "__instance_terminated", "__wbindgen_free"];

const [names, glue] = process.argv.slice(2);
if (!glue) throw new Error("usage: node short-names.mjs NAMES GLUE");
const { imports, exports } = JSON.parse(readFileSync(names, "utf8"));
let text = readFileSync(glue, "utf8");
for (const module of new Set(imports.map(([module]) => module))) replace(`"${module}":`, `"a":`);
for (const [, name, short] of imports) replace(`${name}:`, `${short}:`);
for (const [name, short] of exports)
  if (!MAY_BE_UNUSED.includes(name) || text.includes(name)) replace(`wasm.${name}`, `wasm.${short}`);
writeFileSync(glue, text);

/** Every place must be known: a name that the glue has in another form would be found by nobody before a reader. */
function replace(name, short) {
  const places = new RegExp(`(?<![\\w.])${name.replace(/[.\\/"]/g, "\\$&")}(?!\\w)`, "g");
  const renamed = text.replace(places, short);
  if (renamed === text) throw new Error(`${name} expected in ${glue}, not found`);
  text = renamed;
}
