//! Rerankers: each is a function in its own file that may reorder candidates and change their scores.
//!
//! `proximity` runs over each ten hits, whose texts are loaded by then. `model_scores` reranks the first
//! pages of hits together, if the request asks for it; `passages` is what its model reads.

mod model_scores;
mod passages;
mod proximity;

use super::answer::{Degraded, Request, parted};
use super::fusion::rank::Ranked;
use super::matches::text_matches::{QueryTermMatcher, TextMatch};
use super::sites::Sites;
use super::sites::shown_text::shown_text;
use crate::ids::SectionId;
use crate::index::{PageText, Reads, SectionText};
use std::ops::Range;

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
    /// The requested page of hits in the order of the fused list, reranked by the texts alone; text blocks that failed are
    /// told beside it.
    pub fn page(&self) -> (Vec<Candidate<'a>>, Vec<Degraded>) {
        let Request { offset, limit, .. } = *self.request;
        let Range { start, end } = self.request.reordered();
        // The pages before are there for a model only.
        let before = if self.request.reranks::<S>() { start } else { 0 };
        let (mut page, degraded) = self.candidates(before, end - start);
        // Another order than the ranking's stays.
        if !self.is_sorted {
            proximity::rerank(self, &mut page);
        }
        page.drain(..(offset - start).min(page.len()));
        page.truncate(limit);
        (page, degraded)
    }

    /// The hits that a model reranks, in the order of the fused list.
    pub fn first_pages(&self) -> (Vec<Candidate<'a>>, Vec<Degraded>) {
        self.candidates(0, self.request.reranked())
    }

    /// The requested page of hits with a model's scores of [`Self::first_pages`].
    pub fn page_with(&self, scores: &[f32]) -> (Vec<Candidate<'a>>, Vec<Degraded>) {
        let (mut first, mut degraded) = self.first_pages();
        first.iter_mut().zip(scores).for_each(|(candidate, score)| candidate.reranked = *score);
        proximity::rerank(self, &mut first);
        model_scores::rerank(self, &mut first);
        let Request { offset, limit, .. } = *self.request;
        let mut page: Vec<Candidate<'a>> = first.into_iter().skip(offset).take(limit).collect();
        let reranked = self.request.reranked();
        let (mut later, failed) = self.candidates(reranked, (offset + limit).saturating_sub(reranked));
        proximity::rerank(self, &mut later);
        page.append(&mut later);
        degraded.extend(failed);
        (page, degraded)
    }

    /// Up to `count` of the shown sections from a place on: those whose texts are loaded.
    fn candidates(&self, start: usize, count: usize) -> (Vec<Candidate<'a>>, Vec<Degraded>) {
        let shown = self.ranked.shown.get(start..).unwrap_or_default().iter().take(count);
        parted(shown.filter_map(|fused| {
            Some(shown_text(self.sites, fused.section)?.map(|(text, page)| Candidate {
                section: fused.section,
                score: fused.score,
                proximity: 0.0,
                reranked: 0.0,
                text,
                page,
                matches: self.matcher.matches(&text.marked),
            }))
        }))
    }
}
