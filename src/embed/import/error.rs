//! Errors of importing a model.

use crate::limits::MAX_MODEL_BYTES;

/// Why a folder cannot be imported. Each variant has what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A required file is missing.
    #[error("{file} expected in the model folder, not found{hint}")]
    Missing { file: &'static str, hint: &'static str },
    /// A JSON file has unexpected content.
    #[error("{file}: {reason}")]
    Json { file: &'static str, reason: String },
    /// The folder has another kind of model.
    #[error("{file}: {what}: {expected} expected, found {found}")]
    Unsupported { file: &'static str, what: &'static str, expected: String, found: String },
    /// The weights file cannot be read.
    #[error("{file}: {kind} with all weights expected, found something else: {reason}")]
    Weights { file: &'static str, kind: &'static str, reason: String },
    /// A tensor is missing.
    #[error(
        "{file}: the tensor {name} expected (with or without \"bert.\" in front), not found; an ONNX file must be \
         exported without graph optimisations"
    )]
    MissingTensor { file: &'static str, name: String },
    /// A tensor does not have the shape that config.json implies.
    #[error("{file}: {name}: shape {expected:?} expected by config.json, found {found:?}")]
    Shape { file: &'static str, name: String, expected: Vec<usize>, found: Vec<usize> },
    /// A tensor has an unsupported number format.
    #[error("model.safetensors: {name}: F32, F16 or BF16 expected, found {found}")]
    NumberFormat { name: String, found: String },
    /// A weight is infinite or not a number.
    #[error("{file}: {name}: finite numbers expected, found {found} at position {position}")]
    NotFinite { file: &'static str, name: String, found: String, position: usize },
    /// The tokenizer is unreadable, or belongs to another model.
    #[error(transparent)]
    Tokenizer(#[from] crate::embed::EmbedError),
    /// The ONNX file would exceed what browsers can load.
    #[error(
        "the ONNX file would have {bytes} bytes, at most {MAX_MODEL_BYTES} are allowed; choose a smaller model, for \
         example all-MiniLM-L6-v2"
    )]
    TooLarge { bytes: u64 },
}
