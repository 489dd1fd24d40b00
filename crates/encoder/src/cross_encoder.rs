//! [`CrossEncoder`]: a tokenizer and a graph that read a query together with a text.

use super::encoder::{load_parts, unaltered};
use super::session::Session;
use super::word_rows::RowSource;
use super::{EmbedError, MODEL_FILE, ModelInfo, ModelKind, TOKENIZER_FILE, Tokens};

/// A loaded cross-encoder. Every method takes `&self`; native threads can share one.
pub struct CrossEncoder {
    tokens: Tokens,
    session: Session,
}

impl CrossEncoder {
    /// Loads the two files that `info` describes, after comparing their hashes.
    ///
    /// # Errors
    /// A file is not the one that `info` describes, or the errors of [`CrossEncoder::load_checked`].
    pub fn load(onnx: Vec<u8>, tokenizer: &[u8], info: &ModelInfo) -> Result<Self, EmbedError> {
        unaltered(TOKENIZER_FILE, tokenizer, &info.tokenizer_sha256)?;
        unaltered(MODEL_FILE, &onnx, &info.onnx_sha256)?;
        Self::load_checked(onnx, tokenizer, info)
    }

    /// [`CrossEncoder::load`] for files whose hashes the caller has compared.
    ///
    /// # Errors
    /// The model is of another kind, a part cannot be read, or the parts do not fit each other.
    pub fn load_checked(onnx: Vec<u8>, tokenizer: &[u8], info: &ModelInfo) -> Result<Self, EmbedError> {
        let (tokens, session) =
            load_parts(onnx, RowSource::Inside, tokenizer, info, ModelKind::CrossEncoder)?;
        Ok(Self { tokens, session })
    }

    /// How well a text answers `query`, as the model's logit: larger is better, comparable within one query. The text is
    /// its parts, such as title, heading and body, each on a line; one that is empty or repeats the one before is left
    /// out. Ignores what exceeds the model's limit of word pieces, or half of it in the query. Time grows slightly
    /// faster than linearly with the number of word pieces.
    ///
    /// # Errors
    /// The tokenizer or the model failed, or the score is not finite.
    pub fn score(&self, query: &str, parts: &[&str]) -> Result<f32, EmbedError> {
        let mut lines = parts.to_vec();
        lines.retain(|line| !line.is_empty());
        lines.dedup();
        let (ids, types) = self.tokens.pair(query, &lines.join("\n"))?;
        if ids.is_empty() {
            return Err(EmbedError::NoScore { tokens: 0, score: "none".to_owned() });
        }
        let output = self.session.run(&ids, &types)?;
        match output[..] {
            [score] if score.is_finite() => Ok(score),
            _ => Err(EmbedError::NoScore { tokens: ids.len(), score: format!("{output:?}") }),
        }
    }
}
