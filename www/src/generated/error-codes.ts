// Generated from Rust. To update: UPDATE_GENERATED=1 cargo test --lib generated

/** Why a call failed, or why a retriever took no part in an answer. */
export type ErrorCode =
  /** `close()` was called. */
  | "closed"
  /** An option has the wrong type, form or range. */
  | "request"
  /** The host does not have the file, or refuses it (404, 410, 403). */
  | "not-found"
  /** No response, a server error, or ten seconds without a byte, and again on a retry. */
  | "network"
  /** A file differs from the index in size, hash or content, or the manifest is unreadable. */
  | "damaged"
  /** A block of the index could not be loaded; the message says why. */
  | "unavailable"
  /** The search module cannot read the manifest. */
  | "manifest"
  /** A block was supplied that this index does not have. */
  | "unknown-block"
  /** Another version of Docfuse wrote the index; the message says what to do. */
  | "version"
  /** The index needs the search module for all languages, or a stemmer that it does not have. */
  | "language"
  /** The worker script did not start, or stopped. */
  | "worker"
  /** The browser lacks WebAssembly, `Worker` or `DecompressionStream`. */
  | "unsupported"
  /** The index was built without vectors. */
  | "no-dense"
  /** The query was not embedded. */
  | "no-vector"
  /** The query's vector does not fit the index. */
  | "vector"
  /** Another encoder made the vectors of this index than those of the others. */
  | "other-encoder"
  /** The vectors are still loading. */
  | "loading"
  /** The encoder is switched off. */
  | "encoder-off"
  /** The encoder is not loaded: no query gained from it so far, or the network is slow. */
  | "encoder-waiting"
  /** The encoder is still loading. */
  | "encoder-loading"
  /** The browser refused the memory that the encoder needs; later queries retry. */
  | "encoder-memory"
  /** The encoder needs WebAssembly SIMD, which this browser or processor lacks. */
  | "encoder-unsupported"
  /** The encoder's files do not form an encoder, or it failed. */
  | "encoder"
  /** The reranker failed, or gave no finite score for each passage. */
  | "reranker"
  /** The reranker took longer than its time budget. */
  | "reranker-late"
  /** A WebAssembly module stopped. Open the search again; if it was the encoder, call `whenReady()`. */
  | "crashed"
  /** A defect in Docfuse. */
  | "internal";
