//! Text to word pieces, as the model was trained (WordPiece, Wu et al. 2016, for BERT-type models).
//!
//! [`WordPieces`] wraps the tokenizers crate. Truncation and padding that tokenizer.json asks for are switched
//! off: the length of a text is the model's business ([`ModelInfo::max_tokens`](super::ModelInfo)), and a
//! padded query costs as much as the longest.

use std::ops::Range;

use tokenizers::{Encoding, Tokenizer, TruncationDirection};

use super::{EmbedError, vocabulary};

/// Bytes of text given to the tokenizer at once. It needs some 50 bytes of memory for each byte of text, so a
/// page of many megabytes goes through in chunks; each ends before white space, where no word piece spans.
const CHUNK_BYTES: usize = 64 << 10;

/// A tokenizer and the room that a model leaves it.
pub(super) struct WordPieces {
    tokenizer: Tokenizer,
    /// Word pieces of one text without the special ones around it.
    budget: usize,
}

/// Where a word piece stands in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordPiece {
    /// Bytes of the text, on character borders.
    pub bytes: Range<usize>,
    /// Whether a word begins here, so that the text can be cut before this piece and still be cut into the
    /// same pieces.
    pub starts_word: bool,
}

impl WordPieces {
    /// Reads a tokenizer.json, packed or not, for a model that takes `max_tokens` word pieces.
    pub fn load(file: &[u8], max_tokens: usize) -> Result<Self, EmbedError> {
        let unreadable = |error: tokenizers::Error| EmbedError::Tokenizer { reason: error.to_string() };
        let unpacked = vocabulary::unpack(file).map_err(|reason| EmbedError::Tokenizer { reason })?;
        let mut tokenizer = Tokenizer::from_bytes(unpacked.as_deref().unwrap_or(file)).map_err(unreadable)?;
        drop(unpacked);
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(unreadable)?;
        let special = tokenizer.encode("", true).map_err(unreadable)?.len();
        if special + 2 > max_tokens {
            let reason =
                format!("it puts {special} special word pieces around a text, the model takes {max_tokens}");
            return Err(EmbedError::Tokenizer { reason });
        }
        Ok(Self { tokenizer, budget: max_tokens - special })
    }

    /// Word pieces that one text may have, the special ones not counted.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Number of different word pieces. Cheap; ids may lie above it when the vocabulary has gaps.
    pub fn vocabulary(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// The largest id that a word piece can have. Copies the vocabulary.
    #[cfg(feature = "write")]
    pub fn largest_id(&self) -> Option<usize> {
        self.tokenizer.get_vocab(true).into_values().max().map(|id| id as usize)
    }

    /// Whether a word, whatever its case, is one word piece, and not the one for what is unknown.
    pub fn knows(&self, word: &str) -> Result<bool, EmbedError> {
        let encoding = self.encode(word)?;
        let [piece] = encoding.get_tokens() else { return Ok(false) };
        // Some tokenizers mark the beginning of a word.
        Ok(!word.is_empty() && piece.to_lowercase().ends_with(&word.to_lowercase()))
    }

    /// The ids of a text with the special ones around it, cut off where the model's room ends. Only the first
    /// 64 KiB of a text are looked at.
    pub fn ids(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let text = text.trim_start();
        let text = &text[..text.floor_char_boundary(CHUNK_BYTES)];
        let mut encoding = self.encode(text)?;
        encoding.truncate(self.budget, 0, TruncationDirection::Right);
        let encoding =
            self.tokenizer.post_process(encoding, None, true).map_err(|error| failure(text, error))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// The places of all word pieces of a text, in order. Time and memory grow linearly with the text.
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

    fn encode(&self, text: &str) -> Result<Encoding, EmbedError> {
        self.tokenizer.encode(text, false).map_err(|error| failure(text, error))
    }
}

fn failure(text: &str, error: tokenizers::Error) -> EmbedError {
    EmbedError::Tokenize { bytes: text.len(), reason: error.to_string() }
}

/// The first [`CHUNK_BYTES`] of `text` at most, up to the last white space within, or up to a character border
/// in text without any.
fn chunk(text: &str) -> &str {
    if text.len() <= CHUNK_BYTES {
        return text;
    }
    let longest = &text[..text.floor_char_boundary(CHUNK_BYTES)];
    match longest.rfind(char::is_whitespace) {
        Some(end) if end > 0 => &longest[..end],
        _ => longest,
    }
}
