//! Reads blocks of the spelling dictionary, and finds corrections and completions in them.
//!
//! Corrections are words of which a surface form is within a number of edits. A term is a stem, and an error may hide it or
//! change it ("thraeds" becomes "thra"), so what is typed is compared with each form as it stands on the pages.

use super::typing_distance::{Distances, EDIT, distance};
use crate::format::{Cursor, FormatError};
use crate::limits::MAX_TERM_BYTES;
use crate::text::{concat, cut};

/// A block of the spelling dictionary, in one of its two orders.
pub struct SpellingBlock {
    bytes: Vec<u8>,
    backward: bool,
}

/// Least characters of a term that may be the beginning or end of a name: `routebasepath` of `docsRouteBasePath`.
pub const MIN_NAME_PART: usize = 6;

/// Most characters of an ending behind a stem, by which a form and its stem end differently.
const MAX_ENDING: usize = 5;

/// A surface form: how many bytes of its term it drops, and its ending.
type Form<'a> = (usize, &'a str);

/// Takes a word: key, characters shared with the key before, document frequency, its forms.
type EachWord<'a> = dyn FnMut(&[char], usize, u32, &[Form<'_>]) + 'a;

/// A correction or completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpellingCandidate {
    /// The term as it stands in the term dictionary.
    pub term: String,
    /// Of its surface forms the one that is nearest to what was typed, the most frequent of equals; for a completion, the
    /// most frequent.
    pub surface: String,
    /// Sections with the term.
    pub document_frequency: u32,
    /// Distance between what was typed and the surface form, smaller for fewer edits, then for likelier ones; 0 for a
    /// completion.
    pub distance: u32,
}

impl SpellingCandidate {
    /// A candidate with the form that it is reached by.
    pub fn new(term: String, surface: String, document_frequency: u32) -> Self {
        SpellingCandidate { term, surface, document_frequency, distance: 0 }
    }

    /// Edits between what was typed and the surface form.
    pub fn edits(&self) -> u32 {
        self.distance / EDIT
    }
}

impl SpellingBlock {
    /// Wraps a decompressed block, which is checked when it is decoded.
    pub fn new(bytes: Vec<u8>, backward: bool) -> Self {
        SpellingBlock { bytes, backward }
    }

    /// Calls `each` for each word: its key (reversed in a backward block), the number of characters it shares with the
    /// key before, its document frequency, and its forms.
    // Not generic: three copies of the loop would be more code for every page to load.
    fn walk(&self, each: &mut EachWord<'_>) -> Result<(), FormatError> {
        let mut cursor = Cursor::new(&self.bytes);
        let mut key = String::new();
        let mut chars: Vec<char> = Vec::new();
        let mut forms: Vec<Form<'_>> = Vec::new();
        while cursor.remaining() > 0 {
            let shared = cursor.varint("shared bytes of a word")? as usize;
            let suffix = cursor.string("word")?;
            if shared > key.len() || !key.is_char_boundary(shared) || shared + suffix.len() > MAX_TERM_BYTES {
                return Err(FormatError::out_of_range(
                    "shared bytes of a word",
                    key.len() as u64,
                    shared as u64,
                ));
            }
            key.truncate(shared);
            let kept = key.chars().count();
            key.push_str(suffix);
            chars.truncate(kept);
            chars.extend(suffix.chars());
            let document_frequency = cursor.varint("document frequency")?;
            forms.clear();
            for _ in 0..cursor.varint("forms of a word")? {
                let dropped = cursor.varint("dropped bytes of a word")? as usize;
                forms.push((dropped, cursor.string("ending of a word")?));
            }
            if forms.is_empty() {
                forms.push((0, ""));
            }
            each(&chars, kept, document_frequency, &forms);
        }
        Ok(())
    }

    /// The term of a key.
    fn term(&self, key: &[char]) -> String {
        if self.backward { key.iter().rev().collect() } else { key.iter().collect() }
    }

    /// Appends all words with a form within `max_edits` of `typed`, and those that begin with `stem`, its term, or end with
    /// it in a backward block: from [`MIN_NAME_PART`] characters on, or if a dot ends it. Cost: the block's characters times the word's.
    ///
    /// # Errors
    /// A damaged block.
    pub fn near(
        &self,
        typed: &str,
        stem: &str,
        max_edits: u32,
        found: &mut Vec<SpellingCandidate>,
    ) -> Result<(), FormatError> {
        let typed: Vec<char> = typed.chars().collect();
        let [mut target, mut part] = [typed.clone(), stem.chars().collect()];
        if self.backward {
            target.reverse();
            part.reverse();
        }
        // Stems lack the endings of what is typed.
        let mut distances = Distances::new(&target, if self.backward { MAX_ENDING } else { 0 });
        let max = max_edits * EDIT + EDIT - 1;
        let is_part = part.len() >= MIN_NAME_PART || stem.ends_with('.');
        self.walk(&mut |key, kept, document_frequency, forms| {
            let whole = distances.to(key, kept, max_edits + 1);
            let may_be_near = whole.min(distances.to_prefix(key)) <= max;
            let has_part = is_part && key.starts_with(&part);
            if !may_be_near && !has_part {
                return;
            }
            let term = self.term(key);
            let mut nearest = SpellingCandidate {
                distance: u32::MAX,
                ..SpellingCandidate::new(term, String::new(), document_frequency)
            };
            for form in forms {
                let surface = surface(&nearest.term, *form);
                let distance = distance(&typed, &surface);
                if distance < nearest.distance {
                    nearest = SpellingCandidate { surface, distance, ..nearest };
                }
            }
            if has_part {
                // As good as the least likely error.
                nearest.distance = nearest.distance.min(2 * EDIT - 1);
            }
            if nearest.distance <= max {
                found.push(nearest);
            }
        })
    }

    /// Replaces `longest` by the longest term of a backward block that ends `word`, which is reversed too, and has at
    /// least `least` characters.
    ///
    /// # Errors
    /// A damaged block.
    pub fn ending(&self, word: &[char], least: usize, longest: &mut Vec<char>) -> Result<(), FormatError> {
        self.walk(&mut |key, _, _, _| {
            if key.len() >= least.max(longest.len() + 1) && word.starts_with(key) {
                longest.clear();
                longest.extend_from_slice(key);
            }
        })
    }

    /// Appends all words that begin with `prefix` (in a forward block): the term itself, or one of its surface forms, which
    /// go on where the stem ends, or otherwise ("mutability" of "mutabl").
    ///
    /// # Errors
    /// A damaged block.
    pub fn completions(&self, prefix: &str, found: &mut Vec<SpellingCandidate>) -> Result<(), FormatError> {
        let initial = prefix.chars().next();
        self.walk(&mut |key, _, document_frequency, forms| {
            if key.first().copied() == initial {
                let term = self.term(key);
                let mut surfaces = forms.iter().map(|form| surface(&term, *form));
                let begun = if term.starts_with(prefix) {
                    surfaces.next()
                } else {
                    surfaces.find(|it| it.starts_with(prefix))
                };
                if let Some(surface) = begun {
                    found.push(SpellingCandidate::new(term, surface, document_frequency));
                }
            }
        })
    }
}

/// A surface form of a term.
fn surface(term: &str, (dropped, ending): Form<'_>) -> String {
    let kept = term.len().saturating_sub(dropped);
    concat(&[cut(term, ..kept), ending])
}
