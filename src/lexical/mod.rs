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
mod layout;
mod phrase;
mod positions;
#[cfg(feature = "write")]
mod postings_accumulator;
mod read;
mod score;
mod word_blocks;
#[cfg(feature = "write")]
mod word_blocks_build;

#[cfg(feature = "write")]
pub use blocks::{KeyedBlock, LexicalBlocks};
#[cfg(feature = "write")]
pub use bm25::Bm25Params;
#[cfg(feature = "write")]
pub use build::{SectionTexts, build};
pub use layout::{FIELD_COUNT, Field, LOW_IMPACT_MARK, byte_to_impact, exact_key};
pub use phrase::{PhraseTerm, phrase};
pub use positions::PositionBlock;
pub use read::{DamagedList, Posting, Postings, TermBlock, TermEntry};
pub use score::{ClauseRule, Passing, ScoredList, ScoredSection, Scores, TermGroup, best, idf};
pub use word_blocks::{SpellingCandidate, WordBlock, auto_edits, edit_distance};
#[cfg(feature = "write")]
pub use word_blocks_build::WordBlocks;

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
