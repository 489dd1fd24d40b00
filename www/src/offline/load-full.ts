/** Loads `docfuse-offline-full.js` and its module from the folder of this script. */

import { damaged, type Fetch } from "../fetch/http.js";
import { DocfuseError } from "../shared/error.js";
import type { SearchIndexClass } from "../worker/wasm-modules.js";
import { runScript } from "./run-script.js";

const { src } = document.currentScript as HTMLScriptElement;

const SCRIPT = "docfuse-offline-full.js";

/** Rejects with `not-found`, `damaged`, or an error of `compileWasm`. */
export async function loadFullSearch(fetch: Fetch): Promise<SearchIndexClass> {
  const page = globalThis as { docfuseFull?: typeof import("./full.js") };
  const found = await runScript(new URL(SCRIPT, src).href, () => page.docfuseFull ?? "empty");
  if (found === undefined) throw new DocfuseError("not-found", `${SCRIPT} could not be loaded`, SCRIPT);
  if (found === "empty") throw damaged(SCRIPT, "sets no search module; build the index anew");
  return found.loadFull(fetch, new URL("docfuse_full.wasm.hdf", src));
}
