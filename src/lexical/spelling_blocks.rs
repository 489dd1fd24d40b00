//! Reads blocks of the spelling dictionary, and finds corrections and completions in them.
//!
//! Corrections are words within a number of edits (insertion, deletion, substitution, transposition). The words of a
//! block are sorted, and neighbours share prefixes: [`Distances`] keeps one row of the edit matrix for each character
//! and recomputes only the rows that differ from the word before. This equals running a Levenshtein automaton over a
//! trie, without the automaton's tables.

use crate::format::{Cursor, FormatError};
use crate::limits::MAX_TERM_BYTES;

/// A block of the spelling dictionary, in one of its two orders.
pub struct SpellingBlock {
    bytes: Vec<u8>,
    backward: bool,
}

/// Takes a word: key, characters shared with the key before, document frequency, bytes dropped, ending.
type EachWord<'a> = dyn FnMut(&[char], usize, u32, u32, &str) + 'a;

/// A correction or completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpellingCandidate {
    /// The term as it stands in the term dictionary.
    pub term: String,
    /// Its most frequent surface form.
    pub surface: String,
    /// Sections with the term.
    pub document_frequency: u32,
    /// Edits between what was typed and the term; 0 for a completion.
    pub edits: u32,
}

impl SpellingBlock {
    /// Wraps a decompressed block, which is checked when it is decoded.
    pub fn new(bytes: Vec<u8>, backward: bool) -> Self {
        SpellingBlock { bytes, backward }
    }

    /// Calls `each` for each word: its key (reversed in a backward block), the number of characters it shares with the
    /// key before, its document frequency, and the bytes for [`Self::candidate`].
    // Not generic: three copies of the loop would be more code for every page to load.
    fn walk(&self, each: &mut EachWord<'_>) -> Result<(), FormatError> {
        let mut cursor = Cursor::new(&self.bytes);
        let mut key = String::new();
        let mut chars: Vec<char> = Vec::new();
        while cursor.remaining() > 0 {
            let shared = cursor.varint("shared bytes of a word")? as usize;
            let suffix = cursor.string("word")?;
            if shared > key.len() || !key.is_char_boundary(shared) || shared + suffix.len() > MAX_TERM_BYTES {
                return Err(FormatError::OutOfRange {
                    what: "shared bytes of a word",
                    at_most: key.len() as u64,
                    found: shared as u64,
                });
            }
            key.truncate(shared);
            let kept = key.chars().count();
            key.push_str(suffix);
            chars.truncate(kept);
            chars.extend(suffix.chars());
            let document_frequency = cursor.varint("document frequency")?;
            let dropped = cursor.varint("dropped bytes of a word")?;
            let ending = if dropped > 0 { cursor.string("ending of a word")? } else { "" };
            each(&chars, kept, document_frequency, dropped, ending);
        }
        Ok(())
    }

    fn candidate(
        &self,
        key: &[char],
        document_frequency: u32,
        dropped: u32,
        ending: &str,
        edits: u32,
    ) -> SpellingCandidate {
        let term: String = if self.backward { key.iter().rev().collect() } else { key.iter().collect() };
        let mut surface = term.clone();
        if let Some(dropped) = dropped.checked_sub(1) {
            let kept = term.len().saturating_sub(dropped as usize);
            surface.truncate(if term.is_char_boundary(kept) { kept } else { 0 });
            surface.push_str(ending);
        }
        SpellingCandidate { term, surface, document_frequency, edits }
    }

    /// Appends all words within `max_edits` of `word`, which is reversed in a backward block, and all that begin with it,
    /// or end with it there. In a forward block, also those within `max_edits` of a prefix of `word`, since a mistake in
    /// an ending hides the stem ("conversiin" is three edits from "convers"). Cost: the block's characters times the
    /// word's.
    ///
    /// # Errors
    /// A damaged block.
    pub fn near(
        &self,
        word: &[char],
        max_edits: u32,
        found: &mut Vec<SpellingCandidate>,
    ) -> Result<(), FormatError> {
        let mut distances = Distances::new(word);
        self.walk(&mut |key, kept, document_frequency, dropped, ending| {
            let edits = distances.to(key, kept, max_edits);
            let is_near = edits <= max_edits || !self.backward && distances.to_prefix(key) <= max_edits;
            if is_near || key.starts_with(word) {
                found.push(self.candidate(key, document_frequency, dropped, ending, edits));
            }
        })
    }

    /// Replaces `longest` by the longest term of a backward block that ends `word`, which is reversed too, and has at
    /// least `least` characters.
    ///
    /// # Errors
    /// A damaged block.
    pub fn ending(&self, word: &[char], least: usize, longest: &mut Vec<char>) -> Result<(), FormatError> {
        self.walk(&mut |key, _, _, _, _| {
            if key.len() >= least.max(longest.len() + 1) && word.starts_with(key) {
                longest.clear();
                longest.extend_from_slice(key);
            }
        })
    }

