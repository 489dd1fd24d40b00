//! From text to terms: the one analyser that documents and queries share.
//!
//! [`Analyzer`] is what other rooms use. Behind it, `words` finds words and names in running text, `fold` takes
//! away case and accents, and `stopwords` knows the words that say little.

mod analyze;
mod fold;
mod stopwords;
mod words;

pub use analyze::{Analyzer, Term, TermKind};

/// Raised whenever the same text would give other terms than before: an index analysed otherwise than its
/// queries finds nothing, so the version is part of an index's generation and of its manifest.
pub const ANALYZER_VERSION: u32 = 1;

#[cfg(test)]
mod tests;
