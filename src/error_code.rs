//! The codes by which programs distinguish errors, in Rust and TypeScript.
//!
//! `generated` lists them in TypeScript.

/// Writes each code once: its doc comment, its variant, and its text.
macro_rules! error_codes {
    ($(#[doc = $doc:literal] $variant:ident = $code:literal,)+) => {
        /// Why a call failed, or why a retriever took no part in an answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode {
            $(#[doc = $doc] $variant,)+
        }

        impl ErrorCode {
            /// The text that callers see. Inlined, so that a wasm module contains only the codes that it emits.
            #[inline(always)]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $code,)+
                }
            }

            /// All codes with their doc comments.
            #[cfg(test)]
            pub(crate) const ALL: &[(ErrorCode, &str)] = &[$((ErrorCode::$variant, $doc),)+];
        }
    };
}

error_codes! {
    /// `close()` was called.
    Closed = "closed",
    /// An option has the wrong type, form or range.
    Request = "request",
    /// The host does not have the file, or refuses it (404, 410, 403).
    NotFound = "not-found",
    /// No response, a server error, or ten seconds without a byte, and again on a retry.
    Network = "network",
    /// A file differs from the index in size, hash or content, or the manifest is unreadable.
    Damaged = "damaged",
    /// A block of the index could not be loaded; the message says why.
    Unavailable = "unavailable",
    /// The search module cannot read the manifest.
    Manifest = "manifest",
    /// A block was supplied that this index does not have.
    UnknownBlock = "unknown-block",
    /// Another version of Docfuse wrote the index; the message says what to do.
    Version = "version",
    /// The index needs the search module for all languages, or a stemmer that it does not have.
    Language = "language",
    /// The worker script did not start, or stopped.
    Worker = "worker",
    /// The browser lacks WebAssembly, `Worker` or `DecompressionStream`.
    Unsupported = "unsupported",
    /// The index was built without vectors.
    NoDense = "no-dense",
    /// The query was not embedded.
    NoVector = "no-vector",
    /// The query's vector does not fit the index.
    Vector = "vector",
    /// Another encoder made the vectors of this index than those of the others.
    OtherEncoder = "other-encoder",
    /// The vectors are still loading.
    Loading = "loading",
    /// The encoder is switched off.
    EncoderOff = "encoder-off",
    /// The encoder is not loaded: no query gained from it so far, or the network is slow.
    EncoderWaiting = "encoder-waiting",
    /// The encoder is still loading.
    EncoderLoading = "encoder-loading",
    /// The browser refused the memory that the encoder needs; later queries retry.
    EncoderMemory = "encoder-memory",
    /// The encoder needs WebAssembly SIMD, which this browser or processor lacks.
    EncoderUnsupported = "encoder-unsupported",
    /// The encoder's files do not form an encoder, or it failed.
    Encoder = "encoder",
    /// The reranker failed, or gave no finite score for each passage.
    Reranker = "reranker",
    /// The reranker took longer than its time budget.
    RerankerLate = "reranker-late",
    /// A WebAssembly module stopped. Open the search again; if it was the encoder, call `whenReady()`.
    Crashed = "crashed",
    /// A defect in Docfuse.
    Internal = "internal",
}
