/** What build.mjs puts into the scripts: the modules that `wasm-bindgen --target web` writes. */

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

/** The WebAssembly of the search module: gzip, in base64. */
declare module "docfuse_search.wasm" {
  const content: string;
  export { content as default };
}

/** The glue of both embed modules, as a function: an instance is a variable in it, and each load has its own. */
declare module "docfuse_embed" {
  const instantiate: () => {
    readonly EncoderLoader: import("./worker/wasm-modules.js").EncoderLoaderClass;
    readonly initSync: (input: { module: WebAssembly.Module }) => unknown;
  };
  export { instantiate };
}
