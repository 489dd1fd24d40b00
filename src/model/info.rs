//! `model.json`, the third file of a model folder: the description of a model.

use serde::{Deserialize, Serialize};

/// File names of a model folder, as `docfuse model import` writes and `Encoder::load` reads it.
pub const MODEL_FILE: &str = "model.onnx";
/// The encoder of queries: the same model with layers of fewer bits. Its word table is that in [`MODEL_FILE`].
pub const QUERY_FILE: &str = "query.onnx";
/// The tokenizer, in a form of our own.
pub const TOKENIZER_FILE: &str = "tokenizer.bin";
/// The first bytes of that file, for unigram pieces.
pub const UNIGRAM_MAGIC: &[u8; 4] = b"uni1";
/// Those for word pieces.
pub const WORD_PIECES_MAGIC: &[u8; 4] = b"wps1";
/// A [`ModelInfo`] as JSON.
pub const INFO_FILE: &str = "model.json";

/// Minimum word pieces that a model must accept: `[CLS]`, `[SEP]`, and a title with a few words.
pub const MIN_TOKENS: usize = 8;

/// How the vectors of the word pieces become one vector of the text.
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

/// What a model computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelKind {
    /// The vector of a text.
    #[default]
    Encoder,
    /// How well a text answers a query.
    CrossEncoder,
}

impl ModelKind {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            ModelKind::Encoder => "a sentence encoder",
            ModelKind::CrossEncoder => "a cross-encoder",
        }
    }

    fn is_encoder(&self) -> bool {
        *self == ModelKind::Encoder
    }
}

/// The identity and the limits of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The model's name, for people.
    pub name: String,
    /// What it computes.
    #[serde(default, skip_serializing_if = "ModelKind::is_encoder")]
    pub kind: ModelKind,
    /// Components of its vectors; 1 for a cross-encoder.
    pub dimensions: usize,
    /// Maximum word pieces of a text, including `[CLS]` and `[SEP]`; the rest is truncated.
    pub max_tokens: usize,
    /// How word pieces become one vector. Part of the ONNX graph; here for people.
    pub pooling: Pooling,
    /// Put in front of queries ("query: "), for encoders that were trained with it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query_prompt: String,
    /// Put in front of texts that are searched ("passage: "), likewise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub passage_prompt: String,
    /// Licence of the weights, as the model's README declares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Languages that it was trained for, as primary subtags ("en"), as its README declares them; empty for any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// SHA-256 of the ONNX file, 64 hex digits.
    pub onnx_sha256: String,
    /// SHA-256 of the encoder of queries; none if the ONNX file embeds queries too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_sha256: Option<String>,
    /// SHA-256 of the tokenizer file.
    pub tokenizer_sha256: String,
    /// SHA-256 of the file that the weights come from, followed by the data files of an ONNX file.
    pub source_sha256: String,
}

impl ModelInfo {
    /// SHA-256 of the ONNX file that embeds queries, by which an encoder is known.
    pub fn query_hash(&self) -> &str {
        self.query_sha256.as_ref().unwrap_or(&self.onnx_sha256)
    }

    /// Whether it was trained for several languages, or says nothing of them.
    pub fn is_of_many_languages(&self) -> bool {
        self.languages.len() != 1
    }

    /// Whether it was trained for a language, given as a tag ("pt-BR").
    pub fn knows(&self, language: &str) -> bool {
        let primary = language.split(['-', '_']).next().unwrap_or_default();
        self.languages.is_empty() || self.languages.iter().any(|known| known.eq_ignore_ascii_case(primary))
    }
}
