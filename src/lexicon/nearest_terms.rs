//! Related words: the terms whose vectors are nearest to that of a term, for readers to try in its place.
//!
//! Two terms are related if each is among the nearest of the other: otherwise a few general terms would be related to
//! all others.

use rayon::prelude::*;

use super::layout::MAX_RELATED;
use crate::dense::CodedVector;
use crate::lexical::{TermOccurrences, edit_distance, is_spellable};

/// The least cosine of the vectors of related terms.
const MIN_COSINE: f32 = 0.5;

/// How many of the nearest terms are looked at, in both directions.
const NEAREST: usize = 8;

/// The vector of a term in fewer sections is that of those sections.
const MIN_SECTIONS: u32 = 3;

/// A term in a larger share of all sections is on no topic.
const MAX_SHARE: f32 = 0.3;

/// For each term, the places of its related terms, nearest first. `vectors` are those of the terms, of `dimensions` numbers
/// each. Deterministic, whatever the number of threads. Cost: two comparisons for each two terms that are on a topic.
pub(super) fn related(
    terms: &[&TermOccurrences],
    vectors: &[f32],
    dimensions: usize,
    sections: usize,
    is_stop: &(dyn Fn(&str) -> bool + Sync),
) -> Vec<Vec<usize>> {
    let is_topical = |term: &TermOccurrences| {
        let most = (sections as f32 * MAX_SHARE) as u32;
        (MIN_SECTIONS..=most).contains(&term.document_frequency)
            && is_spellable(&term.term)
            && term.shown.chars().all(char::is_alphabetic)
            && !is_stop(&term.shown)
    };
    let places: Vec<usize> = (0..terms.len()).filter(|place| is_topical(terms[*place])).collect();
    let coded: Vec<CodedVector> = places
        .par_iter()
        .map(|place| CodedVector::new(&vectors[place * dimensions..][..dimensions]))
        .collect();
    let nearest: Vec<Vec<usize>> = coded
        .par_iter()
        .enumerate()
        .map(|(own, vector)| {
            let near = coded.iter().enumerate().map(|(other, it)| (other, vector.cosine(it)));
            let mut near: Vec<(usize, f32)> = near
                .filter(|(other, cosine)| {
                    *cosine >= MIN_COSINE && !are_alike(terms[places[own]], terms[places[*other]])
                })
                .collect();
            near.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            near.iter().take(NEAREST).map(|(other, _)| *other).collect()
        })
        .collect();
    let mut related = vec![Vec::new(); terms.len()];
    for (own, near) in nearest.iter().enumerate() {
        let mut found: Vec<usize> = Vec::new();
        for other in near.iter().filter(|other| nearest[**other].contains(&own)).map(|other| places[*other]) {
            if found.len() < MAX_RELATED as usize
                && !found.iter().any(|known| are_alike(terms[*known], terms[other]))
            {
                found.push(other);
            }
        }
        related[places[own]] = found;
    }
    related
}

/// Whether two terms are one, are forms of one word, or one is a part of the other.
fn are_alike(one: &TermOccurrences, other: &TermOccurrences) -> bool {
    let (one, other) = (&*one.shown, &*other.shown);
    let shorter = one.chars().count().min(other.chars().count());
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    one.contains(other)
        || other.contains(one)
        || shared >= 4.max(shorter * 3 / 5)
        || edit_distance(one, other) as usize * 3 <= shorter
}