    /// Appends all words that begin with `prefix` (in a forward block): the term itself, or its surface form, which
    /// continues where the stem ends.
    ///
    /// # Errors
    /// A damaged block.
    pub fn completions(&self, prefix: &str, found: &mut Vec<SpellingCandidate>) -> Result<(), FormatError> {
        let initial = prefix.chars().next();
        self.walk(&mut |key, _, document_frequency, dropped, ending| {
            if key.first().copied() == initial {
                let candidate = self.candidate(key, document_frequency, dropped, ending, 0);
                if candidate.term.starts_with(prefix) || candidate.surface.starts_with(prefix) {
                    found.push(candidate);
                }
            }
        })
    }
}

/// Edit distances (optimal string alignment: a transposition is one edit) from one word to many in sorted order.
struct Distances<'a> {
    target: &'a [char],
    /// One row for each character of the key, and one for the empty key; `target.len() + 1` numbers each.
    rows: Vec<u32>,
    /// Number of rows valid for the last key; fewer than its length if the computation stopped early.
    valid: usize,
}

impl<'a> Distances<'a> {
    fn new(target: &'a [char]) -> Self {
        let rows = (0..=target.len() as u32).collect();
        Distances { target, rows, valid: 0 }
    }

    /// The distance to `key`, which shares its first `kept` characters with the key before. Stops with a value above
    /// `max` once the distance must exceed it.
    fn to(&mut self, key: &[char], kept: usize, max: u32) -> u32 {
        let width = self.target.len() + 1;
        self.valid = self.valid.min(kept);
        self.rows.resize((key.len() + 1) * width, 0);
        for i in self.valid..key.len() {
            let row = (i + 1) * width;
            self.rows[row] = i as u32 + 1;
            let mut least = self.rows[row];
            for j in 1..width {
                let differs = u32::from(key[i] != self.target[j - 1]);
                let mut edits = (self.rows[row - width + j - 1] + differs)
                    .min(self.rows[row - width + j] + 1)
                    .min(self.rows[row + j - 1] + 1);
                if i > 0 && j > 1 && key[i] == self.target[j - 2] && key[i - 1] == self.target[j - 1] {
                    edits = edits.min(self.rows[row - 2 * width + j - 2] + 1);
                }
                self.rows[row + j] = edits;
                least = least.min(edits);
            }
            self.valid = i + 1;
            // A transposition reaches back two rows, so one row beyond the limit is not enough to stop.
            let before = self.rows[row - width..row].iter().copied().min().unwrap_or(0);
            if least > max && before > max {
                return max + 1;
            }
        }
        self.rows[key.len() * width + width - 1]
    }

    /// The least distance between `key`, the last one given to [`Self::to`], and a prefix of the word.
    fn to_prefix(&self, key: &[char]) -> u32 {
        let width = self.target.len() + 1;
        let row = key.len() * width;
        if self.valid < key.len() {
            return u32::MAX;
        }
        self.rows[row..row + width].iter().copied().min().unwrap_or(u32::MAX)
    }
}

/// Optimal string alignment distance of two words. Cost: the product of their lengths.
pub fn edit_distance(a: &str, b: &str) -> u32 {
    let [target, key] = [a, b].map(|word| word.chars().collect::<Vec<char>>());
    Distances::new(&target).to(&key, 0, u32::MAX - 1)
}

/// Edits that are tolerated in a word of so many characters, as Elasticsearch's `AUTO`: none up to 2, one for 3 to 5,
/// two for more.
pub fn auto_edits(chars: usize) -> u32 {
    match chars {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpositions_count_once() {
        for (typed, word, expected) in [
            ("thread", "thread", 0),
            ("thraed", "thread", 1),
            ("thred", "thread", 1),
            ("threadd", "thread", 1),
            ("htread", "thread", 1),
            ("threda", "thread", 1),
            ("tread", "thread", 1),
            ("trhaed", "thread", 2),
            ("", "abc", 3),
            ("ca", "abc", 3),
        ] {
            let [target, key] = [typed, word].map(|word| word.chars().collect::<Vec<char>>());
            assert_eq!(Distances::new(&target).to(&key, 0, 9), expected, "{typed} {word}");
        }
    }

    #[test]
    fn shared_prefixes_do_not_change_distances() {
        let words = ["borrow", "borrowck", "bottom", "thread", "threads", "tree"];
        for typed in ["borow", "thraeds", "bttom", "x", "treee"] {
            let typed_chars: Vec<char> = typed.chars().collect();
            let mut kept_rows = Distances::new(&typed_chars);
            let mut before: Vec<char> = Vec::new();
            for word in words {
                let key: Vec<char> = word.chars().collect();
                let kept = key.iter().zip(&before).take_while(|(a, b)| a == b).count();
                let alone = Distances::new(&typed_chars).to(&key, 0, 2);
                assert_eq!(kept_rows.to(&key, kept, 2).min(3), alone.min(3), "{typed} {word}");
                before = key;
            }
        }
    }
}
