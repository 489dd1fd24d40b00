//! Bigram proximity: raises sections in which terms of the query are adjacent, in the query's order.
//!
//! It reads the texts, which excerpts need anyway. Positions of all matches would cost one more round trip and most of
//! an index.

use super::{Candidate, RerankInputs};
use crate::index::Reads;
use crate::lexical::idf;
use crate::search::lookup::ScoredTerm;
use crate::search::matches::text_matches::TextMatch;
use crate::search::retrieve::LEXICAL;

/// Most bytes between two adjacent terms: blanks and signs, or one short word ("size of a batch").
const NEAR_BYTES: usize = 8;

/// Largest gain of a bigram, as a fraction of the sum of its terms' weights.
const PROXIMITY: f32 = 0.5;

/// Fused scores have another scale: `fused *= 1 + 0.4 * word_share * proximity / best_lexical`. Rank 10 of a list has
/// 61/70 of the fused score of rank 1.
const FUSED_PROXIMITY: f32 = 0.4;

/// Raises scores and reorders, sections with the whole name of the query still first. Leaves navigational queries and answers without lexical matches unchanged.
pub(super) fn rerank<S: Reads>(inputs: &RerankInputs<'_, S>, candidates: &mut [Candidate<'_>]) {
    let ranked = inputs.ranked;
    let lexical = ranked.lists.iter().find(|list| list.retriever == LEXICAL);
    let Some(best) = lexical.and_then(|list| list.sections.first()) else { return };
    if !ranked.navigational.is_empty() {
        return;
    }
    let sections = inputs.sites.section_count();
    for place in 0..candidates.len() {
        let candidate = &mut candidates[place];
        let proximity = proximity(&candidate.matches, &inputs.matcher.terms, sections);
        let score = candidate.score;
        if ranked.is_fused() {
            // Parts of a name are always adjacent, so proximity counts less for queries with names.
            candidate.score *= 1.0 + FUSED_PROXIMITY * ranked.word_share * proximity / best.score;
        } else {
            candidate.score += proximity;
        }
        candidate.proximity = candidate.score - score;
        let (risen, rank) = (candidate.score, ranked.navigational.rank(candidate.section));
        let is_below =
            |other: &Candidate<'_>| other.score < risen && ranked.navigational.rank(other.section) <= rank;
        let place_now = candidates[..place].iter().position(is_below).unwrap_or(place);
        (place_now..place).rev().for_each(|at| candidates.swap(at, at + 1));
    }
}

/// Sums the gains of the query's bigrams in a text. Each is [`PROXIMITY`] times its two terms' weights (with inverse
/// document frequency among `sections`): half for one occurrence, approaching all for many. Terms inside a name do not
/// count as adjacent to it.
fn proximity(matches: &[TextMatch], terms: &[&ScoredTerm], sections: u32) -> f32 {
    let mut counts = vec![0.0f32; terms.len()];
    let mut worth = 0.0;
    // `terms.len()` means no previous term.
    let (mut last, mut end) = (terms.len(), 0);
    for found in matches {
        if found.span.start < end {
            continue;
        }
        if found.term == last + 1 && found.span.start - end <= NEAR_BYTES {
            let weight =
                |term: &ScoredTerm| term.weight * term.balance * idf(sections, term.document_frequency);
            let count = &mut counts[found.term];
            *count += 1.0;
            // 1/2 + 1/6 + 1/12 + … converges to 1.
            worth += (weight(terms[last]) + weight(terms[found.term])) / (*count * (*count + 1.0));
        }
        (last, end) = (found.term, found.span.end);
    }
    worth * PROXIMITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::matches::text_matches::with_matches;

    fn proximity_of(text: &str, words: &[&str]) -> f32 {
        with_matches(text, words, |terms, matches| proximity(matches, terms, 9))
    }

    #[test]
    fn adjacent_terms_raise_the_score() {
        let once = PROXIMITY * idf(9, 1);
        for (text, words, expected) in [
            ("object store", &["object", "store"][..], once),
            ("objects in stores", &["object", "store"], once),
            ("object store. object store", &["object", "store"], once * 4.0 / 3.0),
            ("object store memory", &["object", "store", "memori"], once * 2.0),
            ("store object", &["object", "store"], 0.0),
            ("object that is no store", &["object", "store"], 0.0),
            ("os.path", &["os.path", "os"], 0.0),
            ("object object", &["object"], 0.0),
            ("object store", &[], 0.0),
        ] {
            let found = proximity_of(text, words);
            assert!((found - expected).abs() < 1e-5, "{text}: {found} != {expected}");
        }
    }
}
