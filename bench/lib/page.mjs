// The page that an engine is measured in. Search code and measuring code are inline, so that they need no request.
import { readFileSync } from "node:fs";

const source = (name) => readFileSync(new URL(`../page/${name}`, import.meta.url), "utf8");

/** A script for workers that measures the time inside WebAssembly. */
export const wasmClock = () => source("wasm-clock.js");

/** The page's HTML. `engine` is the source of a script that sets `globalThis.engine`. */
export function pageFor(engine) {
  // Functions, because `$` in a replacement string has a special meaning.
  return source("index.html")
    .replace("MEASURE;", () => source("measure.js"))
    .replace("ENGINE;", () => engine);
}
