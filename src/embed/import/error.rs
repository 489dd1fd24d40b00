//! Errors of importing a model.

use crate::limits::MAX_MODEL_BYTES;

/// Why a folder can't be imported. Each variant says what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A needed file is not in the folder.
    #[error("{file} expected in the model folder, not found{hint}")]
    Missing { file: &'static str, hint: &'static str },
    /// A JSON file can't be understood.
    #[error("{file}: {reason}")]
    Json { file: &'static str, reason: String },
    /// The folder holds a model of another kind.
    #[error("{file}: {what}: {expected} expected, found {found}")]
    Unsupported { file: &'static str, what: &'static str, expected: String, found: String },
    /// The weights file can't be read at all.
    #[error("{file}: {kind} with all weights expected, found something else: {reason}")]
    Weights { file: &'static str, kind: &'static str, reason: String },
    /// A tensor is missing.
    #[error(
        "{file}: the tensor {name} expected (with or without \"bert.\" in front), not found; an ONNX file must be \
         exported without graph optimisations"
    )]
    MissingTensor { file: &'static str, name: String },
    /// A tensor has not the shape that config.json asks for.
    #[error("{file}: {name}: shape {expected:?} expected by config.json, found {found:?}")]
    Shape { file: &'static str, name: String, expected: Vec<usize>, found: Vec<usize> },
    /// A tensor is stored in a number format that weights do not have.
    #[error("model.safetensors: {name}: F32, F16 or BF16 expected, found {found}")]
    NumberFormat { name: String, found: String },
    /// A weight is infinite or not a number.
    #[error("{file}: {name}: finite numbers expected, found {found} at position {position}")]
    NotFinite { file: &'static str, name: String, found: String, position: usize },
    /// The tokenizer is unreadable, or of another model.
    #[error(transparent)]
    Tokenizer(#[from] crate::embed::EmbedError),
    /// The ONNX file would be larger than a browser has room for.
    #[error(
        "the ONNX file would have {bytes} bytes, at most {MAX_MODEL_BYTES} are allowed; choose a smaller model, for \
         example all-MiniLM-L6-v2"
    )]
    TooLarge { bytes: u64 },
}
