/**
 * The web worker: binds the engine to the worker's own messages and to the wasm modules.
 *
 * This script has what a first answer by words needs and no more. The WebAssembly of its search module stands in it, so
 * that it costs no request of its own. What only search by meaning needs (glue of the other modules, loading of the
 * model) is the script `docfuse-dense.js`, imported when the encoder is wanted. It is one file without imports, and all
 * addresses are written here: bundlers that write workers as classic scripts can't split them, but do copy a file that
 * `new URL(…, import.meta.url)` names, and never look into it. Classic workers can import modules too.
 */

import searchInBase64 from "docfuse_search.wasm";
import { initSync as initSearch, SearchIndex } from "docfuse_search";
import { fromBase64 } from "../fetch/base64.js";
import { DocfuseError } from "../shared/error.js";
import { SearchSession } from "./search-session.js";
import { damaged, decompressed } from "../fetch/http.js";
import type { DenseModules, SearchIndexClass } from "./wasm-modules.js";
import { onceLoaded } from "./once-loaded.js";
import type { FromWorker, ToWorker } from "../shared/protocol.js";

/** What is used of the worker's global scope (TypeScript's DOM library describes the page's). */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

const inside = onceLoaded(async () => {
  const name = "docfuse-worker.js";
  const bytes = await decompressed(fromBase64(searchInBase64), name, Infinity);
  try {
    initSearch({ module: await WebAssembly.compile(bytes) });
  } catch (cause) {
    throw damaged(name, `does not compile: ${String(cause)}`, cause);
  }
  return SearchIndex;
});

/** The full search module, once it is there. */
let full: SearchIndexClass | undefined;
let imports = 0;

const dense = onceLoaded(async (): Promise<DenseModules> => {
  const script = new URL("./docfuse-dense.js", import.meta.url);
  imports += 1;
  // Some browsers remember that an address could not be imported; with a fragment it is another one.
  if (imports > 1) script.hash = String(imports);
  let module: typeof import("../encoder/dense-modules.js");
  try {
    module = await import(/* @vite-ignore */ /* webpackIgnore: true */ script.href);
  } catch (cause) {
    const name = "docfuse-dense.js";
    throw new DocfuseError("network", `${name} could not be loaded: ${String(cause)}`, name, { cause });
  }
  const side = module.denseModules({
    full: new URL("./docfuse_full.wasm", import.meta.url),
    embed: new URL("./docfuse_embed.wasm", import.meta.url),
    embedRelaxed: new URL("./docfuse_embed_relaxed.wasm", import.meta.url),
  });
  return { search: async () => (full = await side.search()), encoder: side.encoder };
});

const engine = new SearchSession(
  { search: () => (full ? Promise.resolve(full) : inside()), dense },
  (url, init) => fetch(url, init),
  (message) => scope.postMessage(message),
);
scope.onmessage = ({ data }) => engine.receive(data);
// Compiles while the manifest is on its way; who asks next hears of a failure.
inside().catch(() => undefined);
