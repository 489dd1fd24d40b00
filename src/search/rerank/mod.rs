//! Rerankers: each is a function in a file of its own that may move the candidates and change their scores.
//!
//! They run one behind the other over the page of hits that was asked for, whose texts are there by then.

mod proximity;

use super::lookup::ScoredTerm;
use super::rank::Ranked;
use super::text_matches::TextMatch;
use crate::ids::SectionId;
use crate::index::{PageText, SectionText};

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
const RERANKERS: &[fn(&RerankInputs<'_>, &mut Vec<Candidate<'_>>)] = &[proximity::rerank];

/// Runs all rerankers over candidates, best first.
pub(super) fn rerank(inputs: &RerankInputs<'_>, candidates: &mut Vec<Candidate<'_>>) {
    RERANKERS.iter().for_each(|reranker| reranker(inputs, candidates));
}
