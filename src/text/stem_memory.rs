//! [`StemMemory`]: what a build need not stem again.

use std::borrow::Cow;
use std::collections::HashMap;

/// Words beyond these are stemmed each time: some 2 MB, and nineteen of twenty words of a text.
const MAX_WORDS: usize = 1 << 14;

/// The stems of words as they stood in earlier texts of one language, and whether each is a stop word.
#[derive(Default)]
pub struct StemMemory {
    words: HashMap<Box<str>, (Box<str>, bool)>,
    /// That of the last word beyond [`MAX_WORDS`].
    beyond: String,
}

impl StemMemory {
    /// The stem of a word: a known one, or what `stem` gives.
    pub(super) fn stem<'f>(
        &mut self,
        word: &str,
        stem: impl FnOnce(&str) -> (Cow<'f, str>, bool),
    ) -> (&str, bool) {
        if !self.words.contains_key(word) {
            let (stem, stop) = stem(word);
            if self.words.len() >= MAX_WORDS {
                self.beyond.clear();
                self.beyond.push_str(&stem);
                return (&self.beyond, stop);
            }
            self.words.insert(word.into(), (stem.into(), stop));
        }
        let (stem, stop) = &self.words[word];
        (stem, *stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Analyzer;

    #[test]
    fn a_text_has_the_same_terms_with_a_memory() {
        let (analyzer, mut memory) = (Analyzer::default(), StemMemory::default());
        let texts = ["Threads are NOT threads, not ours", "colours of HashMap::new, threading", ""];
        for text in texts.iter().chain(&texts) {
            let (mut plain, mut remembered) = (Vec::new(), Vec::new());
            analyzer.terms(text, |term| plain.push((term.text.to_owned(), term.span, term.kind, term.stop)));
            analyzer.terms_by_memory(text, &mut memory, |term| {
                remembered.push((term.text.to_owned(), term.span, term.kind, term.stop));
            });
            assert_eq!(plain, remembered, "{text}");
        }
    }

    #[test]
    fn words_beyond_the_bound_are_stemmed_each_time() {
        let mut memory = StemMemory::default();
        for word in (0..MAX_WORDS + 2).map(|n| n.to_string()) {
            assert_eq!(memory.stem(&word, |word| (word.to_owned().into(), true)), (&*word, true));
        }
        assert_eq!(memory.words.len(), MAX_WORDS);
        assert_eq!(memory.stem("0", |_| ("other".into(), false)), ("0", true));
        let beyond = (MAX_WORDS + 1).to_string();
        assert_eq!(memory.stem(&beyond, |_| ("other".into(), false)), ("other", false));
    }
}
