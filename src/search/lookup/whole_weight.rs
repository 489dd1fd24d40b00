//! The whole weight of a query, which tells how much of the query a section has.

use super::spelling::TermExpansion;
use super::term_lookup::{Found, TermLookup};
use crate::index::Reads;
use crate::lexical::idf;
use crate::search::parse::Clause;
use crate::text::TermKind;

/// Edits of a correction that still counts as the word that was typed.
const SURE_EDITS: u32 = 1;

/// What a section weighs that has everything of a query. A word that no section has weighs most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::search) struct WholeWeight {
    /// Corrections of more than one edit are not what was typed.
    pub typed: f32,
    /// All corrections count.
    pub corrected: f32,
    /// What sections have of it, each of its own.
    pub known: f32,
}

impl WholeWeight {
    /// Adds a clause. `found` is the weight of what the index has of it.
    pub(super) fn add<S: Reads>(
        &mut self,
        lookup: &mut TermLookup<'_, S>,
        clause: &Clause,
        expansions: &[Vec<TermExpansion>],
        found: f32,
    ) {
        let (mut typed, mut corrected) = (found, found);
        for (term, expansions) in clause.terms.iter().zip(expansions) {
            let mut has = |key: &str| matches!(lookup.find(key), Found::There(_));
            // A name stands for its parts.
            if !term.is_looked_up || term.kind == TermKind::Part && !clause.phrase || has(&term.text) {
                continue;
            }
            let fewest = expansions.iter().filter(|it| has(&it.term)).map(|it| it.edits).min();
            let missing = term.weight * idf(lookup.section_count(), 0);
            if fewest.is_none_or(|edits| edits > SURE_EDITS) {
                typed = typed.max(missing);
            }
            if fewest.is_none() {
                corrected = corrected.max(missing);
            }
        }
        self.known += found;
        self.typed += typed;
        self.corrected += corrected;
    }
}
