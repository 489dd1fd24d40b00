//! The terms that texts are searched for, and which words need not be looked at for them.

use super::analyze::{Analyzer, Cutter, Term};
use super::english::may_have_stem;

/// Terms that texts are searched for.
pub struct TermMatcher<'a> {
    analyzer: &'a Analyzer,
    terms: Vec<&'a str>,
    /// A bit for each letter and digit of ASCII that one of them begins with, by its last five bits.
    initials: u32,
    /// Those that stay as they are when they are stemmed, but for stop words.
    own_stems: Vec<&'a str>,
}

impl<'a> TermMatcher<'a> {
    /// Prepares a search for `terms`; the cost is that of stemming them.
    pub fn new(analyzer: &'a Analyzer, terms: Vec<&'a str>) -> Self {
        let initials = terms.iter().filter_map(|term| term.bytes().next());
        let initials = initials.fold(0, |initials, byte| initials | 1 << (byte & 31));
        let stays =
            |term: &&str| analyzer.stemming.stem(term, term) == *term && !analyzer.stop_words.contains(term);
        let own_stems = terms.iter().copied().filter(stays).collect();
        TermMatcher { analyzer, terms, initials, own_stems }
    }

    /// Does what [`Analyzer::terms`] does, but leaves out most of the terms that are not wanted, which saves their
    /// stemming.
    pub fn terms_in(&self, text: &str, mut each: impl FnMut(Term<'_>)) {
        Cutter::new(self.analyzer, text, Some(self), &mut each).run();
    }

    /// The term that a word is, if that is told without stemming it.
    pub(super) fn as_it_is(&self, word: &str) -> Option<&'a str> {
        self.own_stems.iter().find(|stem| **stem == word).copied()
    }

    /// Whether one of the terms may be the stem of a word, or a longer one of the dictionary that begins with it: in
    /// English, told by how they begin.
    pub(super) fn may_come_from(&self, word: &[u8]) -> bool {
        let initial = word.first().copied().unwrap_or(0);
        // The stemmer drops an apostrophe in front, which a word keeps behind scripts without blanks.
        initial == b'\''
            // Capitals and small letters have the same last five bits.
            || self.initials >> (initial & 31) & 1 == 1
                && self.terms.iter().any(|term| {
                    may_have_stem(word, term.as_bytes()) || term.as_bytes().starts_with(word)
                })
            || !self.analyzer.stemming.is_english(word)
    }
}
