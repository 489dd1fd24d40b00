//! The ranking of one query: what each retriever found, and what of it is shown.

use super::answer::{Correction, Degraded, Facet};
use super::fuse::{Fused, RankedList};
use super::lookup::{NavigationalMatches, ScoredTerm};

/// What retrievers found, fused and cut to the page of hits that was asked for.
#[derive(Default)]
pub(super) struct Ranked {
    /// The lists that found something.
    pub lists: Vec<RankedList>,
    pub degraded: Vec<Degraded>,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    pub facets: Option<Vec<Facet>>,
    /// The terms that were scored; none if no retriever read terms.
    pub terms: Vec<ScoredTerm>,
    /// Fraction of the query's terms that are words.
    pub word_share: f32,
    /// Sections found, before paging.
    pub total: usize,
    pub shown: Vec<Fused>,
}

impl Ranked {
    /// Whether scores are those of fusion; otherwise they are the only list's own. Constant where there is one retriever,
    /// which keeps sorting out of that module.
    pub fn is_fused(&self) -> bool {
        cfg!(any(test, feature = "dense")) && self.lists.len() > 1
    }

    /// Takes up what a retriever found.
    pub fn add(&mut self, name: &'static str, weight: f32, found: super::retrieve::Retrieved) {
        self.total = self.total.max(found.total);
        self.degraded.extend(found.degraded);
        self.facets = self.facets.take().or(found.facets);
        if !found.sections.is_empty() {
            self.lists.push(RankedList { retriever: name, weight, sections: found.sections });
        }
    }
}
