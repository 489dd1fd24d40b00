//! Texts to vectors: a sentence encoder in ONNX and its tokenizer, the same code natively and in wasm.
//!
//! - [`Encoder`] is what the other rooms use: [`Encoder::load`], [`Encoder::embed`], [`Encoder::windows`].
//! - [`ModelParts`] takes the model's bytes in as they arrive over a network.
//! - [`ModelInfo`] identifies a model and says its limits; it is the third file of a model folder, and all that
//!   is left of this room without the feature `embed`, because a manifest names its model by it.
//! - `tokens` cuts text into word pieces, `windows` cuts long texts at good places, `session` runs the graph;
//!   `vocabulary` makes a tokenizer's file small for an index ([`pack_tokenizer`]).
//! - `onnx` reads a model file and frees it on the way; `patterns` finds in a graph what has a kernel of its own, `ops`
//!   makes it operators of tract, and `kernels` is the arithmetic. Only `session`, `onnx`, `ops` and `import` name
//!   tract.
//! - [`import`] (write side) makes a model folder's files from a sentence-transformers folder.

#[cfg(feature = "embed")]
mod encoder;
#[cfg(feature = "embed")]
mod error;
#[cfg(all(feature = "embed", feature = "write"))]
pub mod import;
#[cfg(any(feature = "embed", feature = "write"))]
mod info;
// Tests of the kernels alone need none of the crates of `embed`: other architectures are tested that way.
#[cfg(any(feature = "embed", test))]
#[cfg_attr(not(feature = "embed"), allow(dead_code, unused_imports, reason = "only the tests use it"))]
mod kernels;
#[cfg(any(feature = "embed", feature = "write"))]
mod model_parts;
#[cfg(feature = "embed")]
mod onnx;
#[cfg(feature = "embed")]
mod ops;
#[cfg(feature = "embed")]
mod patterns;
#[cfg(feature = "embed")]
mod session;
#[cfg(test)]
#[cfg(all(feature = "embed", feature = "write"))]
mod tests;
#[cfg(feature = "embed")]
mod tokens;
#[cfg(any(feature = "embed", feature = "write"))]
mod vocabulary;
#[cfg(feature = "embed")]
mod windows;

#[cfg(feature = "embed")]
pub use encoder::Encoder;
#[cfg(feature = "embed")]
pub use error::EmbedError;
#[cfg(any(feature = "embed", feature = "write"))]
pub use info::{INFO_FILE, MIN_TOKENS, MODEL_FILE, ModelInfo, Pooling, TOKENIZER_FILE};
#[cfg(feature = "embed")]
pub use kernels::kernel_name;
#[cfg(any(feature = "embed", feature = "write"))]
pub use model_parts::{ModelParts, ModelPartsError};
#[cfg(feature = "write")]
pub use vocabulary::pack_tokenizer;
