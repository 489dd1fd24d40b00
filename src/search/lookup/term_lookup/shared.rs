//! Lookups among several indexes: what one of them does not know of a term, the others add, so that each expands, corrects
//! and weighs a query as one index of all would.

use super::{Found, TermLookup};
use crate::index::{IfFull, Reads, Store};
use crate::lexical::{SpellingCandidate, TermEntry};
use crate::search::sites::Sites;

/// Lookups in the indexes that are searched beside `store`.
pub(super) fn others<'a, S: Reads>(sites: Sites<'a, S>, store: &Store<S>) -> Vec<TermLookup<'a, S>> {
    let is_other = |other: &&Store<S>| !std::ptr::eq(*other, store) && sites.searches(other);
    sites.stores().filter(is_other).map(TermLookup::new).collect()
}

impl<'a, S: Reads> TermLookup<'a, S> {
    /// Adds the blocks that the lookups in other indexes lack.
    pub(super) fn add_needs_of_others(&mut self) {
        let number = self.store.site().number;
        self.need.iter_mut().for_each(|id| *id = id.of_site(number));
        for other in self.others.get_mut().into_iter().flatten() {
            self.need.extend(other.settle().break_value().unwrap_or_default());
        }
    }

    /// A term with the document frequency of all indexes. Unknown while a block of any is missing; one that failed counts
    /// as one without the term.
    pub(super) fn with_others(&mut self, key: &str, own: Found<'a>) -> Found<'a> {
        let mut frequency = 0u32;
        let mut waits = false;
        for other in self.others.get_mut().into_iter().flatten() {
            match other.find(key) {
                Found::There(entry) => frequency = frequency.saturating_add(entry.document_frequency),
                Found::Unknown => waits |= !other.need.is_empty(),
                Found::Nowhere => {}
            }
        }
        match own {
            Found::There(mut entry) if !waits => {
                entry.document_frequency = entry.document_frequency.saturating_add(frequency);
                Found::There(entry)
            }
            Found::Nowhere if frequency > 0 && !waits => Found::There(TermEntry::elsewhere(frequency)),
            Found::Nowhere if !waits => Found::Nowhere,
            _ => Found::Unknown,
        }
    }

    /// Adds the candidates of the other indexes. A word of several has the sum of its document frequencies, and the
    /// nearest surface form, of equals that of the index that has it most.
    pub(super) fn with_candidates(
        &mut self,
        mut found: Vec<SpellingCandidate>,
        of: &mut dyn FnMut(&mut TermLookup<'a, S>) -> Vec<SpellingCandidate>,
    ) -> Vec<SpellingCandidate> {
        // The form of a word is that of the largest frequency in one index.
        let mut most: Vec<u32> = found.iter().map(|candidate| candidate.document_frequency).collect();
        for other in self.others.get_mut().into_iter().flatten() {
            for candidate in of(other) {
                let Some(at) = found.iter().position(|same| same.term == candidate.term) else {
                    most.push(candidate.document_frequency);
                    found.push(candidate);
                    continue;
                };
                let same = &mut found[at];
                let frequency = candidate.document_frequency;
                same.document_frequency = same.document_frequency.saturating_add(frequency);
                let is_more = (frequency, &candidate.surface) > (most[at], &same.surface);
                if candidate.distance < same.distance || candidate.distance == same.distance && is_more {
                    most[at] = frequency;
                    let document_frequency = same.document_frequency;
                    *same = SpellingCandidate { document_frequency, ..candidate };
                }
            }
        }
        found
    }

    /// The longest ending in any index.
    pub(super) fn longest_ending(&mut self, stem: &str, own: Option<String>) -> Option<String> {
        let endings = self.others.get_mut().into_iter().flatten().filter_map(|other| other.ending(stem));
        own.into_iter().chain(endings).max_by_key(String::len)
    }
}
