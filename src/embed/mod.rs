//! The sentence encoder: an ONNX model and its tokenizer, the same code natively and in wasm.
//!
//! - [`Encoder`] is the interface for other modules: [`Encoder::load`], [`Encoder::embed`], [`Encoder::windows`].
//! - [`CrossEncoder`] reads a query together with a text, to rerank hits: [`CrossEncoder::score`].
//! - [`ModelParts`] receives the model's bytes as they arrive over a network.
//! - [`ModelInfo`] identifies a model and its limits. It is the third file of a model folder, and the only part of this
//!   module without the feature `embed`, because manifests contain it.
//! - `word_rows` holds the rows of the word table that a text's word pieces index; a browser lacks some of them.
//! - `word_pieces` splits text into word pieces, and so does `unigram` for models of many languages; `windows` splits long
//!   texts, `session` runs the graph.
//! - `form` has the nodes of a model file, which the import writes, and `onnx` reads the file and frees it meanwhile.
//!   `plan` makes a tract model of it, `ops` has the operators of that, and `kernels` the arithmetic. Only `session`,
//!   `plan` and `ops` name tract.
//! - [`import`] (write side) makes the files of a model folder from a sentence-transformers folder.

use cfg_if::cfg_if;

#[cfg(all(feature = "embed", feature = "unigram"))]
mod any_tokens;
#[cfg(all(feature = "embed", feature = "unigram", feature = "write"))]
pub mod import;
// Tests of the kernels need none of the crates of `embed`; this is how other architectures are tested.
#[cfg(any(feature = "encoder", test))]
#[cfg_attr(not(feature = "encoder"), allow(dead_code, unused_imports, reason = "only the tests use it"))]
mod kernels;
#[cfg(test)]
#[cfg(all(feature = "embed", feature = "unigram", feature = "write"))]
pub(crate) mod tests;
#[cfg(feature = "unigram")]
mod unigram;
#[cfg(feature = "embed")]
mod word_pieces;

/// The tokenizers of this build: a module for browsers has one of the two, the command both.
#[cfg(all(feature = "embed", feature = "unigram"))]
use any_tokens::AnyTokens as Tokens;
#[cfg(all(feature = "unigram", not(feature = "embed")))]
use unigram::Unigram as Tokens;
#[cfg(all(feature = "embed", not(feature = "unigram")))]
use word_pieces::WordPieces as Tokens;

cfg_if! {
    if #[cfg(feature = "encoder")] {
        mod cross_encoder;
        mod encoder;
        mod error;
        mod form;
        mod onnx;
        mod ops;
        mod plan;
        mod session;
        mod windows;
        mod word_piece;
        mod word_rows;

        pub use cross_encoder::CrossEncoder;
        pub use encoder::Encoder;
        pub use error::EmbedError;
        pub use kernels::kernel_name;
        pub use word_rows::RowSource;
    }
}

cfg_if! {
    if #[cfg(any(feature = "encoder", feature = "write"))] {
        mod info;
        mod model_parts;
        mod window_settings;

        pub use info::{
            INFO_FILE, MIN_TOKENS, MODEL_FILE, ModelInfo, ModelKind, Pooling, QUERY_FILE, TOKENIZER_FILE,
        };
        pub use model_parts::{ModelParts, ModelPartsError};
        pub use window_settings::{MIN_WINDOW, WindowSettings};
    }
}

#[cfg(any(feature = "unigram", feature = "write"))]
pub(crate) use info::UNIGRAM_MAGIC;
#[cfg(any(feature = "embed", feature = "write"))]
use info::WORD_PIECES_MAGIC;
#[cfg(all(feature = "embed", feature = "write"))]
pub use word_pieces::pack as pack_tokenizer;
#[cfg(all(feature = "encoder", feature = "write"))]
pub use word_rows::{first_rows, word_records};
