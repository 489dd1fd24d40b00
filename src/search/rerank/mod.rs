//! Rerankers: each is a function in a file of its own that may move the candidates and change their scores.
//!
//! They run one after the other over [`candidates`]: the page of hits that was requested, whose texts are there by then.

mod proximity;

use super::answer::Degraded;
use super::lookup::ScoredTerm;
use super::rank::Ranked;
use super::retrieve::file_problem;
use super::text_matches::{QueryTermMatcher, TextMatch};
use crate::ids::SectionId;
use crate::index::{PageText, SectionText, Slot, Store};

/// A section that will be shown.
pub(super) struct Candidate<'a> {
    pub section: SectionId,
    pub score: f32,
    /// What bigram proximity added to the score.
    pub proximity: f32,
    pub text: &'a SectionText,
    pub page: &'a PageText,
    /// Where the query's terms stand in the text.
    pub matches: Vec<TextMatch>,
}

/// What rerankers go by, beside the candidates.
pub(super) struct RerankInputs<'a> {
    pub ranked: &'a Ranked,
    /// The terms that [`TextMatch::term`] counts.
    pub terms: &'a [&'a ScoredTerm],
    /// Sections of the index.
    pub section_count: u32,
}

/// All rerankers, in the order in which they run.
const RERANKERS: &[fn(&RerankInputs<'_>, &mut [Candidate<'_>])] = &[proximity::rerank];

/// Runs all rerankers over candidates, best first.
pub(super) fn rerank(inputs: &RerankInputs<'_>, candidates: &mut [Candidate<'_>]) {
    RERANKERS.iter().for_each(|reranker| reranker(inputs, candidates));
}

/// The sections shown whose texts are there, in the order of the fused list. Each text that could not be had adds a
/// warning to `degraded`, once.
pub(super) fn candidates<'a>(
    store: &'a Store,
    ranked: &Ranked,
    matcher: &QueryTermMatcher<'_>,
    degraded: &mut Vec<Degraded>,
) -> Vec<Candidate<'a>> {
    let mut candidates = Vec::with_capacity(ranked.shown.len());
    for fused in &ranked.shown {
        match store.text(fused.section) {
            Some((Slot::Ready(fragment), place)) => {
                let Some(text) = fragment.sections.get(place) else { continue };
                let Some(page) = fragment.pages.get(text.page) else { continue };
                candidates.push(Candidate {
                    section: fused.section,
                    score: fused.score,
                    proximity: 0.0,
                    text,
                    page,
                    matches: matcher.matches(&text.text),
                });
            }
            Some((Slot::Failed(error), _)) => {
                let problem = file_problem("texts", error);
                if !degraded.contains(&problem) {
                    degraded.push(problem);
                }
            }
            Some((Slot::Missing, _)) | None => {}
        }
    }
    candidates
}
