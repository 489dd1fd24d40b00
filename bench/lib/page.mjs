// The page that an engine is measured in: its search code and the measuring code, both inline, so that they cost no
// request.
import { readFileSync } from "node:fs";

const source = (name) => readFileSync(new URL(`../page/${name}`, import.meta.url), "utf8");

/** Runs in workers where the time inside WebAssembly is asked for. */
export const wasmClock = () => source("wasm-clock.js");

/** The page's HTML; `engine` is a script that sets `globalThis.engine`. */
export function pageFor(engine) {
  // By functions, because a `$` in a script has a meaning in a replacement.
  return source("index.html")
    .replace("MEASURE;", () => source("measure.js"))
    .replace("ENGINE;", () => engine);
}
