/**
 * Entry of `docfuse-offline-full.js`, which sets `docfuseFull`: the glue of the full search module, which has the lexicon.
 * A script of its own, so that a first answer by words does not wait for it.
 */

import { initSync, SearchIndex } from "docfuse_full";
import { compileWasm } from "../encoder/compile-wasm.js";
import type { Fetch } from "../fetch/http.js";
import type { SearchIndexClass } from "../worker/wasm-modules.js";

/** Compiles the module at `url`, which `fetch` reads. */
export async function loadFull(fetch: Fetch, url: URL): Promise<SearchIndexClass> {
  initSync({ module: await compileWasm(fetch, url) });
  return SearchIndex;
}
