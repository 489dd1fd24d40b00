//! What is known of a model without opening it: `model.json`, the third file of a model folder.

use serde::{Deserialize, Serialize};

/// File names of a model folder as `docfuse model import` writes it and `Encoder::load` expects it.
pub const MODEL_FILE: &str = "model.onnx";
/// The tokenizer, in the format of Hugging Face tokenizers.
pub const TOKENIZER_FILE: &str = "tokenizer.json";
/// A [`ModelInfo`] as JSON.
pub const INFO_FILE: &str = "model.json";

/// Fewest word pieces a model must take at once: `[CLS]`, `[SEP]`, and room for a title and a few words.
pub const MIN_TOKENS: usize = 8;

/// How the vectors of the word pieces become the one vector of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooling {
    /// The mean over the word pieces that the attention mask keeps.
    Mean,
    /// The vector of the first word piece, `[CLS]`.
    Cls,
    /// The largest value of each dimension over the word pieces that the attention mask keeps.
    Max,
}

/// The identity and the limits of an encoder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// What the model calls itself, for people.
    pub name: String,
    /// Length of its vectors.
    pub dimensions: usize,
    /// Most word pieces of one text, `[CLS]` and `[SEP]` counted; what lies beyond is cut off.
    pub max_tokens: usize,
    /// How word pieces become one vector. Done within the ONNX graph; said here for people.
    pub pooling: Pooling,
    /// What stands in front of a query ("query: "), for encoders that were trained so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query_prompt: String,
    /// What stands in front of a text that is searched ("passage: "), likewise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub passage_prompt: String,
    /// Licence of the weights, as the model's README declares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// SHA-256 of the ONNX file, 64 hex digits.
    pub onnx_sha256: String,
    /// SHA-256 of the tokenizer file.
    pub tokenizer_sha256: String,
    /// SHA-256 of the safetensors file that the ONNX file was made from.
    pub source_sha256: String,
}
