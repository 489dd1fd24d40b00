//! The site's dictionary: words that are looked up whole, such as names of several words and words of scripts without
//! blanks.

use std::ops::Range;

use super::cut;
use super::fold::{fold, fold_into};
use super::script::{is_mark, is_unspaced, is_word_char};
use crate::limits::MAX_TERM_BYTES;

/// Whole words, found by their first word, folded; in scripts without blanks, by their first character.
///
/// Has its own simple hash table, which is enough for a few thousand words. The standard library's would add its hasher
/// and growth to the module that every page loads.
#[derive(Default)]
pub struct Dictionary {
    /// Entries by the hash of their first word, longest first. The number of buckets is a power of two.
    buckets: Vec<Vec<Entry>>,
}

struct Entry {
    /// The folded entry.
    text: String,
    /// Bytes of the signs before its first word (`.NET`).
    lead: usize,
}

impl Dictionary {
    /// Skips words without a letter or digit, and words longer than [`MAX_TERM_BYTES`].
    pub fn new(words: &[String]) -> Self {
        let mut dictionary = Dictionary::default();
        if !words.is_empty() {
            dictionary.buckets.resize_with(words.len().next_power_of_two(), Vec::new);
        }
        for word in words {
            let text = fold(word);
            let Some(lead) = text.find(is_word_char).filter(|_| text.len() <= MAX_TERM_BYTES) else {
                continue;
            };
            let bucket = dictionary.bucket(cut(&text, lead..lead + first_length(cut(&text, lead..))));
            let entries = &mut dictionary.buckets[bucket];
            if entries.iter().all(|known| known.text != text) {
                let place = entries.partition_point(|known| known.text.len() >= text.len());
                entries.insert(place, Entry { text, lead });
            }
        }
        dictionary
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The longest entry whose first word starts at `at` in `text`, and its range. Cost: one hash, and one comparison
    /// for each entry with the same first word; `buffer` is used for folding.
    pub fn find(&self, text: &str, at: usize, buffer: &mut String) -> Option<(&str, Range<usize>)> {
        let rest = cut(text, at..);
        buffer.clear();
        fold_into(cut(rest, ..first_length(rest)), buffer);
        self.buckets.get(self.bucket(buffer))?.iter().find_map(|entry| {
            let (lead, words) = (cut(&entry.text, ..entry.lead), cut(&entry.text, entry.lead..));
            if !cut(text, ..at).ends_with(lead) {
                return None;
            }
            let length = matched(words, rest, buffer)?;
            Some((entry.text.as_str(), at - lead.len()..at + length))
        })
    }

    /// The bucket of a folded first word, by FNV-1a.
    fn bucket(&self, first: &str) -> usize {
        let hash = first
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        // The upper bits are mixed better.
        (hash ^ hash >> 15) as usize & self.buckets.len().wrapping_sub(1)
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
