//! From text to terms: the one analyser that documents and queries share.
//!
//! [`Analyzer`] is what other rooms use; [`AnalyzerSettings`] say its [`Language`] and the site's own words. Behind
//! it, `words` finds words and names in running text by what `script` knows of characters, `signs` finds operators
//! between them, `parts` cuts names, `fold` and `lower` take away accents and case, `language` stems, `stopwords`
//! knows the words that say little, `dictionary` the site's own, and `wanted` those that a text is searched for.

mod analyze;
mod dictionary;
mod english;
mod fold;
mod language;
mod lower;
mod operators;
mod script;
mod segmentation;
mod stopwords;
mod subwords;
mod term_matcher;

pub use analyze::{Analyzer, AnalyzerSettings, Term, TermKind};
pub use fold::fold;
pub use language::Language;
pub use script::{is_unspaced, is_word_alone};
pub use term_matcher::TermMatcher;

/// A stretch of a text; nothing if it does not lie inside, between two characters. Indexing would panic then, and the
/// message of that panic brings tables of printable characters into the browser.
pub(crate) fn cut<I: std::slice::SliceIndex<str, Output = str>>(text: &str, range: I) -> &str {
    text.get(range).unwrap_or_default()
}

/// Texts one after the other. The standard library's `concat` is made for any separator, and takes a third of a kilobyte
/// (gzip) of the module that every page loads.
pub(crate) fn concat(parts: &[&str]) -> String {
    let mut all = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| all.push_str(part));
    all
}

/// Raised whenever the same text would give other terms than before: an index analysed otherwise than its
/// queries finds nothing, so the version is part of an index's generation and of its manifest.
pub const ANALYZER_VERSION: u32 = 3;

#[cfg(test)]
mod tests;
