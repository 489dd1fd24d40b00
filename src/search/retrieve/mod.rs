//! Retrievers: each is one way of finding sections, in a file of its own, and gives a ranked list or says why not.
//!
//! A retriever is registered by its line in [`RETRIEVERS`].

mod dense;
mod lexical;

use super::admission::Admission;
use super::answer::{Degraded, Facet, Mode, Request};
use super::intent::Intent;
use super::posting_matches::PostingMatches;
use crate::index::{BlockId, IndexError, Store};
use crate::lexical::ScoredSection;

pub(super) use dense::{DENSE, Dense};
pub(super) use lexical::{LEXICAL, Lexical, explain_terms};

/// All retrievers, in the order in which answers name them.
pub(super) const RETRIEVERS: &[&dyn Retriever] = &[&Lexical, &Dense];

/// The names of all retrievers, as settings, explanations and `degraded` have them.
#[cfg(feature = "write")]
pub fn retriever_names() -> impl Iterator<Item = &'static str> {
    RETRIEVERS.iter().map(|retriever| retriever.name())
}

/// Candidates of one retriever at most, so that a query for a thousand hits stays a matter of milliseconds; what lies
/// further back cannot be reached by paging.
const MAX_CANDIDATES: usize = 2_000;

/// Candidates for every hit asked for, where only some hits of each page of the site are shown: the best ones may all be
/// of one page. More would be a third of a warm query's time.
const CANDIDATES_OF_PAGES: usize = 20;

/// One way of finding sections. Retrievers keep nothing: what they know comes with each call.
pub(super) trait Retriever: Sync {
    /// In settings, explanations and `degraded`.
    fn name(&self) -> &'static str;

    /// Whether queries of a mode ask it.
    fn answers(&self, mode: Mode) -> bool;

    /// Whether it can answer; if none of those asked can, the others are asked too.
    fn works(&self, _: &Inputs<'_>) -> bool {
        true
    }

    /// Whether it reads the query's terms, which are then looked up first.
    fn reads_terms(&self) -> bool {
        false
    }

    /// Whether it reads the query's vector, which is then that of the corrected text.
    fn reads_vector(&self) -> bool {
        false
    }

    /// The blocks, beside those of terms, that it needs next; it is not asked to retrieve before they are there or
    /// failed.
    fn need(&self, _: &Inputs<'_>) -> Vec<BlockId> {
        Vec::new()
    }

    /// Blocks that most queries will need.
    fn preload(&self, _: &Store) -> Vec<BlockId> {
        Vec::new()
    }

    /// Multiplies the weight of its list for a query of this intent.
    fn weight_factor(&self, _: &Intent) -> f32 {
        1.0
    }

    /// The sections that `admission` lets pass, best first, no section twice.
    ///
    /// # Errors
    /// Why there are none.
    fn retrieve(&self, inputs: &Inputs<'_>, admission: &Admission<'_>) -> Result<Retrieved, Degraded>;
}

/// What retrievers answer to.
pub(super) struct Inputs<'a> {
    pub store: &'a Store,
    pub request: &'a Request,
    pub intent: &'a Intent,
    /// The embedding of the query.
    pub vector: Option<&'a [f32]>,
    /// Why there is none.
    pub encoder_problem: Option<&'a Degraded>,
    /// Whether further lists are there to fuse with. A fused list must not depend on the offset, since paging shows
    /// parts of one ranking.
    pub is_fused: bool,
    /// The query's terms in the postings, if a retriever that was asked reads them.
    pub matches: Option<&'a PostingMatches>,
}

/// What a retriever found.
#[derive(Default)]
pub(super) struct Retrieved {
    /// Best first, with the retriever's own scores, cut to what may be shown.
    pub sections: Vec<ScoredSection>,
    /// Sections that match, before the list was cut; 0 if the retriever does not know.
    pub total: usize,
    /// The pages of all sections that match, by filter and value, if asked for.
    pub facets: Option<Vec<Facet>>,
    /// What it went without.
    pub degraded: Vec<Degraded>,
}

/// A retriever's warning about a file.
pub(super) fn file_problem(retriever: &'static str, error: &IndexError) -> Degraded {
    Degraded {
        retriever,
        code: error.code().to_owned(),
        message: error.to_string(),
        file: error.file().map(str::to_owned),
    }
}
