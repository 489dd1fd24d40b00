//! The lexical retriever's data: which sections contain a term, how much it counts there, and at which positions it
//! stands.
//!
//! `layout` defines the bytes. The write side analyzes sections (`analysis`, [`LexicalBuild`]), computes impacts (`bm25`),
//! and writes blocks of terms with postings, of positions, and of the spelling dictionary. Readers cover one block each:
//! [`TermBlock`], [`PositionBlock`] and [`SpellingBlock`]. [`Scores`] accumulates scores from postings; [`phrase`]
//! intersects positions. This module knows sections by their number only.

mod bm25;
mod layout;
mod name_entries;
mod name_keys;
mod occurrences;
mod phrase;
mod positions;
mod postings_accumulator;
mod read;
mod score;
mod spelling_blocks;
mod typing_distance;

cfg_if::cfg_if! {
    if #[cfg(feature = "write")] {
        mod analysis;
        mod blocks;
        mod build;
        mod spelling_blocks_build;
        #[cfg(test)]
        mod tests;

        pub use self::{
            analysis::{AnalysisMemory, SectionTexts},
            blocks::LexicalBlocks,
            build::{BATCH_SECTIONS, LexicalBuild},
            spelling_blocks_build::{SpellingBlocks, is_spellable},
        };
    }
}

pub use bm25::Bm25Params;
pub use layout::{ALL_FIELDS, FIELD_COUNT, Field, KeyedBlock, LOW_IMPACT_MARK, byte_to_impact, exact_key};
pub use name_keys::name_keys;
pub use occurrences::{Occurrence, TermOccurrences};
pub use phrase::{PhraseTerm, phrase};
pub use positions::PositionBlock;
pub use read::{DamagedList, Posting, Postings, TermBlock, TermEntry};
pub(crate) use score::power;
pub use score::{ClauseRule, NameRole, Passing, ScoredList, ScoredSection, Scores, TermGroup, best, idf};
pub use spelling_blocks::{MIN_NAME_PART, SpellingBlock, SpellingCandidate};
pub use typing_distance::{auto_edits, edit_distance};
