//! Which sections searches of vectors start from beside the query's vector: the best by words, of each index.

use super::asked::Asked;
use crate::ids::SectionId;
use crate::index::Store;
use crate::search::engine::Engine;
use crate::search::engine::stages::Stages;
use crate::search::lookup::Resolved;
use crate::search::matches::admission::Admission;
use crate::search::matches::posting_matches::PostingMatches;
use crate::search::retrieve::{Inputs, Lexical, Retriever, SEEDS, has_seeds};

/// Posting matches, and the best of them.
pub(super) struct Seeded {
    pub matches: PostingMatches,
    pub seeds: Vec<SectionId>,
}

impl<S: Stages> Engine<S> {
    /// Whether a retriever looks at seeds in an index.
    pub(super) fn seeds_are_read(&self, retrievers: &[&dyn Retriever<S>], inputs: &Inputs<'_, S>) -> bool {
        has_seeds(inputs.store) && retrievers.iter().any(|it| it.reads_seeds() && it.works(inputs))
    }

    /// Scores the terms of an index. The seeds are the same for all pages of hits.
    pub(super) fn seeded(&self, asked: Asked<'_, S>, store: &Store<S>, resolved: Resolved<'_>) -> Seeded {
        let matches = PostingMatches::new(store, resolved);
        let least = asked.query.minimum_should_match;
        let admission = Admission::new(store, asked.request, Some(&matches), least, self.listing());
        // As in a fused list, which neither a limit nor a threshold cuts.
        let inputs =
            Inputs { terms: &matches.terms, matches: Some(&matches), ..self.inputs(asked, store, true) };
        let found = Lexical.retrieve(&inputs, &admission).unwrap_or_default();
        let most = asked.sites.settings().get(&SEEDS) as usize;
        let seeds = found.sections.iter().take(most).map(|scored| scored.section).collect();
        drop(admission);
        Seeded { matches, seeds }
    }
}
