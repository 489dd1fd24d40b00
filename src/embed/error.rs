//! Errors of loading a model or embedding a text.

/// Why there is no encoder, or no vector. Each variant has what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// A file is not the one that its `model.json` describes.
    #[error(
        "{file}: SHA-256 {expected} expected, {found} found; the file is damaged or of another model, \
         import or download the model again"
    )]
    Altered { file: &'static str, expected: String, found: String },
    /// The numbers in `model.json` contradict the files or each other.
    #[error("model.json: {what} of {expected} expected, {found} found; import the model again")]
    Info { what: &'static str, expected: String, found: usize },
    /// The file is no ONNX model that can be run.
    #[error("the ONNX model can't be read: {reason}")]
    Model { reason: String },
    /// The graph contains an operator that the runtime does not know.
    #[error(
        "the ONNX model needs the operator {operator}, which is not supported; make a model of the file by `docfuse model import`"
    )]
    Operator { operator: String },
    /// The graph has other inputs or outputs than a sentence encoder.
    #[error("the ONNX model's {what}: {expected} expected, found {found}")]
    Signature { what: &'static str, expected: &'static str, found: String },
    /// The tokenizer file cannot be used.
    #[error("the tokenizer can't be read: {reason}; a tokenizer.json of Hugging Face tokenizers is expected")]
    Tokenizer { reason: String },
    /// The tokenizer does not belong to the model.
    #[error(
        "the tokenizer does not fit the model: word pieces below {rows} expected (rows of its embedding table), \
         found {found}; take both files from one model folder"
    )]
    Vocabulary { rows: usize, found: usize },
    /// The tokenizer failed on a text.
    #[error("a text of {bytes} bytes could not be cut into word pieces: {reason}")]
    Tokenize { bytes: usize, reason: String },
    /// The runtime failed on a text.
    #[error("the encoder failed on a text of {tokens} word pieces: {reason}")]
    Run { tokens: usize, reason: String },
    /// The model's output has no direction: infinite, not a number, or zero.
    #[error("the encoder's vector for a text of {tokens} word pieces has no direction (length {length})")]
    NoDirection { tokens: usize, length: String },
}
