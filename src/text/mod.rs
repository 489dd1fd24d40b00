//! From text to terms, by the one analyzer that documents and queries share.
//!
//! [`Analyzer`] is the interface of this module; [`AnalyzerSettings`] hold its [`Language`] and the site's own words.
//! `cutter` passes over a text; `segmentation` finds words and names in running text, by the character classes of
//! `script`; `operators` finds operators and signs between them; `subwords` splits identifiers; `compatibility` gives
//! compatible characters one form; `fold` and `lower` remove accents and case; `language` stems (`english`,
//! `snowball`), and `british` gives words one spelling before; `stem_memory` is for builds, which stem words of earlier
//! texts once; `stopwords` and `dictionary` hold stop words and the site's words; `query_phrases` holds what questions
//! and comparisons are made of; `term_matcher` finds given terms in a text; `version` reads names of versions.

mod analyze;
mod analyzer_settings;
mod british;
#[cfg_attr(not(feature = "write"), path = "compatibility_none.rs")]
mod compatibility;
mod cutter;
mod dictionary;
mod english;
mod fold;
mod language;
#[cfg_attr(not(feature = "languages"), path = "languages_none.rs")]
mod languages;
mod lower;
mod operators;
mod query_phrases;
mod script;
mod segmentation;
#[cfg(feature = "languages")]
#[cfg_attr(not(feature = "stemmers"), path = "snowball_beside.rs")]
mod snowball;
mod stem_memory;
mod stopwords;
mod subwords;
mod term_matcher;
mod version;

pub use analyze::{Analyzer, Term, TermKind, is_keyword};
pub use analyzer_settings::{AnalyzerSettings, TextSettings};
pub use compatibility::*;
pub use fold::fold;
pub use language::Language;
pub(crate) use lower::lower;
pub use query_phrases::{QueryPhrases, phrase_at, plain_word, plain_words};
pub use script::{is_unspaced, is_word_alone, is_word_char};
#[cfg(all(feature = "languages", not(feature = "stemmers")))]
pub use snowball::stem_by;
pub use stem_memory::StemMemory;
pub use term_matcher::TermMatcher;
pub use version::VersionName;

/// The part of a text in `range`, or nothing if `range` is out of bounds or splits a character. Indexing would panic,
/// and the panic message links tables of printable characters into the wasm modules.
pub(crate) fn cut<I: std::slice::SliceIndex<str, Output = str>>(text: &str, range: I) -> &str {
    text.get(range).unwrap_or_default()
}

/// A text without its first `count` characters.
pub(crate) fn after(text: &str, count: usize) -> &str {
    let mut places = text.char_indices().zip(0..);
    cut(text, places.find(|(_, place)| *place == count).map_or(text.len(), |((at, _), _)| at)..)
}

/// Concatenates texts. Each of the standard library's `concat`, `join` and `to_string` adds a third of a kilobyte (gzip) or
/// more to the wasm module that every page loads.
pub(crate) fn concat(parts: &[&str]) -> String {
    join(parts, "")
}

/// Concatenates texts, with another one between them.
pub(crate) fn join(parts: &[&str], between: &str) -> String {
    let mut all = String::new();
    for (place, part) in parts.iter().enumerate() {
        all.push_str(if place == 0 { "" } else { between });
        all.push_str(part);
    }
    all
}

/// A number in digits.
pub(crate) fn decimal(number: u32) -> String {
    let mut digits = String::new();
    let mut rest = number;
    while digits.is_empty() || rest > 0 {
        digits.insert(0, char::from(b'0' + (rest % 10) as u8));
        rest /= 10;
    }
    digits
}

/// Increase when the same text gives other terms. Part of an index's generation and manifest, because documents and
/// queries must be analyzed alike.
pub const ANALYZER_VERSION: u32 = 8;

#[cfg(test)]
mod tests;
