/**
 * Entry of `docfuse-worker.js`: connects `SearchSession` to the worker's messages and the WebAssembly modules.
 *
 * This script holds only what a first lexical answer needs. Its search module is inlined, to save a request. What only
 * dense search needs (the glue of the other modules, loading the model) is in `docfuse-dense.js`, imported on demand.
 * That script has no imports, and all URLs are written here: bundlers that write workers as classic scripts can't split
 * them, but do copy a file that `new URL(…, import.meta.url)` names, without looking into it. Classic workers can
 * import modules.
 */

import { inlinedSearch } from "./inlined-search.js"; // first: the module's text compresses best before the code
import { Background } from "../fetch/background.js";
import { DocfuseError } from "../shared/error.js";
import { SearchSession } from "./search-session.js";
import { unlessStalled } from "../fetch/http.js";
import { importScript } from "../fetch/import-script.js";
import type { DenseModules, SearchIndexClass } from "./wasm-modules.js";
import { onceLoaded } from "./once-loaded.js";
import type { FromWorker, ToWorker } from "../shared/protocol.js";

/** The members of the worker's global scope that we use; TypeScript's DOM library describes the page's. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

const background = new Background();

/** The full search module, once loaded. */
let full: SearchIndexClass | undefined;

const dense = onceLoaded(async (): Promise<DenseModules> => {
  const script = new URL("./docfuse-dense.js", import.meta.url);
  let module: typeof import("../encoder/dense-modules.js");
  try {
    module = await unlessStalled(importScript(script));
  } catch (cause) {
    throw new DocfuseError("network", String(cause), "docfuse-dense.js", { cause });
  }
  const urls = {
    full: new URL("./docfuse_full.wasm.hdf", import.meta.url),
    embed: new URL("./docfuse_embed.wasm.hdf", import.meta.url),
    unigram: new URL("./docfuse_embed_unigram.wasm.hdf", import.meta.url),
  };
  const modules = module.denseModules(urls, background);
  return { ...modules, search: async (sites) => (full = await modules.search(sites)) };
});

const session = new SearchSession(
  { search: () => (full ? Promise.resolve(full) : inlinedSearch()), dense },
  (url, init) => fetch(url, init),
  background,
  (message) => scope.postMessage(message),
);
scope.onmessage = ({ data }) => session.receive(data);
// The page hears of it as of every error here.
scope.onmessageerror = () => {
  throw new Error("unreadable message");
};
// The page hears that the script is here: an empty one would start as well.
scope.postMessage({ type: "pong" });
// Compiles while the page fetches the manifest. The next caller gets the failure, if any.
inlinedSearch().catch(() => undefined);
