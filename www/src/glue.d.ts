/** Modules that build.mjs provides: the output of `wasm-bindgen --target web`. */

declare module "docfuse_search" {
  const SearchIndex: import("./worker/wasm-modules.js").SearchIndexClass;
  const initSync: (input: { module: WebAssembly.Module }) => unknown;
  export { SearchIndex, initSync };
}

declare module "docfuse_full" {
  const SearchIndex: import("./worker/wasm-modules.js").SearchIndexClass;
  const initSync: (input: { module: WebAssembly.Module }) => unknown;
  export { SearchIndex, initSync };
}

/** The search module's WebAssembly, as gzip in base64. */
declare module "docfuse_search.wasm" {
  const content: string;
  export { content as default };
}

/** The glue of both embed modules, as a function: it keeps its instance in a variable, and each load needs its own. */
declare module "docfuse_embed" {
  const instantiate: () => {
    readonly EncoderLoader: import("./worker/wasm-modules.js").EncoderLoaderClass;
    readonly initSync: (input: { module: WebAssembly.Module }) => unknown;
  };
  export { instantiate };
}

/** Bytes of each language's sentences in `docfuse-strings.hdf`, in their order there. */
declare module "docfuse_strings" {
  const content: Readonly<Record<string, number>>;
  export { content as default };
}

/** Bytes of each language's stemmer in `docfuse-stemmers.hdf`, in their order there. */
declare module "docfuse_stemmers" {
  const content: Readonly<Record<string, number>>;
  export { content as default };
}
