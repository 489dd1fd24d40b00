//! Words that a query has more than once.

use super::{Clause, Occur, QueryTerm};

/// Merges equal terms and sums their weights.
pub(super) fn distinct(terms: Vec<QueryTerm>) -> Vec<QueryTerm> {
    let mut distinct: Vec<QueryTerm> = Vec::with_capacity(terms.len());
    for term in terms {
        match distinct.iter_mut().find(|earlier| earlier.text == term.text) {
            Some(earlier) => earlier.weight += term.weight,
            None => distinct.push(term),
        }
    }
    distinct
}

/// Sums the weights of a repeated term. "The way to find a way" is about a way once.
pub(super) fn repeat(earlier: &mut QueryTerm, term: &QueryTerm) {
    if earlier.stop && !term.stop {
        (earlier.stop, earlier.weight) = (false, 0.0);
    }
    if earlier.stop == term.stop {
        earlier.weight += term.weight;
    }
}

pub(super) fn repeats(earlier: &Clause, occur: Occur, phrase: bool, terms: &[QueryTerm]) -> bool {
    let same_terms = || earlier.terms.iter().map(|term| &term.text).eq(terms.iter().map(|term| &term.text));
    earlier.occur == occur && earlier.phrase == phrase && same_terms()
}
