/**
 * Entry of `docfuse-dense.js`: what dense search needs in addition to the worker, which imports it on demand. It must not
 * import anything at run time; see `worker`.
 */

import { instantiate } from "docfuse_embed";
import { initSync as initFull, SearchIndex as FullSearchIndex } from "docfuse_full";
import { compileWasm, memoryRefused } from "./compile-wasm.js";
import { DocfuseError } from "../shared/error.js";
import { loadCrossEncoder } from "./cross-encoder-loader.js";
import { CrossEncoderReranker } from "./cross-encoder-reranker.js";
import { gains, isSlow, type DeviceHints } from "../client/encoder-policy.js";
import type { Background } from "../fetch/background.js";
import { lackingBytes, loadModel } from "./model-loader.js";
import { ModelStore } from "./model-store.js";
import { resumedFetch } from "./resumed-fetch.js";
import { several } from "./several.js";
import type { DenseModules, EncoderLoaderClass, SearchIndexClass } from "../worker/wasm-modules.js";
import { onceLoaded } from "../worker/once-loaded.js";
import { supportsSimd } from "./simd-support.js";

/** URLs of the modules. */
export interface ModuleUrls {
  readonly full: URL;
  readonly embed: URL;
  /** The build for encoders of many languages, whose tokenizer is another one. */
  readonly unigram: URL;
}

export function denseModules({ full, embed, unigram }: ModuleUrls, background: Background): DenseModules {
  const host = (url: string, init: RequestInit) => globalThis.fetch(url, init);
  const fetch = resumedFetch(background, host);
  const fetchModule = resumedFetch(background, host, true);
  /** The network's speed on an earlier page. */
  let earlier: number | undefined;
  const plain = onceLoaded(async (): Promise<SearchIndexClass> => {
    initFull({ module: await compileWasm(fetchModule, full) });
    return FullSearchIndex;
  });
  let search: DenseModules["search"] = async (sites) => {
    const Full = await plain();
    if (!sites) return Full;
    const Several = await several(Full, sites, fetch);
    search = () => Promise.resolve(Several);
    return Several;
  };
  const requireSimd = () => {
    if (supportsSimd()) return;
    const message = "meaning search needs a browser and a processor with SIMD for WebAssembly";
    throw new DocfuseError("encoder-unsupported", message);
  };
  const unigramModule = onceLoaded(async () => {
    requireSimd();
    return compileWasm(fetchModule, unigram);
  });
  const embedModule = onceLoaded(async () => {
    requireSimd();
    return compileWasm(fetchModule, embed);
  });
  const encoder: DenseModules["encoder"] = async (job) => {
    const load = job.model["unigram"] === true ? unigramModule : embedModule;
    const [module, store] = await Promise.all([load(), ModelStore.open(globalThis.caches)]);
    // A new instance for each load: memory never shrinks, and after a trap no call into an instance is safe.
    try {
      return await loadModel({ ...job, fetch }, () => instance(module), store);
    } finally {
      void store.keepRate(background.rate);
    }
  };
  const reranker: DenseModules["reranker"] = (fetch, { base, budgetMs }) => {
    const load = async () => {
      const module = await embedModule();
      return loadCrossEncoder(fetch, base, () => instance(module));
    };
    return new CrossEncoderReranker(load, budgetMs);
  };
  const isTooSlow: DenseModules["isTooSlow"] = (bytes) =>
    isSlow(navigator as DeviceHints, background.rate ?? earlier, bytes);
  const helps: DenseModules["helps"] = async (found, model) => {
    if (!gains(found)) return false;
    const store = await ModelStore.open(globalThis.caches);
    if (background.rate === undefined) earlier = await store.keptRate();
    else void store.keepRate(background.rate);
    return !isTooSlow(await lackingBytes(model, store));
  };
  return { search: (sites) => search(sites), encoder, helps, isTooSlow, reranker };
}

function instance(module: WebAssembly.Module): EncoderLoaderClass {
  const { EncoderLoader, initSync } = instantiate();
  try {
    initSync({ module });
  } catch (cause) {
    throw memoryRefused(cause) ?? cause;
  }
  return EncoderLoader;
}
