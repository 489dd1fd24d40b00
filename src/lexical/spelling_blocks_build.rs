//! Writes the spelling dictionary, for corrections and completions.

use std::sync::Arc;

use rayon::prelude::*;

use super::layout::KeyedBlock;
use crate::format::{Writer, shared_prefix};
use crate::limits::MAX_TERM_BYTES;
use crate::text::is_unspaced;

/// Target size of a block before compression: about a thousand words.
const SPELLING_BLOCK_BYTES: usize = 8 << 10;

/// Minimum characters of a word; shorter words are never corrections.
const MIN_WORD_CHARS: usize = 3;

/// A word of the dictionary.
pub(super) struct SpelledWord {
    pub word: Arc<str>,
    pub document_frequency: u32,
    /// Its surface forms, the most frequent ones first; none if the only one is the term itself.
    pub forms: Vec<Arc<str>>,
}

/// The words twice: sorted by prefix and by suffix.
#[derive(Default)]
pub struct SpellingBlocks {
    /// Sorted forward.
    pub forward: Vec<KeyedBlock>,
    /// Sorted backward; keys are reversed words.
    pub backward: Vec<KeyedBlock>,
}

/// Whether a term can be a correction: it contains letters, and its script has spaces between words.
pub fn is_spellable(term: &str) -> bool {
    term.len() <= MAX_TERM_BYTES
        && term.chars().count() >= MIN_WORD_CHARS
        && term.chars().any(char::is_alphabetic)
        && !term.chars().any(is_unspaced)
}

/// Writes the blocks of both orders.
pub(super) fn write_spelling(words: &[SpelledWord]) -> SpellingBlocks {
    let forward: Vec<(&str, &SpelledWord)> = words.iter().map(|word| (&*word.word, word)).collect();
    let forward = write(&forward);
    let mut backward: Vec<(String, &SpelledWord)> =
        words.iter().map(|word| (word.word.chars().rev().collect(), word)).collect();
    backward.par_sort_unstable_by(|a, b| a.0.cmp(&b.0));
    SpellingBlocks { forward, backward: write(&backward) }
}

fn write(words: &[(impl AsRef<str>, &SpelledWord)]) -> Vec<KeyedBlock> {
    let mut blocks = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let mut writer = Writer::new();
        let mut before = "";
        let mut count = 0;
        while let Some((key, word)) = rest.get(count).filter(|_| writer.len() < SPELLING_BLOCK_BYTES) {
            writer.front_coded(before, key.as_ref());
            writer.varint(word.document_frequency);
            writer.varint(word.forms.len() as u32);
            for form in &word.forms {
                let kept = shared_prefix(&word.word, form);
                writer.varint((word.word.len() - kept) as u32);
                writer.string(&form[kept..]);
            }
            before = key.as_ref();
            count += 1;
        }
        let (first, last) = (rest[0].0.as_ref().to_owned(), before.to_owned());
        blocks.push(KeyedBlock { first, last, bytes: writer.finish() });
        rest = &rest[count..];
    }
    blocks
}
