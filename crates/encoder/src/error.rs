//! Errors of loading a model or embedding a text.

/// What to do with a file that `docfuse model import` did not write.
const ADVICE: &str = "`docfuse model import FILE.onnx` converts ONNX files of other tools";

/// Why there is no encoder, or no vector. Each variant has what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// A file is not the one that its `model.json` describes.
    #[error(
        "{file}: SHA-256 {expected} expected, {found} found; the file is damaged or of another model, \
         import or download the model again"
    )]
    Altered {
        /// Name of the file.
        file: &'static str,
        /// SHA-256 in `model.json`, hexadecimal.
        expected: String,
        /// SHA-256 of the file, hexadecimal.
        found: String,
    },
    /// The model computes something else.
    #[error("{expected} expected, found {found}; name the folder of another model")]
    Kind {
        /// What is needed.
        expected: &'static str,
        /// What the model is.
        found: &'static str,
    },
    /// The numbers in `model.json` contradict the files or each other.
    #[error("model.json: {what} of {expected} expected, {found} found; import the model again")]
    Info {
        /// The field.
        what: &'static str,
        /// What the field must be.
        expected: String,
        /// The number in `model.json`.
        found: usize,
    },
    /// The file is no ONNX model of the import.
    #[error("the ONNX model can't be read: {reason}; {ADVICE}")]
    Model {
        /// The parser's or the runtime's message.
        reason: String,
    },
    /// The graph holds an operator that no imported model has.
    #[error("the ONNX model needs the operator {operator}, which is not supported; {ADVICE}")]
    Operator {
        /// ONNX name of the operator.
        operator: String,
    },
    /// The graph takes or gives other tensors than an imported model does.
    #[error("the ONNX model's {what}: {expected} expected, found {found}; {ADVICE}")]
    Signature {
        /// Which input or output.
        what: &'static str,
        /// Its expected name, type or shape.
        expected: String,
        /// What the graph declares.
        found: String,
    },
    /// The tokenizer file can't be used.
    #[error("the tokenizer can't be read: {reason}")]
    Tokenizer {
        /// The tokenizer's message.
        reason: String,
    },
    /// The tokenizer does not belong to the model.
    #[error(
        "the tokenizer does not fit the model: word pieces below {rows} expected (rows of its embedding table), \
         found {found}; take both files from one model folder"
    )]
    Vocabulary {
        /// Rows of the model's embedding table.
        rows: usize,
        /// An id of the tokenizer that has no row.
        found: usize,
    },
    /// Rows of the word table are missing, or do not fit the model.
    #[error("the encoder's word rows: {what}: {expected} expected, {found} found; load the encoder again")]
    Rows {
        /// What is wrong with them.
        what: &'static str,
        /// What is needed.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The tokenizer failed on a text.
    #[error("a text of {bytes} bytes could not be cut into word pieces: {reason}")]
    Tokenize {
        /// Length of the text in bytes; the text itself may be private.
        bytes: usize,
        /// The tokenizer's message.
        reason: String,
    },
    /// The runtime failed on a text.
    #[error("the encoder failed on a text of {tokens} word pieces: {reason}")]
    Run {
        /// Word pieces of the text.
        tokens: usize,
        /// The runtime's message.
        reason: String,
    },
    /// The score is infinite or not a number.
    #[error("the cross-encoder's score of a text of {tokens} word pieces is no finite number: {score}")]
    NoScore {
        /// Word pieces of the query and the text.
        tokens: usize,
        /// The score, as text so that the error is `Eq`.
        score: String,
    },
    /// The model's output has no direction: infinite, not a number, or zero.
    #[error("the encoder's vector for a text of {tokens} word pieces has no direction (length {length})")]
    NoDirection {
        /// Word pieces of the text.
        tokens: usize,
        /// Euclidean length of the vector, as text so that the error is `Eq`.
        length: String,
    },
}
