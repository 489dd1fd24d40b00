//! Turns text into terms.

use std::ops::Range;

use super::cut;
use super::dictionary::Dictionary;
use super::fold::fold_into;
use super::language::{Language, Stemming, elided};
use super::operators::{operators, whole};
use super::query_phrases::QueryPhrases;
use super::script::{is_mark, is_unspaced};
use super::segmentation::{Chunk, Chunks};
use super::stopwords::StopWords;
use super::subwords::{is_plain, parts};
use super::term_matcher::TermMatcher;
use crate::limits::MAX_TERM_BYTES;

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

/// Settings of an analyzer. An index and its queries must use the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalyzerSettings {
    /// The language of the texts.
    pub language: Language,
    /// The site's own words that are also looked up whole, as written (`Node.js`, `SQL Server`, `東京都`).
    pub dictionary: Vec<String>,
    /// What the author has set besides.
    pub text: TextSettings,
}

/// An author's settings of the analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSettings {
    /// Stop words, folded, in byte order.
    pub stop_words: Vec<String>,
    /// Whether the language's own stop words do not count.
    pub only_own_stop_words: bool,
    /// Characters of the shortest word that is a term; 0 and 1 allow all. Names of several words, the site's own words,
    /// operators, and scripts without spaces have no least length.
    pub min_term_length: u32,
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
    language: Language,
    pub(super) stemming: Stemming,
    pub(super) stop_words: StopWords,
    dictionary: Dictionary,
    min_term_length: usize,
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

    /// Calls `each` for every term of `text` in reading order, for a whole name before its parts. Skips terms longer
    /// than [`MAX_TERM_BYTES`]. Cost: linear in the text; a few buffers are reused for all terms.
    pub fn terms(&self, text: &str, mut each: impl FnMut(Term<'_>)) {
        Cutter::new(self, text, None, &mut each).run();
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

/// One pass over one text.
pub(super) struct Cutter<'a> {
    analyzer: &'a Analyzer,
    text: &'a str,
    matcher: Option<&'a TermMatcher<'a>>,
    each: &'a mut dyn FnMut(Term<'_>),
    folded: String,
    parts: Vec<Range<usize>>,
    /// Span of the last dictionary word emitted, which is not emitted again as a whole name.
    known: Range<usize>,
}

