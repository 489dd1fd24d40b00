//! The lexical side: which sections hold the words of a query, and how well.
//!
//! `layout` says what the bytes are, [`build()`] writes them, [`LexicalIndex`] reads them without trust, and
//! [`search`] ranks by BM25F. Sections are known here by number and fields only; what they say stands elsewhere.

mod bm25;
#[cfg(feature = "write")]
mod build;
mod layout;
mod read;

pub use bm25::{Bm25Params, ScoredSection, TermScore, WeightedTerm, explain, search};
#[cfg(feature = "write")]
pub use build::{FieldTexts, build};
pub use layout::{FIELD_COUNT, Field, FieldFrequencies};
pub use read::{LexicalIndex, Posting, Postings};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
