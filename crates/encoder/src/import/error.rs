//! Errors of importing a model.

use docfuse::limits::MAX_MODEL_BYTES;

/// Why a folder cannot be imported. Each variant has what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Vectors cannot be cut to this length.
    #[error("vectors of 1 to {own} dimensions expected, {asked} asked for")]
    Dimensions {
        /// Those of the model.
        own: usize,
        /// Those that were asked for.
        asked: usize,
    },
    /// A required file is missing.
    #[error("{file} expected in the model folder, not found{hint}")]
    Missing {
        /// Name of the file.
        file: &'static str,
        /// How to get it; empty, or starts with punctuation.
        hint: &'static str,
    },
    /// A JSON file can't be understood.
    #[error("{file}: {reason}")]
    Json {
        /// Name of the file.
        file: &'static str,
        /// The JSON parser's message.
        reason: String,
    },
    /// The folder holds a model of another kind.
    #[error("{file}: {what}: {expected} expected, found {found}")]
    Unsupported {
        /// Name of the file.
        file: &'static str,
        /// The setting.
        what: &'static str,
        /// The supported values.
        expected: String,
        /// The value in the file.
        found: String,
    },
    /// The weights file can't be read at all.
    #[error("{file}: {kind} with all weights expected, found something else: {reason}")]
    Weights {
        /// Name of the file.
        file: &'static str,
        /// The format that its name promises.
        kind: &'static str,
        /// The parser's message.
        reason: String,
    },
    /// A tensor is missing.
    #[error(
        "{file}: the tensor {name} expected (with or without \"bert.\" in front), not found; an ONNX file must be \
         exported without graph optimisations"
    )]
    MissingTensor {
        /// Name of the weights file.
        file: &'static str,
        /// Name of the tensor.
        name: String,
    },
    /// A tensor does not have the shape in the config.json beside it.
    #[error("{file}: {name}: shape {expected:?} expected by config.json, found {found:?}")]
    Shape {
        /// Name of the weights file.
        file: &'static str,
        /// Name of the tensor.
        name: String,
        /// Sizes of its axes by config.json.
        expected: Vec<usize>,
        /// Sizes of its axes in the file.
        found: Vec<usize>,
    },
    /// A tensor is stored in a number format that weights do not have.
    #[error("{file}: {name}: F32, F16 or BF16 expected, found {found}")]
    NumberFormat {
        /// Name of the weights file.
        file: &'static str,
        /// Name of the tensor.
        name: String,
        /// Its number format, as safetensors calls it.
        found: String,
    },
    /// A weight is infinite or not a number.
    #[error("{file}: {name}: finite numbers expected, found {found} at position {position}")]
    NotFinite {
        /// Name of the weights file.
        file: &'static str,
        /// Name of the tensor.
        name: String,
        /// The number, as text so that the error is `Eq`.
        found: String,
        /// Its position in the tensor, from 0.
        position: usize,
    },
    /// The tokenizer is unreadable, or of another model.
    #[error(transparent)]
    Tokenizer(#[from] crate::EmbedError),
    /// The ONNX file would exceed what browsers can load.
    #[error(
        "the ONNX file would have {bytes} bytes, at most {MAX_MODEL_BYTES} are allowed; choose a smaller model, for \
         example all-MiniLM-L6-v2"
    )]
    TooLarge {
        /// Bytes that the file would have.
        bytes: u64,
    },
}
