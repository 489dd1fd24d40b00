//! Finds given terms in texts, and skips words that cannot match without stemming them.

use super::analyze::{Analyzer, Term};
use super::cutter::Cutter;
use super::english::may_have_stem;

/// A set of terms to find in texts.
pub struct TermMatcher<'a> {
    analyzer: &'a Analyzer,
    terms: Vec<&'a str>,
    /// Bit `byte & 31` is set for each first byte of a term.
    initials: u32,
    /// Terms that equal their own stem and are no stop words.
    own_stems: Vec<&'a str>,
}

impl<'a> TermMatcher<'a> {
    /// Prepares to match `terms`. Cost: stems each of them.
    pub fn new(analyzer: &'a Analyzer, terms: Vec<&'a str>) -> Self {
        let initials = terms.iter().filter_map(|term| term.bytes().next());
        let initials = initials.fold(0, |initials, byte| initials | 1 << (byte & 31));
        let stays =
            |term: &&str| analyzer.stemming.stem(term, term) == *term && !analyzer.stop_words.contains(term);
        let own_stems = terms.iter().copied().filter(stays).collect();
        TermMatcher { analyzer, terms, initials, own_stems }
    }

    /// Like [`Analyzer::terms`], but skips most terms that do not match, which saves their stemming.
    pub fn terms_in(&self, text: &str, mut each: impl FnMut(Term<'_>)) {
        Cutter::new(self.analyzer, text, Some(self), &mut each).run();
    }

    /// The term that equals `word` and its stem, if there is one; needs no stemming.
    pub(super) fn as_it_is(&self, word: &str) -> Option<&'a str> {
        self.own_stems.iter().find(|stem| **stem == word).copied()
    }

    /// Whether a term may be the stem of `word`, or a dictionary entry that begins with it. In English, decided by
    /// their beginnings.
    pub(super) fn may_come_from(&self, word: &[u8]) -> bool {
        let initial = word.first().copied().unwrap_or(0);
        // The stemmer drops a leading apostrophe; words after unspaced scripts keep it.
        initial == b'\''
            // Upper and lower case of a letter share the last five bits.
            || self.initials >> (initial & 31) & 1 == 1
                && self.terms.iter().any(|term| {
                    may_have_stem(word, term.as_bytes()) || term.as_bytes().starts_with(word)
                })
            || !self.analyzer.stemming.is_english(word)
    }
}
