//! The lexical retriever's data: which sections contain a term, how much it counts there, and at which positions it
//! stands.
//!
//! `layout` defines the bytes. The write side analyzes sections (`analysis`, [`LexicalBuild`]), computes impacts (`bm25`),
//! and writes blocks of terms with postings, of positions, and of the spelling dictionary. Readers cover one block each:
//! [`TermBlock`], [`PositionBlock`] and [`SpellingBlock`]. [`Scores`] accumulates scores from postings; [`phrase`]
//! intersects positions. This module knows sections by their number only.

#[cfg(feature = "write")]
mod analysis;
#[cfg(feature = "write")]
mod blocks;
#[cfg(feature = "write")]
mod bm25;
#[cfg(feature = "write")]
mod build;
mod layout;
#[cfg(feature = "write")]
mod name_entries;
mod name_keys;
#[cfg(feature = "write")]
mod occurrences;
mod phrase;
mod positions;
#[cfg(feature = "write")]
mod postings_accumulator;
mod read;
mod score;
mod spelling_blocks;
#[cfg(feature = "write")]
mod spelling_blocks_build;

#[cfg(feature = "write")]
pub use analysis::{AnalysisMemory, SectionTexts};
#[cfg(feature = "write")]
pub use blocks::{KeyedBlock, LexicalBlocks};
#[cfg(feature = "write")]
pub use bm25::Bm25Params;
#[cfg(feature = "write")]
pub use build::{BATCH_SECTIONS, LexicalBuild};
pub use layout::{ALL_FIELDS, FIELD_COUNT, Field, LOW_IMPACT_MARK, byte_to_impact, exact_key};
pub use name_keys::name_keys;
#[cfg(feature = "write")]
pub use occurrences::{Occurrence, TermOccurrences};
pub use phrase::{PhraseTerm, phrase};
pub use positions::PositionBlock;
pub use read::{DamagedList, Posting, Postings, TermBlock, TermEntry};
pub use score::{ClauseRule, NameRole, Passing, ScoredList, ScoredSection, Scores, TermGroup, best, idf};
pub use spelling_blocks::{SpellingBlock, SpellingCandidate, auto_edits, edit_distance};
#[cfg(feature = "write")]
pub use spelling_blocks_build::{SpellingBlocks, is_spellable};

#[cfg(test)]
#[cfg(feature = "write")]
mod tests;
