//! [`Analyzer`]: what turns text into terms, and what a term is.

use std::borrow::Cow;
use std::ops::Range;

use super::analyzer_settings::AnalyzerSettings;
use super::cutter::Cutter;
use super::dictionary::Dictionary;
use super::fold::fold_into;
use super::language::{Language, Stemming};
use super::query_phrases::QueryPhrases;
use super::stem_memory::StemMemory;
use super::stopwords::StopWords;

/// The role of a term in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A plain word, stemmed.
    Word,
    /// A whole name of several words or subwords, folded but not stemmed.
    Whole,
    /// A word or subword of a name that is also a term as a whole, stemmed.
    Part,
    /// An operator or other symbols that stand alone.
    Sign,
}

/// One term of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// The term as it stands in the term dictionary.
    pub text: &'a str,
    /// Its byte range in the analyzed text.
    pub span: Range<usize>,
    /// Its role in the text.
    pub kind: TermKind,
    /// Whether it is a stop word of the language.
    pub stop: bool,
}

/// Splits text into terms, in the same way for documents and queries.
///
/// A name gives a term as a whole and one for each of its words, so that `HashMap::new`, `hashmap` and `new hash map`
/// all find `HashMap::new`. Words are stemmed by the language's Snowball stemmer and folded (case, accents). Scripts
/// without spaces between words, and Hangul, give overlapping pairs of characters. Operators that stand alone are
/// terms; ordinary punctuation is one only if the text has nothing else.
/// ```
/// let mut terms = Vec::new();
/// docfuse::text::Analyzer::default().terms("joining HashMaps", |term| terms.push(term.text.to_owned()));
/// assert_eq!(terms, ["join", "hashmap", "hash", "map"]);
/// ```
pub struct Analyzer {
    pub(super) language: Language,
    pub(super) stemming: Stemming,
    pub(super) stop_words: StopWords,
    pub(super) dictionary: Dictionary,
    pub(super) min_term_length: usize,
}

impl Default for Analyzer {
    fn default() -> Self {
        Analyzer::new(&AnalyzerSettings::default())
    }
}

impl Analyzer {
    /// Prepares an analyzer. Cost: folds the dictionary.
    pub fn new(settings: &AnalyzerSettings) -> Self {
        Analyzer {
            language: settings.language,
            stemming: Stemming::new(settings.language),
            stop_words: StopWords::new(settings.language, &settings.text),
            dictionary: Dictionary::new(&settings.dictionary),
            min_term_length: settings.text.min_term_length as usize,
        }
    }

    /// An analyzer whose terms are not stemmed, for what only counts words.
    pub fn unstemmed(settings: &AnalyzerSettings) -> Self {
        Analyzer { stemming: Stemming::default(), ..Analyzer::new(settings) }
    }

    /// Calls `each` for every term of `text` in reading order, for a whole name before its parts. Skips terms longer
    /// than [`MAX_TERM_BYTES`](crate::limits::MAX_TERM_BYTES). Cost: linear in the text; a few buffers are reused for
    /// all terms.
    pub fn terms(&self, text: &str, mut each: impl FnMut(Term<'_>)) {
        Cutter::new(self, text, None, &mut each).run();
    }

    /// As [`Analyzer::terms`], for texts by the thousand: words of earlier texts are not stemmed again.
    pub fn terms_by_memory(&self, text: &str, memory: &mut StemMemory, mut each: impl FnMut(Term<'_>)) {
        let mut cutter = Cutter::new(self, text, None, &mut each);
        cutter.memory = Some(memory);
        cutter.run();
    }

    /// The stem of a word, and whether it is a stop word. Leaves the folded word in `folded`.
    pub(super) fn stem<'f>(&self, word: &str, folded: &'f mut String) -> (Cow<'f, str>, bool) {
        folded.clear();
        fold_into(word, folded);
        // A stop word in capitals is a keyword: `NOT NULL`.
        let stop = self.stop_words.contains(folded) && !is_keyword(word);
        (self.stemming.stem(word, folded), stop)
    }

    /// The first term of a text, which begins the key of a name.
    pub fn first_term(&self, text: &str) -> Option<String> {
        let mut first = None;
        self.terms(text, |term| {
            first.get_or_insert_with(|| term.text.to_owned());
        });
        first
    }

    /// Whether a folded word is a stop word of its language.
    pub fn is_stop(&self, word: &str) -> bool {
        self.stop_words.contains(word)
    }

    /// The phrases of its language.
    pub fn phrases(&self) -> &'static QueryPhrases {
        QueryPhrases::of(self.language)
    }

    /// Length of a term for BM25: 1 for plain words and parts. Whole names and symbols add nothing and have no
    /// position, so that the words of a phrase stay adjacent.
    pub fn length(kind: TermKind) -> u32 {
        u32::from(matches!(kind, TermKind::Word | TermKind::Part))
    }
}

/// Whether a word has at least two letters, all of them capitals of ASCII.
pub fn is_keyword(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}
