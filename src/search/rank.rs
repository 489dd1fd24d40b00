//! The ranking of one query: the retrievers' lists, and the fused hits to show.

use super::answer::{Correction, Degraded, Facet, QueryIntent};
use super::fuse::{Fused, RankedList};
use super::lookup::{NavigationalMatches, ScoredTerm};
use super::score_mix::Scale;
use crate::ids::SectionId;

/// The retrievers' results, fused and cut to the requested page of hits.
#[derive(Default)]
pub(super) struct Ranked {
    /// The lists that are not empty.
    pub lists: Vec<RankedList>,
    pub degraded: Vec<Degraded>,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    /// The query with its words corrected; empty if none were.
    pub corrected: String,
    pub facets: Option<Vec<Facet>>,
    /// The scored terms; empty if no retriever reads terms.
    pub terms: Vec<ScoredTerm>,
    /// The query's own terms, where no retriever reads terms; to find in texts.
    pub unscored: Vec<ScoredTerm>,
    /// Fraction of the query's terms that are words; scales the dense weight.
    pub word_share: f32,
    pub intent: Option<QueryIntent>,
    /// Sections found, before paging.
    pub total: usize,
    /// The sections that the score mix ordered.
    pub mixed: Vec<SectionId>,
    /// The sections at the request's places.
    pub shown: Vec<Fused>,
}

impl Ranked {
    /// Whether scores come from fusion; otherwise they are the only list's own. Constant in a build with one retriever,
    /// which keeps sorting code out of that module.
    pub fn is_fused(&self) -> bool {
        cfg!(any(test, feature = "dense")) && self.lists.len() > 1
    }

    /// The terms to find in texts.
    pub fn matched_terms(&self) -> &[ScoredTerm] {
        if self.unscored.is_empty() { &self.terms } else { &self.unscored }
    }

    /// Adds a retriever's result.
    pub fn add(&mut self, name: &'static str, weight: f32, scale: Scale, found: super::retrieve::Retrieved) {
        self.total = self.total.max(found.total);
        self.degraded.extend(found.degraded);
        self.facets = self.facets.take().or(found.facets);
        if !found.sections.is_empty() {
            self.lists.push(RankedList { retriever: name, weight, scale, sections: found.sections });
        }
    }
}
