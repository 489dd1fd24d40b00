//! Rerankers: each is a function in its own file that may reorder the candidates and change their scores.
//!
//! They run one after the other over [`candidates`]: the requested page of hits, whose texts are loaded by then.

mod proximity;

use super::answer::Degraded;
use super::lookup::ScoredTerm;
use super::rank::Ranked;
use super::shown_text::shown_text;
use super::text_matches::{QueryTermMatcher, TextMatch};
use crate::ids::SectionId;
use crate::index::{PageText, SectionText, Store};

/// A section on the requested page of hits.
pub(super) struct Candidate<'a> {
    pub section: SectionId,
    pub score: f32,
    /// Score added by bigram proximity.
    pub proximity: f32,
    pub text: &'a SectionText,
    pub page: &'a PageText,
    /// Occurrences of the query's terms in the text, in text order.
    pub matches: Vec<TextMatch>,
}

/// Inputs of rerankers besides the candidates.
pub(super) struct RerankInputs<'a> {
    pub ranked: &'a Ranked,
    /// The terms that [`TextMatch::term`] indexes.
    pub terms: &'a [&'a ScoredTerm],
    /// Number of sections in the index.
    pub section_count: u32,
}

/// All rerankers, in the order in which they run.
const RERANKERS: &[fn(&RerankInputs<'_>, &mut [Candidate<'_>])] = &[proximity::rerank];

/// Runs all rerankers over `candidates`, which are best first before and after.
pub(super) fn rerank(inputs: &RerankInputs<'_>, candidates: &mut [Candidate<'_>]) {
    RERANKERS.iter().for_each(|reranker| reranker(inputs, candidates));
}

/// The shown sections whose texts are loaded, in the order of the fused list. Each text block that failed adds one
/// warning to `degraded`.
pub(super) fn candidates<'a>(
    store: &'a Store,
    ranked: &Ranked,
    matcher: &QueryTermMatcher<'_>,
    degraded: &mut Vec<Degraded>,
) -> Vec<Candidate<'a>> {
    let mut candidates = Vec::with_capacity(ranked.shown.len());
    for fused in &ranked.shown {
        if let Some((text, page)) = shown_text(store, fused.section, degraded) {
            candidates.push(Candidate {
                section: fused.section,
                score: fused.score,
                proximity: 0.0,
                text,
                page,
                matches: matcher.matches(&text.text),
            });
        }
    }
    candidates
}
