//! The sentence encoder: an ONNX model and its tokenizer, the same code natively and in wasm.
//!
//! - [`Encoder`] is the interface for other modules: [`Encoder::load`], [`Encoder::embed`], [`Encoder::windows`].
//! - [`CrossEncoder`] reads a query together with a text, to rerank hits: [`CrossEncoder::score`].
//! - [`ModelParts`] receives the model's bytes as they arrive over a network.
//! - [`ModelInfo`] identifies a model and its limits. It is the third file of a model folder, and in manifests.
//! - `word_rows` holds the rows of the word table that a text's word pieces index; a browser lacks some of them.
//! - `word_pieces` splits text into word pieces, and so does `unigram` for models of many languages; `windows` splits long
//!   texts, `session` runs the graph.
//! - `form` has the nodes of a model file, which the import writes, and `onnx` reads the file and frees it meanwhile.
//!   `plan` makes a tract model of it, `ops` has the operators of that, and `kernels` the arithmetic. Only `session`,
//!   `plan` and `ops` name tract.
//! - [`import`] makes the files of a model folder from a sentence-transformers folder.

#![cfg_attr(
    not(feature = "import"),
    allow(
        dead_code,
        unused_imports,
        reason = "no module for browsers uses all; the linker leaves out the rest"
    )
)]

use cfg_if::cfg_if;
use docfuse::model::{
    MIN_TOKENS, MODEL_FILE, ModelInfo, ModelKind, Pooling, QUERY_FILE, TOKENIZER_FILE, UNIGRAM_MAGIC,
    WORD_PIECES_MAGIC,
};

// Tests of the kernels need none of the crates of the encoder; this is how other architectures are tested.
#[cfg(any(feature = "model", test))]
mod kernels;

// The tokenizers of this build: a module for browsers has one of the two, the command both.
cfg_if! {
    if #[cfg(all(feature = "word-pieces", feature = "unigram"))] {
        mod any_tokens;
        mod unigram;
        mod word_pieces;
        use any_tokens::AnyTokens as Tokens;
    } else if #[cfg(feature = "unigram")] {
        mod unigram;
        use unigram::Unigram as Tokens;
    } else if #[cfg(feature = "word-pieces")] {
        mod word_pieces;
        use word_pieces::WordPieces as Tokens;
    }
}

#[cfg(feature = "browser")]
pub mod browser;

cfg_if! {
    if #[cfg(feature = "model")] {
        mod cross_encoder;
        mod encoder;
        mod error;
        mod form;
        mod model_parts;
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
        pub use model_parts::{ModelParts, ModelPartsError};
        pub use word_rows::RowSource;
    }
}

cfg_if! {
    if #[cfg(feature = "import")] {
        pub mod import;
        #[cfg(test)]
        pub(crate) mod tests;
        // Shared test models name this crate as others do.
        #[cfg(test)]
        extern crate self as docfuse_encoder;

        pub use self::{
            word_pieces::pack as pack_tokenizer,
            word_rows::{first_rows, word_records},
        };
    }
}
