//! [`Unigram`]: splits text into the pieces of a unigram model (Kudo 2018), as SentencePiece and XLM-R do.
//!
//! - `normalize` replaces characters, `words` splits at spaces, `pieces` finds the likeliest pieces of a word.
//! - `layout` is the form of all of this in a file, which `packed` reads. It is what an index contains and what a browser
//!   loads: a quarter of a megabyte of code and a second of work less than tokenizer.json and the tokenizers crate.
//! - `json` (write side) makes that form from a tokenizer.json, whose normalisation `charsmap` reads.
//!
//! Natively and in a browser, this code gives the pieces. Tests compare them with those of the tokenizers crate.

#[cfg(feature = "import")]
mod charsmap;
#[cfg(feature = "import")]
mod json;
mod layout;
mod normalize;
mod packed;
mod pieces;
#[cfg(test)]
#[cfg(all(feature = "word-pieces", feature = "import"))]
mod tests;
mod words;

#[cfg(feature = "import")]
pub(super) use json::pack;
pub(crate) use layout::{Parts, Prefix, Special, Template, write};

use super::EmbedError;
use super::word_piece::{self, CHUNK_BYTES, WordPiece, chunk};
use pieces::Pieces;
use words::Splitter;

/// A tokenizer, and the limit of the model.
pub(super) struct Unigram {
    splitter: Splitter,
    pieces: Pieces,
    template: Template,
    /// One more than the largest id.
    vocabulary: usize,
    /// Maximum pieces of one text, without special pieces.
    budget: usize,
}

/// A piece of a text.
struct Found {
    id: u32,
    piece: WordPiece,
}

impl Unigram {
    /// Reads a tokenizer in the form of [`layout`], for a model that takes `max_tokens` pieces.
    ///
    /// # Errors
    /// The file is damaged, or the special pieces leave no room for a text.
    pub fn load(file: &[u8], max_tokens: usize) -> Result<Self, EmbedError> {
        let tokenizer = |reason: String| EmbedError::Tokenizer { reason };
        let (splitter, pieces, template) = packed::read(file).map_err(tokenizer)?;
        let special = template.before.len() + template.after.len();
        if special + 2 > max_tokens {
            return Err(tokenizer(format!(
                "it puts {special} special pieces around a text, the model takes {max_tokens}"
            )));
        }
        let of_special = splitter.special.iter().map(|special| special.id);
        let ids = template.before.iter().chain(&template.after).copied().chain(of_special);
        let vocabulary = ids.map(|id| id as usize + 1).max().unwrap_or(0).max(pieces.len());
        Ok(Self { splitter, pieces, template, vocabulary, budget: max_tokens - special })
    }

    /// Maximum pieces, without special pieces, of a text that shall have at most `length` with them.
    pub fn budget_of(&self, length: usize) -> usize {
        let special = self.template.before.len() + self.template.after.len();
        self.budget.min(length.saturating_sub(special))
    }

    /// Number of ids: one more than the largest.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// The largest id of a piece.
    pub fn largest_id(&self) -> Option<usize> {
        self.vocabulary.checked_sub(1)
    }

    /// Whether a word, in any case, is one piece other than the unknown one.
    pub fn knows(&self, word: &str) -> Result<bool, EmbedError> {
        let found = self.encode(word);
        let [piece] = &found[..] else { return Ok(false) };
        let text = self.pieces.text(piece.id).to_lowercase();
        Ok(!word.is_empty() && text.ends_with(&word.to_lowercase()))
    }

    /// The ids of a text with special pieces around them, truncated to the model's limit. Reads only the first 64 KiB
    /// of the text.
    pub fn ids(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let text = text.trim_start();
        let found = self.encode(&text[..text.floor_char_boundary(CHUNK_BYTES)]);
        let within = found.iter().take(self.budget).map(|piece| piece.id);
        let Template { before, after } = &self.template;
        Ok(before.iter().copied().chain(within).chain(after.iter().copied()).collect())
    }

    /// Cross-encoders have word pieces.
    pub fn pair(&self, _: &str, _: &str) -> Result<(Vec<u32>, Vec<u32>), EmbedError> {
        let reason = "a cross-encoder with word pieces expected, one with unigram pieces found".to_owned();
        Err(EmbedError::Tokenizer { reason })
    }

    /// The locations of all pieces of a text, in order. Time and memory: linear in the text.
    pub fn pieces(&self, text: &str) -> Result<Vec<WordPiece>, EmbedError> {
        let mut pieces = Vec::with_capacity(text.len() / 4);
        let mut start = 0;
        while start < text.len() {
            let chunk = chunk(&text[start..]);
            pieces.extend(self.encode(chunk).into_iter().map(|Found { piece, .. }| WordPiece {
                bytes: start + piece.bytes.start..start + piece.bytes.end,
                ..piece
            }));
            start += chunk.len();
        }
        Ok(pieces)
    }

    /// Number of pieces of a text, without special pieces. An unknown word counts by its bytes.
    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        Ok(word_piece::count(&self.pieces(text)?))
    }

    fn encode(&self, text: &str) -> Vec<Found> {
        let mut found = Vec::new();
        self.splitter.split(text, &mut |word| match word {
            words::Part::Special { id, bytes } => {
                found.push(Found { id, piece: WordPiece { bytes, starts_word: true } });
            }
            words::Part::Word(word) => {
                let (mut byte, mut char) = (0, 0);
                self.pieces.best(&word.text, &mut |id, end| {
                    let chars = char..char + word.text[byte..end].chars().count();
                    (byte, char) = (end, chars.end);
                    found.push(Found { id, piece: word.piece(text, chars) });
                });
            }
        });
        found
    }
}