impl<'a> Cutter<'a> {
    pub(super) fn new(
        analyzer: &'a Analyzer,
        text: &'a str,
        matcher: Option<&'a TermMatcher<'a>>,
        each: &'a mut dyn FnMut(Term<'_>),
    ) -> Self {
        Cutter { analyzer, text, matcher, each, folded: String::new(), parts: Vec::new(), known: 0..0 }
    }

    pub(super) fn run(&mut self) {
        let mut chunks = Chunks::new(self.text);
        let mut chunk = Chunk::default();
        loop {
            if let Some(matcher) = self.matcher {
                chunks.skip_plain(|word| matcher.may_come_from(word));
            }
            let end = chunks.at();
            if !chunks.advance(&mut chunk) {
                return match whole(self.text).filter(|_| end == 0) {
                    Some(span) => self.folded_term(span, TermKind::Sign),
                    None => self.signs(end..self.text.len()),
                };
            }
            self.signs(end..chunk.start);
            self.chunk(&chunk);
        }
    }

    fn signs(&mut self, gap: Range<usize>) {
        let spaced = self.analyzer.language == Language::French;
        operators(self.text, gap, spaced, |span| self.folded_term(span, TermKind::Sign));
    }

    fn chunk(&mut self, chunk: &Chunk) {
        let joined = chunk.joined();
        self.dictionary_word(joined.start);
        let signed = (chunk.start..chunk.end) != joined;
        if signed {
            self.signed_name(chunk);
        }
        if let Some(end) = chunk.parameters {
            self.whole(joined.start..end);
        }
        let several = chunk.words.len() > 1;
        if several {
            self.joined_name(&chunk.words, chunk.is_number);
            self.version(chunk, joined.end);
            self.hyphened(&chunk.words);
        }
        let in_name = several || signed || chunk.parameters.is_some();
        for (i, word) in chunk.words.iter().enumerate() {
            if i > 0 {
                self.dictionary_word(word.start);
            }
            self.word(word.clone(), in_name);
        }
    }

    /// Emits names whose words are joined by hyphens, within a longer one: `list-filter` of `@acme/list-filter`.
    fn hyphened(&mut self, words: &[Range<usize>]) {
        let bytes = self.text.as_bytes();
        for run in words.chunk_by(|one, next| one.end + 1 == next.start && bytes[one.end] == b'-') {
            if run.len() > 1 && run.len() < words.len() {
                self.joined_name(run, false);
            }
        }
    }

    /// Emits the whole of several words. Some are also written as one word or number, which is then the term: `hand-off`,
    /// `U.S.A.`, `1,000,000`.
    fn joined_name(&mut self, words: &[Range<usize>], is_number: bool) {
        let [first, .., last] = words else { return };
        let span = first.start..last.end;
        let (mut points, mut letters, mut is_plain) = (0, 0, true);
        let mut word = String::new();
        for c in cut(self.text, span.clone()).chars() {
            let is_letter = c.is_alphabetic() || is_mark(c);
            points += usize::from(c == '.');
            letters += usize::from(is_letter);
            is_plain &= is_letter || matches!(c, '.' | '-');
            if is_letter || c.is_numeric() {
                word.push(c);
            }
        }
        let count = words.len();
        let is_long = count > 2 || self.text.as_bytes().get(span.end) == Some(&b'.');
        let is_acronym = is_long && letters == count && points + 1 == count;
        let is_one = is_number || is_plain && (points == 0 || is_acronym);
        if span == self.known || !is_one {
            return self.whole(span);
        }
        self.stem_of(&word, span, TermKind::Whole);
    }

    /// Emits a name with its symbols; an attribute (`#[derive(…)]`) without its arguments.
    fn signed_name(&mut self, chunk: &Chunk) {
        let span = chunk.start..chunk.end;
        let name = cut(self.text, span.clone());
        if !name.starts_with("#[") && !name.starts_with("#![") {
            return self.whole(span);
        }
        self.folded.clear();
        self.folded.push_str("#[");
        fold_into(cut(self.text, chunk.joined()), &mut self.folded);
        self.folded.push(']');
        self.give(span, TermKind::Whole);
    }

    /// Emits the version number in `v1.2.3` or `python3.11`.
    fn version(&mut self, chunk: &Chunk, end: usize) {
        let first = cut(self.text, chunk.words[0].clone());
        let digits = first.len() - first.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let goes_on = cut(self.text, chunk.words[1].clone()).starts_with(|c: char| c.is_ascii_digit());
        if digits > 0 && digits < first.len() && goes_on {
            self.whole(chunk.words[0].end - digits..end);
        }
    }

    fn word(&mut self, mut span: Range<usize>, in_name: bool) {
        if self.analyzer.language.elides() {
            span.start += elided(cut(self.text, span.clone()));
        }
        let word = cut(self.text, span.clone());
        if is_plain(word) {
            return self.stemmed(span, if in_name { TermKind::Part } else { TermKind::Word });
        }
        if !word.is_ascii() && word.contains(is_unspaced) {
            return self.unspaced(span);
        }
        let mut found = std::mem::take(&mut self.parts);
        parts(word, &mut found);
        let kind = if in_name || found.len() > 1 { TermKind::Part } else { TermKind::Word };
        if found.len() != 1 || found[0] != (0..word.len()) {
            // Readers type it in lower case, where it is one word and is stemmed.
            if word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’')) && span != self.known {
                self.stemmed(span.clone(), TermKind::Whole);
            } else {
                self.whole(span.clone());
            }
        }
        for part in &found {
            self.stemmed(span.start + part.start..span.start + part.end, kind);
        }
        self.parts = found;
    }

    /// Overlapping pairs of characters, in place of a segmenter. A single character is its own term. Other scripts
    /// inside the word are words of their own.
    fn unspaced(&mut self, span: Range<usize>) {
        // Single characters with their marks (true), and sequences of other scripts (false).
        let mut units: Vec<(Range<usize>, bool)> = Vec::new();
        for (offset, c) in cut(self.text, span.clone()).char_indices() {
            let at = span.start + offset;
            let unspaced = is_unspaced(c);
            match units.last_mut() {
                Some((unit, true)) if is_mark(c) => unit.end = at + c.len_utf8(),
                Some((unit, false)) if !unspaced => unit.end = at + c.len_utf8(),
                _ => units.push((at..at + c.len_utf8(), unspaced)),
            }
        }
        for (i, (unit, unspaced)) in units.iter().enumerate() {
            if i > 0 {
                self.dictionary_word(unit.start);
            }
            let next = units.get(i + 1).filter(|(_, unspaced)| *unspaced);
            let paired = i > 0 && units[i - 1].1;
            match (unspaced, next) {
                (false, _) => self.word(unit.clone(), false),
                (true, Some((next, _))) => self.folded_term(unit.start..next.end, TermKind::Word),
                (true, None) if !paired => {
                    self.folded_term(unit.clone(), TermKind::Word);
                    continue;
                }
                (true, None) => {}
            }
            // The index also has single characters that are words by themselves.
            let matcher = self.matcher.filter(|_| *unspaced);
            if let Some(text) = matcher.and_then(|matcher| matcher.as_it_is(cut(self.text, unit.clone()))) {
                (self.each)(Term { text, span: unit.clone(), kind: TermKind::Word, stop: false });
            }
        }
    }

    fn stemmed(&mut self, span: Range<usize>, kind: TermKind) {
        let word = cut(self.text, span.clone());
        // The stem of a longer word would exceed the limit too.
        if word.len() > 4 * MAX_TERM_BYTES || self.is_short(word) {
            return;
        }
        if let Some(matcher) = self.matcher {
            if !matcher.may_come_from(word.as_bytes()) {
                return;
            }
            if let Some(text) = matcher.as_it_is(word) {
                return (self.each)(Term { text, span, kind, stop: false });
            }
        }
        self.stem_of(word, span, kind);
    }

    /// Emits the stem of a word.
    fn stem_of(&mut self, word: &str, span: Range<usize>, kind: TermKind) {
        self.folded.clear();
        fold_into(word, &mut self.folded);
        // A stop word in capitals is a keyword: `NOT NULL`.
        let stop = self.analyzer.stop_words.contains(&self.folded) && !is_keyword(word);
        let stem = self.analyzer.stemming.stem(word, &self.folded);
        if !stem.is_empty() && stem.len() <= MAX_TERM_BYTES {
            (self.each)(Term { text: &stem, span, kind, stop });
        }
    }

    fn is_short(&self, word: &str) -> bool {
        let least = self.analyzer.min_term_length;
        least > 1 && word.chars().take(least).count() < least
    }

    /// The dictionary word that starts at `at`, if there is one.
    fn dictionary_word(&mut self, at: usize) {
        let dictionary = &self.analyzer.dictionary;
        if dictionary.is_empty() {
            return;
        }
        if let Some((text, span)) = dictionary.find(self.text, at, &mut self.folded) {
            self.known = span.clone();
            (self.each)(Term { text, span, kind: TermKind::Whole, stop: false });
        }
    }

    fn whole(&mut self, span: Range<usize>) {
        if span != self.known {
            self.folded_term(span, TermKind::Whole);
        }
    }

    fn folded_term(&mut self, span: Range<usize>, kind: TermKind) {
        self.folded.clear();
        fold_into(cut(self.text, span.clone()), &mut self.folded);
        self.give(span, kind);
    }

    fn give(&mut self, span: Range<usize>, kind: TermKind) {
        if !self.folded.is_empty() && self.folded.len() <= MAX_TERM_BYTES {
            (self.each)(Term { text: &self.folded, span, kind, stop: false });
        }
    }
}

/// Whether a word has at least two letters, all of them capitals of ASCII.
pub fn is_keyword(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}
