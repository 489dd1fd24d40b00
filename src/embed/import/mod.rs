//! From a sentence-transformers folder to a model that [`Encoder`](super::Encoder) loads: bytes in, bytes out.
//!
//! [`ModelFolder`] holds the files, `config` says what they may contain, `weights` gives checked tensors,
//! `quantize` makes them int8 and int4, `bert` lays out the graph and `onnx` writes it. The same folder gives the same
//! bytes.

mod bert;
mod config;
mod error;
mod folder;
mod onnx;
mod quantize;
mod weights;

pub use error::ImportError;
pub use folder::ModelFolder;

use super::tokens::WordPieces;
use super::{EmbedError, ModelInfo};
use crate::format::sha256_hex;
use crate::limits::MAX_STORED_BYTES;
use config::Architecture;
use weights::Weights;

/// A model ready to be written to a folder: see [`super::MODEL_FILE`], [`super::TOKENIZER_FILE`] and
/// [`super::INFO_FILE`] for the names of its three files.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedModel {
    /// The encoder with int8 weights and int4 embedding rows.
    pub onnx: Vec<u8>,
    /// The folder's tokenizer.json, unchanged.
    pub tokenizer: Vec<u8>,
    pub info: ModelInfo,
}

/// Imports a BERT-type sentence-transformers folder. About a fifth of the safetensors file's size comes out.
///
/// # Errors
/// A file is missing or unreadable, the model is of another kind, tensors do not fit the configuration, the
/// tokenizer does not fit the model, or the result would be larger than static hosts serve.
pub fn import(folder: &ModelFolder) -> Result<ImportedModel, ImportError> {
    let architecture = Architecture::read(folder)?;
    let tokenizer = folder.required(folder::TOKENIZER)?;
    let pieces = WordPieces::load(tokenizer, architecture.max_tokens)?;
    if let Some(found) = pieces.largest_id().filter(|&id| id >= architecture.vocabulary) {
        return Err(EmbedError::Vocabulary { rows: architecture.vocabulary, found }.into());
    }
    let safetensors = folder.required(folder::WEIGHTS)?;
    let onnx = bert::write(&architecture, &Weights::open(safetensors)?)?;
    if onnx.len() as u64 > MAX_STORED_BYTES {
        return Err(ImportError::TooLarge { bytes: onnx.len() as u64 });
    }
    let (name, licence) = config::readme(folder);
    let info = ModelInfo {
        name,
        dimensions: architecture.hidden,
        max_tokens: architecture.max_tokens,
        pooling: architecture.pooling,
        licence,
        onnx_sha256: sha256_hex(&onnx),
        tokenizer_sha256: sha256_hex(tokenizer),
        source_sha256: sha256_hex(safetensors),
    };
    Ok(ImportedModel { onnx, tokenizer: tokenizer.into(), info })
}
