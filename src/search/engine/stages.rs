//! The two engines, as types: which stages a query passes through.
//!
//! All stages are compiled once for each. The search module that every page loads first links [`Words`]; the rest links
//! [`Full`]. A stage that only one of them has stands behind `S::IS_FULL`, so that the linker leaves it out of the other.

use super::Retrievers;
use crate::index::{Full, Reads, Words};
use crate::search::retrieve::{Dense, Lexical, Lexicon};

/// The stages of an engine.
pub trait Stages: Reads {
    /// Its retrievers, in the order of their lists in answers; none where [`Lexical`] answers alone, whatever the mode.
    const RETRIEVERS: Retrievers<Self>;
}

impl Stages for Words {
    const RETRIEVERS: Retrievers<Self> = &[];
}

impl Stages for Full {
    const RETRIEVERS: Retrievers<Self> = &[&Lexical, &Lexicon, &Dense];
}
