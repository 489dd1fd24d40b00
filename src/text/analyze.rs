//! From text to the terms that are looked up.

use std::ops::Range;

use super::cut;
use super::dictionary::Dictionary;
use super::fold::fold_into;
use super::language::{Language, Stemming};
use super::operators::{operators, whole};
use super::script::{is_mark, is_unspaced};
use super::segmentation::{Chunk, Chunks};
use super::stopwords::StopWords;
use super::subwords::{is_plain, parts};
use super::term_matcher::TermMatcher;
use crate::limits::MAX_TERM_BYTES;

/// Letters of an elided word at most: `lorsqu'`, `quest'`.
const MAX_ELIDED: usize = 7;

/// What a term is to the text it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A plain word, stemmed.
    Word,
    /// A name kept whole: several words or parts held together, as written but for case and accents.
    Whole,
    /// A piece of a name that was also kept whole, stemmed.
    Part,
    /// An operator or other signs that stand free.
    Sign,
}

/// One term of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// The form under which it stands in the dictionary.
    pub text: &'a str,
    /// Its bytes in the analysed text.
    pub span: Range<usize>,
    /// What it is to the text.
    pub kind: TermKind,
    /// Whether it is a stop word of the language.
    pub stop: bool,
}

/// What an analyser goes by. An index and its queries must have the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalyzerSettings {
    /// The language of the texts.
    pub language: Language,
    /// The site's own words that are also looked up whole, as written (`Node.js`, `SQL Server`, `東京都`).
    pub dictionary: Vec<String>,
}

/// Cuts text into terms, in the same way for documents and queries.
///
/// Names are kept whole and also given in their words, so that `HashMap::new` is found by `HashMap::new`,
/// `hashmap` and `new hash map`. Words are stemmed by the language's Snowball algorithm and folded (case, accents);
/// scripts without blanks between words, and Hangul, give overlapping pairs of characters. Operators that stand
/// free are terms, ordinary punctuation only where a text has nothing else.
pub struct Analyzer {
    language: Language,
    pub(super) stemming: Stemming,
    pub(super) stop_words: StopWords,
    dictionary: Dictionary,
}

impl Default for Analyzer {
    fn default() -> Self {
        Analyzer::new(&AnalyzerSettings::default())
    }
}

impl Analyzer {
    /// Prepares an analyser; the cost is that of folding the dictionary.
    pub fn new(settings: &AnalyzerSettings) -> Self {
        Analyzer {
            language: settings.language,
            stemming: Stemming::new(settings.language),
            stop_words: StopWords::new(settings.language),
            dictionary: Dictionary::new(&settings.dictionary),
        }
    }

    /// Hands every term of `text` to `each`, in reading order, a whole name before its parts. Terms longer than
    /// [`MAX_TERM_BYTES`] are left out. Cost: linear in the text; a few buffers are reused for all terms.
    pub fn terms(&self, text: &str, mut each: impl FnMut(Term<'_>)) {
        Cutter::new(self, text, None, &mut each).run();
    }

    /// How long a text is as BM25 counts it: plain words and parts. Wholes and signs add nothing, and have no
    /// position of their own, so that the words of a phrase stay neighbours.
    pub fn length(kind: TermKind) -> u32 {
        u32::from(matches!(kind, TermKind::Word | TermKind::Part))
    }
}

/// One text while it is being cut.
pub(super) struct Cutter<'a> {
    analyzer: &'a Analyzer,
    text: &'a str,
    wanted: Option<&'a TermMatcher<'a>>,
    each: &'a mut dyn FnMut(Term<'_>),
    folded: String,
    parts: Vec<Range<usize>>,
    /// The last dictionary word that was given; it is not given once more as a whole name.
    known: Range<usize>,
}

impl<'a> Cutter<'a> {
    pub(super) fn new(
        analyzer: &'a Analyzer,
        text: &'a str,
        wanted: Option<&'a TermMatcher<'a>>,
        each: &'a mut dyn FnMut(Term<'_>),
    ) -> Self {
        Cutter { analyzer, text, wanted, each, folded: String::new(), parts: Vec::new(), known: 0..0 }
    }

    pub(super) fn run(&mut self) {
        let mut chunks = Chunks::new(self.text);
        let mut chunk = Chunk::default();
        loop {
            if let Some(wanted) = self.wanted {
                chunks.pass(|word| wanted.may_come_from(word));
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
        operators(self.text, gap, spaced, |span| {
            (self.each)(Term { text: cut(self.text, span.clone()), span, kind: TermKind::Sign, stop: false });
        });
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
            self.whole(joined.clone());
            self.version(chunk, joined.end);
        }
        let in_name = several || signed || chunk.parameters.is_some();
        for (i, word) in chunk.words.iter().enumerate() {
            if i > 0 {
                self.dictionary_word(word.start);
            }
            self.word(word.clone(), in_name);
        }
    }

    /// A name with its signs. An attribute (`#[derive(…)]`) ends with its bracket, whatever stands inside.
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

    /// The number in `v1.2.3` or `python3.11`.
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
            // Typed in small letters it is a word, and its stem.
            if word.chars().all(char::is_alphabetic) && span != self.known {
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

    /// Pairs of neighbouring characters, the usual stand-in for a segmenter; a character alone gives itself. Runs
    /// of other scripts inside the word are words of their own.
    fn unspaced(&mut self, span: Range<usize>) {
        // Characters with their marks, and runs of other scripts.
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
            // Characters that are words by themselves are in the index alone too.
            let wanted = self.wanted.filter(|_| *unspaced);
            if let Some(text) = wanted.and_then(|wanted| wanted.as_it_is(cut(self.text, unit.clone()))) {
                (self.each)(Term { text, span: unit.clone(), kind: TermKind::Word, stop: false });
            }
        }
    }

    fn stemmed(&mut self, span: Range<usize>, kind: TermKind) {
        let word = cut(self.text, span.clone());
        // No stem of a word of that length fits.
        if word.len() > 4 * MAX_TERM_BYTES {
            return;
        }
        if let Some(wanted) = self.wanted {
            if !wanted.may_come_from(word.as_bytes()) {
                return;
            }
            if let Some(text) = wanted.as_it_is(word) {
                return (self.each)(Term { text, span, kind, stop: false });
            }
        }
        self.folded.clear();
        fold_into(word, &mut self.folded);
        let stop = self.analyzer.stop_words.contains(&self.folded);
        let stem = self.analyzer.stemming.stem(word, &self.folded);
        if !stem.is_empty() && stem.len() <= MAX_TERM_BYTES {
            (self.each)(Term { text: &stem, span, kind, stop });
        }
    }

    /// The word of the dictionary that starts at `at`, if there is one.
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

/// Bytes of the article or pronoun that an apostrophe ties to the start of a word (`l'`, `jusqu'`).
fn elided(word: &str) -> usize {
    let Some((before, after)) = word.split_once(['\'', '’']) else { return 0 };
    let article = before.len() <= MAX_ELIDED && !before.eq_ignore_ascii_case("aujourd");
    if article { word.len() - after.len() } else { 0 }
}
