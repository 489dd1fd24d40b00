//! [`WordPieces`]: splits text into word pieces, as in training (WordPiece, Wu et al. 2016, for BERT-type models).
//!
//! The parts that do so are those of the tokenizers crate. Its `Tokenizer`, which reads a tokenizer.json of any kind, has half
//! a megabyte of code that no page needs. So `layout` is the form of what these parts need, and `json` (write side) makes it
//! from a tokenizer.json.

#[cfg(feature = "import")]
mod json;
mod layout;
mod templates;
#[cfg(test)]
#[cfg(feature = "import")]
mod tests;

#[cfg(feature = "import")]
pub use json::pack;

use tokenizers::models::wordpiece::WordPiece as Model;
use tokenizers::normalizer::Range;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::tokenizer::{
    Encoding, Model as _, NormalizedString, Normalizer, OffsetType, PreTokenizedString, PreTokenizer, Token,
};

use super::EmbedError;
use super::word_piece::{self, CHUNK_BYTES, WordPiece, chunk};
use layout::{Normalization, Parts};

/// A tokenizer, and the limit of the model.
pub(super) struct WordPieces {
    normalizer: BertNormalizer,
    model: Model,
    /// Without pieces.
    parts: Parts,
    /// Number of different pieces.
    vocabulary: usize,
    largest_id: Option<usize>,
    /// Maximum word pieces of one text, without special pieces.
    budget: usize,
    max_tokens: usize,
}

impl WordPieces {
    /// Reads a tokenizer in the form of [`layout`], for a model that takes `max_tokens` word pieces.
    ///
    /// # Errors
    /// The file is damaged, or the special pieces leave no room for a text.
    pub fn load(file: &[u8], max_tokens: usize) -> Result<Self, EmbedError> {
        let unusable = |reason: String| EmbedError::Tokenizer { reason };
        let mut parts = layout::read(file).map_err(unusable)?;
        let special: usize = parts.single.iter().map(Vec::len).sum();
        if special + 2 > max_tokens {
            return Err(unusable(format!(
                "it puts {special} special word pieces around a text, the model takes {max_tokens}"
            )));
        }
        let Normalization { cleans, spaces_han, strips_accents, lowercases } = parts.normalization;
        let pieces = std::mem::take(&mut parts.pieces);
        let unknown = pieces[parts.unknown as usize].clone();
        let ids = pieces.into_iter().zip(0..).filter(|(piece, _)| !piece.is_empty());
        let vocabulary: ahash::AHashMap<String, u32> = ids.collect();
        let own = parts.special.iter().filter(|(text, _)| !vocabulary.contains_key(text)).count();
        let largest_id =
            vocabulary.values().chain(parts.special.iter().map(|(_, id)| id)).max().map(|id| *id as usize);
        Ok(Self {
            normalizer: BertNormalizer::new(cleans, spaces_han, Some(strips_accents), lowercases),
            vocabulary: vocabulary.len() + own,
            largest_id,
            model: Model::builder()
                .vocab(vocabulary)
                .unk_token(unknown)
                .continuing_subword_prefix(parts.prefix.clone())
                .max_input_chars_per_word(parts.max_characters)
                .build()
                .map_err(|error| unusable(error.to_string()))?,
            parts,
            budget: max_tokens - special,
            max_tokens,
        })
    }

    /// Maximum word pieces, without special pieces, of a text that shall have at most `length` with them.
    pub fn budget_of(&self, length: usize) -> usize {
        let special = self.max_tokens - self.budget;
        self.budget.min(length.saturating_sub(special))
    }

    /// Number of different word pieces. Ids may be larger if the vocabulary has gaps.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// The largest id of a word piece.
    pub fn largest_id(&self) -> Option<usize> {
        self.largest_id
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
        let [before, after] = &self.parts.single;
        Ok([before, &self.first(text, self.budget)?[..], after].concat())
    }

    /// The ids of a query and a text with special pieces around them, and their types: 0 for the query, 1 for the text.
    /// Truncates the query to half of the model's limit, then the text to what is left.
    pub fn pair(&self, query: &str, text: &str) -> Result<(Vec<u32>, Vec<u32>), EmbedError> {
        let layout::Pair { types: [of_query, of_text], around: [before, between, behind] } = &self.parts.pair;
        let budget = self.max_tokens.saturating_sub(before.len() + between.len() + behind.len());
        let query = self.first(query, budget / 2)?;
        let text = self.first(text, budget - query.len())?;
        let of = |ids: Vec<u32>, kind: u32| ids.into_iter().map(move |id| (id, kind));
        let all = before.iter().copied().chain(of(query, *of_query)).chain(between.iter().copied());
        Ok(all.chain(of(text, *of_text)).chain(behind.iter().copied()).unzip())
    }

    /// The first ids of a text, without special pieces around them.
    fn first(&self, text: &str, at_most: usize) -> Result<Vec<u32>, EmbedError> {
        let text = text.trim_start();
        let encoding = self.encode(&text[..text.floor_char_boundary(CHUNK_BYTES)])?;
        Ok(encoding.get_ids().iter().copied().take(at_most).collect())
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
        self.encoded(text)
            .map_err(|error| EmbedError::Tokenize { bytes: text.len(), reason: error.to_string() })
    }

    /// In the order of the crate's `Tokenizer`.
    fn encoded(&self, text: &str) -> tokenizers::Result<Encoding> {
        let mut text = PreTokenizedString::from(text);
        text.split(|_, text| Ok(self.split_special(&text)))?;
        text.normalize(|text| self.normalizer.normalize(text))?;
        BertPreTokenizer.pre_tokenize(&mut text)?;
        text.tokenize(|word| self.model.tokenize(word.get()))?;
        text.into_encoding(None, 0, OffsetType::Byte)
    }

    /// The special pieces of a text, the leftmost and longest first, and what is between them.
    fn split_special(&self, text: &NormalizedString) -> Vec<(NormalizedString, Option<Vec<Token>>)> {
        let written = text.get();
        let mut split = Vec::new();
        let mut part = |bytes: std::ops::Range<usize>, id: Option<u32>| {
            let tokens =
                id.map(|id| vec![Token::new(id, written[bytes.clone()].to_owned(), (0, bytes.len()))]);
            split.extend(text.slice(Range::Normalized(bytes)).map(|part| (part, tokens)));
        };
        let (mut done, mut at) = (0, 0);
        while let Some(letter) = written[at..].chars().next() {
            let starting =
                self.parts.special.iter().filter(|(special, _)| written[at..].starts_with(special));
            match starting.max_by_key(|(special, _)| special.len()) {
                Some((special, id)) => {
                    part(done..at, None);
                    part(at..at + special.len(), Some(*id));
                    at += special.len();
                    done = at;
                }
                None => at += letter.len_utf8(),
            }
        }
        part(done..written.len(), None);
        split
    }
}
