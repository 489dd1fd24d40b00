//! [`AnyTokens`]: word pieces or unigram pieces, by what a tokenizer file says.

use super::unigram::Unigram;
use super::word_piece::WordPiece;
use super::word_pieces::WordPieces;
use super::{EmbedError, UNIGRAM_MAGIC};

/// Either tokenizer. Its methods are those of [`WordPieces`].
#[allow(clippy::large_enum_variant, reason = "there is one for each model")]
pub(super) enum AnyTokens {
    WordPieces(WordPieces),
    Unigram(Unigram),
}

impl AnyTokens {
    /// Reads the file of a tokenizer, which [`super::import`] has made.
    pub fn load(file: &[u8], max_tokens: usize) -> Result<Self, EmbedError> {
        if file.starts_with(UNIGRAM_MAGIC) {
            return Ok(Self::Unigram(Unigram::load(file, max_tokens)?));
        }
        Ok(Self::WordPieces(WordPieces::load(file, max_tokens)?))
    }

    pub fn budget_of(&self, length: usize) -> usize {
        match self {
            Self::WordPieces(tokens) => tokens.budget_of(length),
            Self::Unigram(tokens) => tokens.budget_of(length),
        }
    }

    pub fn vocabulary(&self) -> usize {
        match self {
            Self::WordPieces(tokens) => tokens.vocabulary(),
            Self::Unigram(tokens) => tokens.vocabulary(),
        }
    }

    pub fn largest_id(&self) -> Option<usize> {
        match self {
            Self::WordPieces(tokens) => tokens.largest_id(),
            Self::Unigram(tokens) => tokens.largest_id(),
        }
    }

    pub fn knows(&self, word: &str) -> Result<bool, EmbedError> {
        match self {
            Self::WordPieces(tokens) => tokens.knows(word),
            Self::Unigram(tokens) => tokens.knows(word),
        }
    }

    pub fn ids(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        match self {
            Self::WordPieces(tokens) => tokens.ids(text),
            Self::Unigram(tokens) => tokens.ids(text),
        }
    }

    pub fn pair(&self, query: &str, text: &str) -> Result<(Vec<u32>, Vec<u32>), EmbedError> {
        match self {
            Self::WordPieces(tokens) => tokens.pair(query, text),
            Self::Unigram(tokens) => tokens.pair(query, text),
        }
    }

    pub fn pieces(&self, text: &str) -> Result<Vec<WordPiece>, EmbedError> {
        match self {
            Self::WordPieces(tokens) => tokens.pieces(text),
            Self::Unigram(tokens) => tokens.pieces(text),
        }
    }

    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        match self {
            Self::WordPieces(tokens) => tokens.count(text),
            Self::Unigram(tokens) => tokens.count(text),
        }
    }
}
