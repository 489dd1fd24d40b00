//! A site's own words that are looked up whole: names of several words, and words of scripts without blanks.

use std::ops::Range;

use super::cut;
use super::fold::{fold, fold_into};
use super::script::{is_mark, is_unspaced, is_word_char};
use crate::limits::MAX_TERM_BYTES;

/// Whole words, found by their first word, folded; in scripts without blanks, by their first character.
#[derive(Default)]
pub struct Dictionary {
    /// In the order of their first words; of those that begin alike, the longest first.
    entries: Vec<Entry>,
}

struct Entry {
    /// The whole, folded.
    text: String,
    /// Bytes before its first word: signs that belong to it (`.NET`).
    lead: usize,
    /// Bytes up to the end of its first word.
    first_end: usize,
}

impl Entry {
    fn first(&self) -> &str {
        cut(&self.text, self.lead..self.first_end)
    }
}

impl Dictionary {
    /// Words without a letter or digit, and longer ones than [`MAX_TERM_BYTES`], are left out.
    pub fn new(words: &[String]) -> Self {
        let mut entries: Vec<Entry> = words
            .iter()
            .filter_map(|word| {
                let text = fold(word);
                let lead = text.find(is_word_char).filter(|_| text.len() <= MAX_TERM_BYTES)?;
                let first_end = lead + first_length(cut(&text, lead..));
                Some(Entry { text, lead, first_end })
            })
            .collect();
        entries.sort_by(|a, b| a.first().cmp(b.first()).then(b.text.len().cmp(&a.text.len())));
        Dictionary { entries }
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The longest word whose first word stands in `text` at `at`, and its place there. Cost: a binary search, and one
    /// comparison for each word that begins alike; `buffer` is used for folding.
    pub fn find(&self, text: &str, at: usize, buffer: &mut String) -> Option<(&str, Range<usize>)> {
        let rest = cut(text, at..);
        buffer.clear();
        fold_into(cut(rest, ..first_length(rest)), buffer);
        let start = self.entries.partition_point(|entry| entry.first() < buffer.as_str());
        let behind = self.entries.get(start..).unwrap_or_default();
        let alike = behind.partition_point(|entry| entry.first() == buffer.as_str());
        behind.iter().take(alike).find_map(|entry| {
            let (lead, words) = (cut(&entry.text, ..entry.lead), cut(&entry.text, entry.lead..));
            if !cut(text, ..at).ends_with(lead) {
                return None;
            }
            let length = matched(words, rest, buffer)?;
            Some((entry.text.as_str(), at - lead.len()..at + length))
        })
    }
}

/// Bytes of the first word of a text that starts with one; in scripts without blanks, of its first character.
fn first_length(text: &str) -> usize {
    let unspaced = text.starts_with(is_unspaced);
    let ends = |(i, c): &(usize, char)| match (unspaced, is_mark(*c)) {
        (_, true) => false,
        (true, false) => *i > 0,
        (false, false) => is_unspaced(*c) || !is_word_char(*c),
    };
    text.char_indices().find(ends).map_or(text.len(), |(i, _)| i)
}

/// Bytes at the start of `text` that fold to `words`, up to the end of a word.
fn matched(words: &str, text: &str, buffer: &mut String) -> Option<usize> {
    let mut rest_of_words = words;
    let mut rest = text;
    while !rest_of_words.is_empty() {
        if rest.starts_with(char::is_whitespace) {
            rest_of_words = rest_of_words.strip_prefix(' ')?;
            rest = rest.trim_start();
            continue;
        }
        let first = rest.chars().next()?.len_utf8();
        let marks = cut(rest, first..).find(|c| !is_mark(c)).unwrap_or(rest.len() - first);
        buffer.clear();
        fold_into(cut(rest, ..first + marks), buffer);
        rest_of_words = rest_of_words.strip_prefix(buffer.as_str())?;
        rest = cut(rest, first + marks..);
    }
    let within = |c: char| is_word_char(c) && !is_unspaced(c);
    let cut = words.ends_with(within) && rest.starts_with(within);
    (!cut).then_some(text.len() - rest.len())
}
