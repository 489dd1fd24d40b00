//! Rerankers: each is a function in its own file that may reorder candidates and change their scores.
//!
//! `proximity` runs over the requested page of hits, whose texts are loaded by then. `model_scores` reranks the first
//! pages of hits together, if the request asks for it; `passages` is what its model reads.

mod model_scores;
mod passages;
mod proximity;

use super::answer::{Degraded, Request};
use super::fusion::rank::Ranked;
use super::matches::text_matches::{QueryTermMatcher, TextMatch};
use super::sites::Sites;
use super::sites::shown_text::shown_text;
use crate::ids::SectionId;
use crate::index::{PageText, Reads, SectionText};

pub(super) use model_scores::ModelScores;
pub(super) use model_scores::WEIGHT;
pub use passages::{Passage, RerankTask};

/// A section on the requested page of hits.
pub(super) struct Candidate<'a> {
    pub section: SectionId,
    pub score: f32,
    /// Score added by bigram proximity.
    pub proximity: f32,
    /// Score added by a model.
    pub reranked: f32,
    pub text: &'a SectionText,
    pub page: &'a PageText,
    /// Occurrences of the query's terms in the text, in text order.
    pub matches: Vec<TextMatch>,
}

/// Inputs of rerankers besides the candidates.
pub(super) struct RerankInputs<'a, S: Reads> {
    pub sites: Sites<'a, S>,
    pub request: &'a Request,
    pub ranked: &'a Ranked,
    pub matcher: &'a QueryTermMatcher<'a>,
    /// Whether hits have another order than the ranking's.
    pub is_sorted: bool,
}

impl<'a, S: Reads> RerankInputs<'a, S> {
    /// The requested page of hits in the order of the fused list, reranked by the texts alone. Each text block that
    /// failed adds one warning to `degraded`.
    pub fn page(&self, degraded: &mut Vec<Degraded>) -> Vec<Candidate<'a>> {
        // The pages before are there for a model only.
        let start = if self.request.reranks::<S>() { self.request.offset } else { 0 };
        let mut page = self.candidates(start, self.request.limit, degraded);
        // Another order than the ranking's stays.
        if !self.is_sorted {
            proximity::rerank(self, &mut page);
        }
        page
    }

    /// The hits that a model reranks, in the order of the fused list.
    pub fn first_pages(&self, degraded: &mut Vec<Degraded>) -> Vec<Candidate<'a>> {
        self.candidates(0, self.request.reranked(), degraded)
    }

    /// The requested page of hits with a model's scores of [`Self::first_pages`].
    pub fn page_with(&self, scores: &[f32], degraded: &mut Vec<Degraded>) -> Vec<Candidate<'a>> {
        let mut first = self.first_pages(degraded);
        first.iter_mut().zip(scores).for_each(|(candidate, score)| candidate.reranked = *score);
        proximity::rerank(self, &mut first);
        model_scores::rerank(self, &mut first);
        let Request { offset, limit, .. } = *self.request;
        let mut page: Vec<Candidate<'a>> = first.into_iter().skip(offset).take(limit).collect();
        let reranked = self.request.reranked();
        let mut later = self.candidates(reranked, (offset + limit).saturating_sub(reranked), degraded);
        proximity::rerank(self, &mut later);
        page.append(&mut later);
        page
    }

    /// Up to `count` of the shown sections from a place on: those whose texts are loaded.
    fn candidates(&self, start: usize, count: usize, degraded: &mut Vec<Degraded>) -> Vec<Candidate<'a>> {
        let mut candidates = Vec::with_capacity(self.ranked.shown.len());
        for fused in self.ranked.shown.iter().skip(start).take(count) {
            if let Some((text, page)) = shown_text(self.sites, fused.section, degraded) {
                candidates.push(Candidate {
                    section: fused.section,
                    score: fused.score,
                    proximity: 0.0,
                    reranked: 0.0,
                    text,
                    page,
                    matches: self.matcher.matches(&text.marked),
                });
            }
        }
        candidates
    }
}
