//! Splits text into word pieces, as in training (WordPiece, Wu et al. 2016, for BERT-type models).
//!
//! [`WordPieces`] wraps the tokenizers crate. Truncation and padding of tokenizer.json are switched off:
//! [`ModelInfo::max_tokens`](super::ModelInfo) limits a text, and a padded query would cost as much as the longest.

use tokenizers::{Encoding, Tokenizer, TruncationDirection};

use super::word_piece::{self, CHUNK_BYTES, WordPiece, chunk};
use super::{EmbedError, templates, vocabulary};

/// A tokenizer, and the limit of the model.
pub(super) struct WordPieces {
    tokenizer: Tokenizer,
    /// Maximum word pieces of one text, without special pieces.
    budget: usize,
    max_tokens: usize,
    /// Special pieces around a text.
    special: usize,
}

impl WordPieces {
    /// Reads a tokenizer.json, packed or not, for a model that takes `max_tokens` word pieces.
    pub fn load(file: &[u8], max_tokens: usize) -> Result<Self, EmbedError> {
        let unreadable = |error: tokenizers::Error| EmbedError::Tokenizer {
            reason: format!(
                "a tokenizer.json of Hugging Face tokenizers expected, another file found: {error}"
            ),
        };
        let unpacked = vocabulary::unpack(file).map_err(|reason| EmbedError::Tokenizer { reason })?;
        let mut tokenizer = Tokenizer::from_bytes(unpacked.as_deref().unwrap_or(file)).map_err(unreadable)?;
        drop(unpacked);
        tokenizer
            .get_post_processor()
            .map_or(Ok(()), templates::check)
            .map_err(|reason| EmbedError::Tokenizer { reason })?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(unreadable)?;
        let special = tokenizer.encode("", true).map_err(unreadable)?.len();
        if special + 2 > max_tokens {
            let reason =
                format!("it puts {special} special word pieces around a text, the model takes {max_tokens}");
            return Err(EmbedError::Tokenizer { reason });
        }
        Ok(Self { tokenizer, budget: max_tokens - special, max_tokens, special })
    }

    /// Maximum word pieces, without special pieces, of a text that shall have at most `length` with them.
    pub fn budget_of(&self, length: usize) -> usize {
        self.budget.min(length.saturating_sub(self.special))
    }

    /// Number of different word pieces. Cheap; ids may be larger if the vocabulary has gaps.
    pub fn vocabulary(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// The largest id of a word piece. Copies the vocabulary.
    #[cfg(feature = "write")]
    pub fn largest_id(&self) -> Option<usize> {
        self.tokenizer.get_vocab(true).into_values().max().map(|id| id as usize)
    }

    /// Whether a word, in any case, is one word piece other than the unknown one.
    pub fn knows(&self, word: &str) -> Result<bool, EmbedError> {
        let encoding = self.encode(word)?;
        let [piece] = encoding.get_tokens() else { return Ok(false) };
        // Some tokenizers mark the beginning of a word.
        Ok(!word.is_empty() && piece.to_lowercase().ends_with(&word.to_lowercase()))
    }

    /// The ids of a text with special pieces around them, truncated to the model's limit. Reads only the first 64 KiB
    /// of the text.
    pub fn ids(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let text = text.trim_start();
        let text = &text[..text.floor_char_boundary(CHUNK_BYTES)];
        let mut encoding = self.encode(text)?;
        encoding.truncate(self.budget, 0, TruncationDirection::Right);
        let encoding =
            self.tokenizer.post_process(encoding, None, true).map_err(|error| failure(text, error))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// The ids of a query and a text with special pieces around them, and their types: 0 for the query, 1 for the text.
    /// Truncates the query to half of the model's limit, then the text to what is left.
    pub fn pair(&self, query: &str, text: &str) -> Result<(Vec<u32>, Vec<u32>), EmbedError> {
        let special = self.tokenizer.encode(("", ""), true).map_err(|error| failure(text, error))?.len();
        let budget = self.max_tokens.saturating_sub(special);
        let part = |text: &str, budget| {
            let text = text.trim_start();
            let mut part = self.encode(&text[..text.floor_char_boundary(CHUNK_BYTES)])?;
            part.truncate(budget, 0, TruncationDirection::Right);
            // What was cut off would be paired too.
            part.take_overflowing();
            Ok::<Encoding, EmbedError>(part)
        };
        let query = part(query, budget / 2)?;
        let rest = part(text, budget - query.len())?;
        let pair =
            self.tokenizer.post_process(query, Some(rest), true).map_err(|error| failure(text, error))?;
        let types = pair.get_type_ids().iter().map(|kind| (*kind).min(1)).collect();
        Ok((pair.get_ids().to_vec(), types))
    }

    /// The locations of all word pieces of a text, in order. Time and memory: linear in the text.
    pub fn pieces(&self, text: &str) -> Result<Vec<WordPiece>, EmbedError> {
        let mut pieces: Vec<WordPiece> = Vec::with_capacity(text.len() / 4);
        let mut start = 0;
        while start < text.len() {
            let chunk = chunk(&text[start..]);
            let encoding = self.encode(chunk)?;
            let mut previous = None;
            for (&(from, to), &word) in encoding.get_offsets().iter().zip(encoding.get_word_ids()) {
                let from = start + chunk.floor_char_boundary(from);
                let to = start + chunk.floor_char_boundary(to);
                let starts_word = word.is_none() || word != previous;
                pieces.push(WordPiece { bytes: from..to.max(from), starts_word });
                previous = word;
            }
            start += chunk.len();
        }
        Ok(pieces)
    }

    /// Number of word pieces of a text, without special pieces. An unknown word, of which the tokenizer makes one piece
    /// at any length, counts by its bytes. Time and memory: linear in the text.
    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        Ok(word_piece::count(&self.pieces(text)?))
    }

    fn encode(&self, text: &str) -> Result<Encoding, EmbedError> {
        self.tokenizer.encode(text, false).map_err(|error| failure(text, error))
    }
}

fn failure(text: &str, error: tokenizers::Error) -> EmbedError {
    EmbedError::Tokenize { bytes: text.len(), reason: error.to_string() }
}
