//! The lexical side: which sections hold the words of a query, and how well.
//!
//! `layout` says what the bytes are. The write side analyses sections ([`build()`]), computes impacts (`bm25`) and cuts
//! dictionary, postings, positions and words into blocks. The read side is [`TermBlock`], [`PositionBlock`] and
//! [`WordBlock`], each over one block; [`Scores`] adds up what they say and [`phrase`] compares positions. Sections are
//! known here by number only; what they say stands elsewhere.

#[cfg(feature = "write")]
mod blocks;
#[cfg(feature = "write")]
mod bm25;
#[cfg(feature = "write")]
mod build;
#[cfg(feature = "write")]
mod growing;
mod layout;
mod phrase;
mod positions;
mod read;
mod score;
mod words;
#[cfg(feature = "write")]
mod words_build;

#[cfg(feature = "write")]
pub use blocks::{KeyedBlock, LexicalBlocks};
#[cfg(feature = "write")]
pub use bm25::Bm25Params;
#[cfg(feature = "write")]
pub use build::{SectionTexts, build};
pub use layout::{FIELD_COUNT, Field, TAIL_MARK, byte_to_impact, exact_key};
pub use phrase::{PhraseTerm, phrase};
pub use positions::PositionBlock;
pub use read::{DamagedList, Posting, Postings, TermBlock, TermEntry};
pub use score::{ClauseRule, Group, ScoredList, ScoredSection, Scores, best, idf};
pub use words::{WordBlock, WordCandidate, auto_edits, edit_distance};
#[cfg(feature = "write")]
pub use words_build::WordBlocks;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
