//! The ranking of one query: the retrievers' lists, and the fused hits to show.

use super::fuse::{Fused, RankedList};
use super::score_mix::Scale;
use crate::ids::SectionId;
use crate::index::Reads;
use crate::lexical::ScoredSection;
use crate::search::answer::{Closeness, Correction, Degraded, Facet, Fit, FoundPlace, Offered, QueryIntent};
use crate::search::lookup::{NavigationalMatches, ScoredTerm};
use crate::search::matches::posting_matches::PostingMatches;

/// The retrievers' results, fused and cut to the requested page of hits.
#[derive(Default)]
pub(in crate::search) struct Ranked {
    /// The lists that are not empty.
    pub lists: Vec<RankedList>,
    pub degraded: Vec<Degraded>,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    pub offered: Offered,
    /// The query with corrections applied; empty without any.
    pub corrected: String,
    /// Whether nothing was found or the fit is weak, but the corrected query would fit.
    pub suggests_corrected: bool,
    /// [`Closeness::words`] if all corrections count.
    pub corrected_words: f32,
    pub closeness: Closeness,
    pub fit: Option<Fit>,
    /// Sections to suggest, best first; empty if there are hits and the fit is not weak.
    pub nearest: Vec<SectionId>,
    /// Everything that matched, if the request needs counts.
    pub matched: Vec<ScoredSection>,
    pub facets: Option<Vec<Facet>>,
    /// For each page found, best first, its best section and the number of its hits; if requested.
    pub pages: Option<Vec<(SectionId, u32)>>,
    /// The scored terms; empty if no retriever reads terms.
    pub terms: Vec<ScoredTerm>,
    /// The query's own terms, where no retriever reads terms; to find in texts.
    pub unscored: Vec<ScoredTerm>,
    /// Fraction of the query's terms that are words; scales the dense weight.
    pub word_share: f32,
    pub intent: Option<QueryIntent>,
    /// Sections found, of each page as many as are asked for.
    pub total: usize,
    /// Whether no section has all words, which were asked for.
    pub fewer: bool,
    /// The sections that the score mix ordered.
    pub mixed: Vec<SectionId>,
    /// What sections gained from another edition in a better place.
    pub raised: Vec<(SectionId, f32)>,
    /// Places of sections in sites of other versions.
    pub other_versions: Vec<(SectionId, FoundPlace)>,
    /// The sections at the request's places.
    pub shown: Vec<Fused>,
}

impl Ranked {
    /// Whether scores come from fusion; otherwise they are the only list's own.
    pub fn is_fused(&self) -> bool {
        self.lists.len() > 1
    }

    /// What a section gained from another edition.
    pub fn raised(&self, section: SectionId) -> f32 {
        self.raised.iter().find(|(raised, _)| *raised == section).map_or(0.0, |(_, gain)| *gain)
    }

    /// The terms to find in texts.
    pub fn matched_terms(&self) -> &[ScoredTerm] {
        if self.unscored.is_empty() { &self.terms } else { &self.unscored }
    }

    /// The sections whose texts the answer needs.
    pub fn to_read(&self) -> impl Iterator<Item = SectionId> {
        let shown = self.shown.iter().map(|fused| fused.section);
        let pages = self.pages.iter().flatten().map(|(section, _)| *section);
        shown.chain(self.nearest.iter().copied()).chain(pages)
    }

    /// Takes what one index has of the query's terms; its sections are numbered from `first_section` on.
    pub fn take<S: Reads>(&mut self, mut matches: PostingMatches, first_section: u32) {
        let mut words = matches.words;
        if S::IS_FULL {
            matches.navigational.join(&mut self.navigational, first_section);
            matches.corrected_words = matches.corrected_words.max(self.corrected_words);
            words = words.max(self.closeness.words.unwrap_or_default());
        }
        self.navigational = matches.navigational;
        (self.closeness.words, self.corrected_words) = (Some(words), matches.corrected_words);
        if self.offered.is_empty() {
            self.offered = matches.offered;
        }
        // All indexes have the same terms, unless blocks of one failed.
        if matches.terms.len() > self.terms.len() {
            self.corrections = matches.corrections;
            self.corrected = matches.corrected;
            self.terms = matches.terms;
        }
    }

    /// Adds a retriever's result.
    pub fn add(
        &mut self,
        name: &'static str,
        weight: f32,
        scale: Scale,
        found: crate::search::retrieve::Retrieved,
    ) {
        self.total = self.total.max(found.total);
        self.degraded.extend(found.degraded);
        self.matched.extend(found.matched);
        if !found.sections.is_empty() {
            self.lists.push(RankedList { retriever: name, weight, scale, sections: found.sections });
        }
    }
}
