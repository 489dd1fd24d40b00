//! Model scores: a model outside of the engine reads the query with each of the first hits, and its scores reorder them.
//!
//! The first three pages of hits are reranked, whichever page is requested, so that paging neither repeats nor skips a
//! hit; later pages keep their order. `score += weight · range · (m - least) / (most - least)`, where m is the model's
//! score and `range` the difference of the best and the last score of these hits. So the weight means the same in all
//! modes: with 1, the model counts as much as all else. Without scores, the order is that without a model.

use super::passages::passage;
use super::{Candidate, RerankInputs, RerankTask};
use crate::error_code::ErrorCode;
use crate::ids::SectionId;
use crate::index::{Reads, Setting};
use crate::order::by_rank;
use crate::search::answer::{Degraded, Request};
use crate::search::lookup::ScoredTerm;

/// The name of this stage in `degraded`.
const RERANKER: &str = "reranker";

/// The weight of the model's scores.
pub(in crate::search) const WEIGHT: Setting = Setting::weight("rerank.weight", 1.0);

/// What the model said of the hits of one query. It is kept for the further pages of hits.
#[derive(Default)]
pub(in crate::search) struct ModelScores {
    query: String,
    sections: Vec<SectionId>,
    /// `None` while the model is asked.
    scores: Option<Result<Vec<f32>, Degraded>>,
    /// Whether an answer was given with them.
    used: bool,
}

impl ModelScores {
    /// What to ask the model; `None` if it has answered, or if there is nothing to rerank. A first page of hits asks
    /// again after a failure.
    pub fn task(
        &mut self,
        request: &Request,
        query: &str,
        candidates: &[Candidate<'_>],
        terms: &[&ScoredTerm],
    ) -> Option<RerankTask> {
        let sections: Vec<SectionId> = candidates.iter().map(|candidate| candidate.section).collect();
        let same = self.query == query && self.sections == sections;
        let again = self.used && request.offset == 0 && matches!(self.scores, Some(Err(_)));
        if same && !again && self.scores.is_some() {
            return None;
        }
        let scores = sections.is_empty().then(|| Ok(Vec::new()));
        *self = ModelScores { query: query.to_owned(), sections, scores, used: false };
        let passages = candidates.iter().map(|candidate| passage(request, candidate, terms));
        let task = RerankTask { query: query.to_owned(), passages: passages.collect() };
        self.scores.is_none().then_some(task)
    }

    /// Takes the scores, or the code and the message of a failure. No effect unless the model was asked.
    pub fn supply(&mut self, scores: Result<Vec<f32>, (String, String)>) {
        if self.scores.is_some() {
            return;
        }
        let expected = self.sections.len();
        let scores = scores.and_then(|scores| {
            let finite = scores.iter().filter(|score| score.is_finite()).count();
            if (scores.len(), finite) == (expected, expected) {
                return Ok(scores);
            }
            let message = format!(
                "{expected} finite scores expected of the reranker, {finite} of {} found",
                scores.len()
            );
            Err((ErrorCode::Reranker.as_str().to_owned(), message))
        });
        let failed = |(code, message)| Degraded::new(RERANKER, code, message, None);
        self.scores = Some(scores.map_err(failed));
    }

    /// The scores of the candidates that the model was last asked for.
    ///
    /// # Errors
    /// Why there are none.
    pub fn read(&mut self) -> Result<&[f32], Degraded> {
        self.used = true;
        match &self.scores {
            Some(Ok(scores)) => Ok(scores),
            Some(Err(problem)) => Err(problem.clone()),
            None => Ok(&[]),
        }
    }
}

/// Raises scores and reorders, navigational matches first. `reranked` of each candidate is the model's score before, and
/// what it added after.
pub(super) fn rerank<S: Reads>(inputs: &RerankInputs<'_, S>, candidates: &mut [Candidate<'_>]) {
    let weight = inputs.sites.settings().get(&WEIGHT);
    let (low, high) = extremes(candidates, |candidate| candidate.score);
    let (least, most) = extremes(candidates, |candidate| candidate.reranked);
    // In f64: differences of any two f32 are finite.
    let range = if high > low { f64::from(high) - f64::from(low) } else { 1.0 };
    for candidate in &mut *candidates {
        let above = f64::from(candidate.reranked) - f64::from(least);
        let share = if most > least { above / (f64::from(most) - f64::from(least)) } else { 1.0 };
        let score = candidate.score;
        candidate.score += (f64::from(weight) * range * share) as f32;
        candidate.reranked = candidate.score - score;
    }
    let rank = |candidate: &Candidate<'_>| {
        by_rank(inputs.ranked.navigational.rank(candidate.section), candidate.score, 0)
    };
    for place in 1..candidates.len() {
        let risen = rank(&candidates[place]);
        let above = candidates[..place].iter().position(|other| rank(other) < risen).unwrap_or(place);
        candidates[above..=place].rotate_right(1);
    }
}

fn extremes(candidates: &[Candidate<'_>], of: impl Fn(&Candidate<'_>) -> f32) -> (f32, f32) {
    let numbers = candidates.iter().map(of);
    numbers
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)))
}
