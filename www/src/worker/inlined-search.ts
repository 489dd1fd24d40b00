/** The search module that is inlined in the worker script, to save a request. */

import searchInBase64 from "docfuse_search.wasm";
import { initSync, SearchIndex } from "docfuse_search";
import { fromBase64 } from "../fetch/base64.js";
import { damaged, decompressed } from "../fetch/http.js";
import { onceLoaded } from "./once-loaded.js";

/** Compiles the module at the first call. */
export const inlinedSearch = onceLoaded(async () => {
  const name = "docfuse-worker.js";
  const bytes = await decompressed(fromBase64(searchInBase64), name, Infinity);
  try {
    initSync({ module: await WebAssembly.compile(bytes) });
  } catch (cause) {
    throw damaged(name, `does not compile: ${String(cause)}`, cause);
  }
  return SearchIndex;
});
