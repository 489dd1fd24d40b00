//! The lexicon as a retriever: searches the dense index by the weighted sum of the term vectors of the query, until the
//! encoder's vector is there.

use super::nearest::{
    CANDIDATES, CLUSTERS, graph_and_homes, missing, nearest, preload, problem, vectors_work,
};
use super::{Inputs, Retrieved, Retriever};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, BlockKind, Reads, Setting, Slot, Store};
use crate::search::answer::{Degraded, Mode, file_problem};
use crate::search::intent::{Intent, KindFactors, kind_factors};
use crate::search::lookup::{Found, ScoredTerm, TermLookup};
use crate::search::matches::admission::Admission;

/// The retriever's name.
pub(in crate::search) const LEXICON: &str = "lexicon";

/// Nearest-vector search by term vectors.
pub struct Lexicon;

impl<S: Reads> Retriever<S> for Lexicon {
    fn name(&self) -> &'static str {
        LEXICON
    }

    fn weight(&self) -> &'static Setting {
        const { &Setting::weight("fusion.weights.lexicon", 1.0) }
    }

    fn mix(&self) -> &'static Setting {
        const { &Setting::weight("mix.lexicon", 0.25) }
    }

    fn mix_floor(&self) -> Option<&'static Setting> {
        Some(&CANDIDATES)
    }

    fn kind_factors(&self) -> &'static KindFactors {
        const { kind_factors!("lexicon") }
    }

    fn answers(&self, mode: Mode) -> bool {
        matches!(mode, Mode::Hybrid | Mode::Lexicon)
    }

    fn works(&self, inputs: &Inputs<'_, S>) -> bool {
        is_used(inputs) && inputs.store.directory().lexicon.is_some() && vectors_work(inputs.store)
    }

    fn reads_terms(&self) -> bool {
        true
    }

    fn reads_seeds(&self) -> bool {
        true
    }

    /// Once the terms are looked up: their vectors, and what every search needs of the graph; then as the dense retriever.
    fn need(&self, inputs: &Inputs<'_, S>) -> Vec<BlockId> {
        let store = inputs.store;
        let mut need = Vec::new();
        each_term(store, inputs.terms, &mut |block, _, _| {
            let id = BlockKind::TermVectors.block(block);
            if store.is_missing(id) && !need.contains(&id) {
                need.push(id);
            }
        });
        if !need.is_empty() {
            need.extend(graph_and_homes(store));
            return need;
        }
        vector_of(store, inputs.terms)
            .0
            .map(|vector| missing(inputs, &vector, clusters(inputs.store)))
            .unwrap_or_default()
    }

    fn preload(&self, store: &Store<S>) -> Vec<BlockId> {
        if store.directory().lexicon.is_some() { preload(store) } else { Vec::new() }
    }

    fn weight_factor(&self, intent: &Intent) -> f32 {
        intent.word_share
    }

    fn retrieve(&self, inputs: &Inputs<'_, S>, admission: &Admission<'_, S>) -> Result<Retrieved, Degraded> {
        if !is_used(inputs) {
            return Ok(Retrieved::default());
        }
        if inputs.store.directory().lexicon.is_none() {
            if inputs.request.mode != Mode::Lexicon {
                return Ok(Retrieved::default());
            }
            let message = "the index was built without a lexicon; build it with a model, and without the setting \
                           `dense.lexicon = false`";
            return Err(problem(LEXICON, ErrorCode::NoDense.as_str(), message));
        }
        let (vector, degraded) = vector_of(inputs.store, inputs.terms);
        let mut found = match vector {
            Some(vector) => nearest(LEXICON, inputs, admission, &vector, clusters(inputs.store))?,
            None => Retrieved::default(),
        };
        found.degraded.extend(degraded);
        Ok(found)
    }
}

/// Clusters that its vector looks at: two thirds of the encoder's, since a reader's first refinement loads the graph too,
/// and its vector is the coarser one.
fn clusters<S: Reads>(store: &Store<S>) -> usize {
    (store.directory().ranking.get(&CLUSTERS) * 2.0 / 3.0).ceil() as usize
}

/// Whether a query uses it: not beside the encoder's vector, which is the better one.
fn is_used<S: Reads>(inputs: &Inputs<'_, S>) -> bool {
    inputs.request.mode == Mode::Lexicon || inputs.vector.is_none() && inputs.uses_lexicon
}

/// The sum of the term vectors of the query; `None` if no term has one. Blocks that failed are left out, with a warning
/// for each beside it.
pub(in crate::search) fn vector_of<S: Reads>(
    store: &Store<S>,
    terms: &[ScoredTerm],
) -> (Option<Vec<f32>>, Vec<Degraded>) {
    let mut degraded = Vec::new();
    let Some(lexicon) = store.directory().lexicon.as_ref() else { return (None, degraded) };
    let mut vector = vec![0.0; lexicon.shape.dimensions];
    let mut has_vector = false;
    each_term(store, terms, &mut |block, place, weight| match store.term_vectors(block) {
        Slot::Ready(vectors) => has_vector |= vectors.add(place, weight, &mut vector),
        Slot::Failed(error) => degraded.push(file_problem(LEXICON, error)),
        Slot::Missing => {}
    });
    (has_vector.then_some(vector), degraded)
}

/// Calls `each` with the block, the place and the weight of each term of the query, in a fixed order.
fn each_term<S: Reads>(store: &Store<S>, terms: &[ScoredTerm], each: &mut dyn FnMut(usize, usize, f32)) {
    let mut lookup = TermLookup::new(store);
    for term in terms {
        if let Found::There(entry) = lookup.find(&term.text) {
            each(entry.block, entry.place as usize, term.weight);
        }
    }
}
