//! [`StemMemory`]: what a build need not stem again.

use std::borrow::Cow;
use std::collections::HashMap;

/// Words beyond these are stemmed each time: some 2 MB, and nineteen of twenty words of a text.
const MAX_WORDS: usize = 1 << 14;

/// The stems of words as they stood in earlier texts of one language, and whether each is a stop word.
#[derive(Default)]
pub struct StemMemory {
    numbers: HashMap<Box<str>, usize>,
    /// By the number of the word; behind [`MAX_WORDS`] that of the last word beyond.
    stems: Vec<(String, bool)>,
}

impl StemMemory {
    /// The stem of a word: a known one, or what `stem` gives.
    pub(super) fn stem<'f>(
        &mut self,
        word: &str,
        stem: impl FnOnce(&str) -> (Cow<'f, str>, bool),
    ) -> (&str, bool) {
        let number = self.numbers.get(word).copied().unwrap_or_else(|| {
            let (stem, stop) = stem(word);
            self.stems.truncate(MAX_WORDS);
            self.stems.push((stem.into_owned(), stop));
            let number = self.stems.len() - 1;
            if number < MAX_WORDS {
                self.numbers.insert(word.into(), number);
            }
            number
        });
        let (stem, stop) = &self.stems[number];
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
        assert_eq!(memory.numbers.len(), MAX_WORDS);
        assert_eq!(memory.stem("0", |_| ("other".into(), false)), ("0", true));
        let beyond = (MAX_WORDS + 1).to_string();
        assert_eq!(memory.stem(&beyond, |_| ("other".into(), false)), ("other", false));
    }
}
