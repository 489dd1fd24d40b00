//! Words that a query has more than once.

use super::{Clause, Occur, QueryTerm};

/// Merges equal terms and sums their weights.
pub(super) fn distinct(terms: Vec<QueryTerm>) -> Vec<QueryTerm> {
    let mut distinct: Vec<QueryTerm> = Vec::with_capacity(terms.len());
    for term in terms {
        match distinct.iter_mut().find(|known| known.text == term.text) {
            Some(known) => known.weight += term.weight,
            None => distinct.push(term),
        }
    }
    distinct
}

/// Sums the weights of a repeated term. "The way to find a way" is about a way once.
pub(super) fn repeat(known: &mut QueryTerm, term: &QueryTerm) {
    if known.stop && !term.stop {
        (known.stop, known.weight) = (false, 0.0);
    }
    if known.stop == term.stop {
        known.weight += term.weight;
    }
}

pub(super) fn repeats(known: &Clause, occur: Occur, phrase: bool, terms: &[QueryTerm]) -> bool {
    let same_terms = || known.terms.iter().map(|term| &term.text).eq(terms.iter().map(|term| &term.text));
    known.occur == occur && known.phrase == phrase && same_terms()
}
