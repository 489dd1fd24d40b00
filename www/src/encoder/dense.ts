/**
 * Entry of `docfuse-dense.js`: what search by meaning needs beside the worker, which imports it when the encoder is
 * wanted. It must not import anything at run time: see `worker`.
 */

import { instantiate } from "docfuse_embed";
import { initSync as initFull, SearchIndex as FullSearchIndex } from "docfuse_full";
import { compiledFrom, memoryRefused } from "./compiling.js";
import { DocfuseError } from "../shared/error.js";
import { loadModel } from "./model-loader.js";
import { ModelStore } from "./model-store.js";
import type { DenseSide, EncoderLoaderClass } from "../worker/modules.js";
import { onceLoaded } from "../worker/once-loaded.js";
import { knowsRelaxedSimd, knowsSimd } from "./simd.js";

/** Where the modules are. */
export interface ModuleAddresses {
  readonly full: URL;
  /** Two builds of one module: with the SIMD instructions that most browsers have, and with the relaxed ones. */
  readonly embed: URL;
  readonly embedRelaxed: URL;
}

export function denseSide({ full, embed, embedRelaxed }: ModuleAddresses): DenseSide {
  const search = onceLoaded(async () => {
    initFull({ module: await compiledFrom(fetch, full) });
    return FullSearchIndex;
  });
  const embedModule = onceLoaded(async () => {
    if (!knowsSimd()) {
      const message = "meaning search needs a browser and a processor with SIMD for WebAssembly";
      throw new DocfuseError("encoder-unsupported", message);
    }
    if (knowsRelaxedSimd()) {
      try {
        return await compiledFrom(fetch, embedRelaxed);
      } catch {
        // The other build gives the same vectors, only slower.
      }
    }
    return compiledFrom(fetch, embed);
  });
  const encoder: DenseSide["encoder"] = async (job) => {
    const [module, store] = await Promise.all([embedModule(), ModelStore.open(globalThis.caches)]);
    // An instance for each load: memory never shrinks, and after a trap no call into an instance is safe.
    return loadModel(job, () => instance(module), store);
  };
  return { search, encoder };
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
