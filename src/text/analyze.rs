//! From text to the terms that are looked up.

use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::fold_into;
use super::stopwords::is_stop_word;
use super::words::{chunks, is_unspaced, parts};
use crate::limits::MAX_TERM_BYTES;

/// What a term is to the text it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A plain word, stemmed.
    Word,
    /// A name kept whole: several words or parts held together, as written but for case and accents.
    Whole,
    /// A piece of a name that was also kept whole, stemmed.
    Part,
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
    /// Whether it is an English stop word.
    pub stop: bool,
}

/// Cuts text into terms, in the same way for documents and queries.
///
/// Names are kept whole and also given in their words, so that `HashMap::new` is found by `HashMap::new`,
/// `hashmap` and `new hash map`. Words are folded (case, accents) and stemmed by Snowball's English algorithm;
/// scripts without blanks between words give overlapping pairs of characters.
pub struct Analyzer {
    stemmer: Stemmer,
}

impl Default for Analyzer {
    fn default() -> Self {
        Analyzer { stemmer: Stemmer::create(Algorithm::English) }
    }
}

impl Analyzer {
    /// Hands every term of `text` to `each`, in reading order, a whole name before its parts. Terms longer than
    /// [`MAX_TERM_BYTES`] are left out. Cost: linear in the text; one buffer is reused for all terms.
    pub fn terms(&self, text: &str, mut each: impl FnMut(Term<'_>)) {
        let mut buffer = String::new();
        for chunk in chunks(text) {
            let several = chunk.words.len() > 1 || chunk.words[0] != chunk.span;
            if several {
                emit(text, chunk.span.clone(), TermKind::Whole, &mut buffer, &mut each);
            }
            for word in chunk.words {
                self.word(text, word, several, &mut buffer, &mut each);
            }
        }
    }

    /// How long `text` is as BM25 counts it: plain words and parts, names kept whole not counted again.
    pub fn length(kind: TermKind) -> u32 {
        u32::from(kind != TermKind::Whole)
    }

    fn word(
        &self,
        text: &str,
        span: Range<usize>,
        in_name: bool,
        buffer: &mut String,
        each: &mut impl FnMut(Term<'_>),
    ) {
        let word = &text[span.clone()];
        if word.chars().any(is_unspaced) {
            return unspaced(text, span, buffer, each);
        }
        let parts = parts(word);
        let kind = if in_name || parts.len() > 1 { TermKind::Part } else { TermKind::Word };
        if parts.len() != 1 || parts[0] != (0..word.len()) {
            emit(text, span.clone(), TermKind::Whole, buffer, each);
        }
        for part in parts {
            self.stemmed(text, span.start + part.start..span.start + part.end, kind, buffer, each);
        }
    }

    fn stemmed(
        &self,
        text: &str,
        span: Range<usize>,
        kind: TermKind,
        buffer: &mut String,
        each: &mut impl FnMut(Term<'_>),
    ) {
        buffer.clear();
        fold_into(&text[span.clone()], buffer);
        let stop = is_stop_word(buffer);
        // The English algorithm is made for ASCII; other scripts pass as they are.
        let stem = if buffer.is_ascii() { self.stemmer.stem(buffer) } else { buffer.as_str().into() };
        if !stem.is_empty() && stem.len() <= MAX_TERM_BYTES {
            each(Term { text: &stem, span, kind, stop });
        }
    }
}

fn emit(
    text: &str,
    span: Range<usize>,
    kind: TermKind,
    buffer: &mut String,
    each: &mut impl FnMut(Term<'_>),
) {
    buffer.clear();
    fold_into(&text[span.clone()], buffer);
    if !buffer.is_empty() && buffer.len() <= MAX_TERM_BYTES {
        each(Term { text: buffer, span, kind, stop: false });
    }
}

/// Pairs of neighbouring characters, the usual stand-in for a segmenter; a character alone gives itself. Runs of
/// other scripts inside the word stay together.
fn unspaced(text: &str, span: Range<usize>, buffer: &mut String, each: &mut impl FnMut(Term<'_>)) {
    let chars: Vec<(usize, char)> =
        text[span.clone()].char_indices().map(|(at, c)| (span.start + at, c)).collect();
    let end_of = |i: usize| chars.get(i + 1).map_or(span.end, |(at, _)| *at);
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        let run_is_unspaced = is_unspaced(chars[i].1);
        while i < chars.len() && is_unspaced(chars[i].1) == run_is_unspaced {
            i += 1;
        }
        if !run_is_unspaced || i - start == 1 {
            emit(text, chars[start].0..end_of(i - 1), TermKind::Word, buffer, each);
        } else {
            for (first, (from, _)) in chars.iter().enumerate().take(i - 1).skip(start) {
                emit(text, *from..end_of(first + 1), TermKind::Word, buffer, each);
            }
        }
    }
}
