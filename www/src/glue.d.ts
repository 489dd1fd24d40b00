/** The modules that `wasm-bindgen --target web` writes; build.mjs says where they are. */

declare module "docfuse_search" {
  const SearchIndex: import("./modules.js").SearchIndexClass;
  const init: (input: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  export { SearchIndex, init as default };
}

declare module "docfuse_embed" {
  const Encoder: import("./modules.js").EncoderClass;
  const init: (input: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  export { Encoder, init as default };
}
