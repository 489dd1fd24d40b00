//! Retrievers: each finds sections in its own way, in its own file, and returns a ranked list or the reason for none.
//!
//! One line in `stages` registers a retriever.

mod dense;
mod lexical;
mod lexicon;
mod nearest;
mod seeds;

use super::answer::{Degraded, Mode, Request};
use super::intent::{Intent, KindFactors};
use super::lookup::ScoredTerm;
use super::matches::admission::Admission;
use super::matches::posting_matches::PostingMatches;
use crate::ids::SectionId;
use crate::index::{BlockId, Full, Reads, Setting, Store};
use crate::lexical::ScoredSection;
use crate::search::listing::Listing;

pub(super) use dense::DENSE;
pub use dense::Dense;
pub use lexical::Lexical;
pub(super) use lexical::{LEXICAL, explain_terms};
pub use lexicon::Lexicon;
pub(super) use lexicon::vector_of;
pub(super) use nearest::graph_and_homes;
pub(super) use seeds::{SEEDS, has_seeds};

/// The settings of retrievers.
pub(super) fn settings(
    retrievers: &'static [&'static dyn Retriever<Full>],
) -> impl Iterator<Item = &'static Setting> {
    let of_list = |retriever: &&'static dyn Retriever<Full>| {
        [retriever.weight(), retriever.mix()].into_iter().chain(retriever.kind_factors())
    };
    retrievers.iter().flat_map(of_list).chain([
        &nearest::CANDIDATES,
        &nearest::CLUSTERS,
        &nearest::REACH,
        &SEEDS,
    ])
}

/// Most candidates of one retriever, so that a query for a thousand hits takes milliseconds. Paging cannot reach
/// beyond.
const MAX_CANDIDATES: usize = 2_000;

/// Candidates per requested hit if hits per page are limited: the best may all be on one page. More would cost a third
/// of a warm query's time.
const CANDIDATES_OF_PAGES: usize = 20;

/// One way of finding sections.
///
/// Retrievers are stateless: each call passes all inputs. They first name the blocks that they [`need`](Self::need), as often as
/// there are new ones, then [`retrieve`](Self::retrieve). Only the ranks of a list reach fusion, so a retriever's scores need
/// no common scale. It returns only sections that [`Admission`] admits, each once, and knows nothing of other retrievers.
/// `examples/retriever.rs` of the repository has one of a program's own.
pub trait Retriever<S: Reads>: Sync {
    /// Its name in settings, explanations and `degraded`.
    fn name(&self) -> &'static str;

    /// The weight of its list.
    fn weight(&self) -> &'static Setting;

    /// The weight of its scores in the mix.
    fn mix(&self) -> &'static Setting;

    /// The rank whose score counts as 0 in the mix; `None` if a score of 0 does.
    fn mix_floor(&self) -> Option<&'static Setting> {
        None
    }

    /// Factors on both weights, by kind of intent; 1 for all, unless the retriever has its own.
    fn kind_factors(&self) -> &'static KindFactors {
        const { &[Setting::weight("", 1.0); 7] }
    }

    /// Whether queries of this mode use it.
    fn answers(&self, mode: Mode) -> bool;

    /// Whether it can answer. If none of the mode's retrievers can, the others are used too.
    fn works(&self, _: &Inputs<'_, S>) -> bool {
        true
    }

    /// Whether it reads the query's terms; if so, they are looked up first.
    fn reads_terms(&self) -> bool {
        false
    }

    /// Whether it reads the query's vector; if so, a corrected query is embedded anew.
    fn reads_vector(&self) -> bool {
        false
    }

    /// Whether it looks at [`Inputs::seeds`].
    fn reads_seeds(&self) -> bool {
        false
    }

    /// The blocks that it needs next, except those of terms. Asked only if it works. [`retrieve`](Self::retrieve) runs
    /// once they are loaded or failed.
    fn need(&self, _: &Inputs<'_, S>) -> Vec<BlockId> {
        Vec::new()
    }

    /// Blocks that most queries will need, to load early.
    fn preload(&self, _: &Store<S>) -> Vec<BlockId> {
        Vec::new()
    }

    /// Factor on the weight of its list for a query of this intent.
    fn weight_factor(&self, _: &Intent) -> f32 {
        1.0
    }

    /// The sections that `admission` admits, best first, each once.
    ///
    /// # Errors
    /// Why there are none.
    fn retrieve(&self, inputs: &Inputs<'_, S>, admission: &Admission<'_, S>) -> Result<Retrieved, Degraded>;
}

/// The inputs of retrievers.
pub struct Inputs<'a, S: Reads> {
    /// The index to search, with the blocks that are loaded.
    pub store: &'a Store<S>,
    /// What was asked.
    pub request: &'a Request,
    /// How hits are narrowed and ordered beside the request.
    pub listing: Option<&'a Listing>,
    /// The query's kind.
    pub intent: &'a Intent,
    /// The embedding of the query.
    pub vector: Option<&'a [f32]>,
    /// Why there is none.
    pub encoder_problem: Option<Degraded>,
    /// Whether the lexicon takes part while there is none.
    pub uses_lexicon: bool,
    /// Whether other retrievers' lists are fused with this one. A fused list must not depend on the offset: all result
    /// pages show one ranking.
    pub is_fused: bool,
    /// The query's terms, once they are looked up, if a retriever reads them.
    pub terms: &'a [ScoredTerm],
    /// The best sections by these terms, if a retriever looks at them; none while terms are not looked up.
    pub seeds: &'a [SectionId],
    /// Sections with these terms, by the postings.
    pub matches: Option<&'a PostingMatches>,
}

/// A retriever's result.
#[derive(Default)]
pub struct Retrieved {
    /// Best first, with the retriever's own scores, cut to its depth.
    pub sections: Vec<ScoredSection>,
    /// Whether more were found than are in the list.
    pub is_cut: bool,
    /// Sections that match, before the list was cut; 0 if the retriever does not know.
    pub total: usize,
    /// All sections that match, if the request needs counts and the retriever knows them.
    pub matched: Vec<ScoredSection>,
    /// Failures that left the list incomplete.
    pub degraded: Vec<Degraded>,
}
