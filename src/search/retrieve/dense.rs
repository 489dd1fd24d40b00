//! The dense retriever: ranks sections by cosine similarity to the query's vector.

use super::nearest::{CANDIDATES, CLUSTERS, missing, nearest, preload, problem, vectors_work};
use super::{Inputs, Retrieved, Retriever};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Reads, Setting, Store};
use crate::search::answer::{Degraded, Mode};
use crate::search::intent::{Intent, KindFactors, kind_factors};
use crate::search::matches::admission::Admission;

/// The retriever's name.
pub(in crate::search) const DENSE: &str = "dense";

/// Nearest-vector search.
pub struct Dense;

impl<S: Reads> Retriever<S> for Dense {
    fn name(&self) -> &'static str {
        DENSE
    }

    fn weight(&self) -> &'static Setting {
        const { &Setting::weight("fusion.weights.dense", 1.0) }
    }

    fn mix(&self) -> &'static Setting {
        const { &Setting::weight("mix.dense", 0.4) }
    }

    fn mix_floor(&self) -> Option<&'static Setting> {
        Some(&CANDIDATES)
    }

    fn kind_factors(&self) -> &'static KindFactors {
        const { kind_factors!("dense") }
    }

    fn answers(&self, mode: Mode) -> bool {
        matches!(mode, Mode::Hybrid | Mode::Dense)
    }

    fn works(&self, inputs: &Inputs<'_, S>) -> bool {
        inputs.vector.is_some() && vectors_work(inputs.store)
    }

    fn reads_vector(&self) -> bool {
        true
    }

    fn reads_seeds(&self) -> bool {
        true
    }

    /// The graph, then the nearest clusters, and those of seeds.
    fn need(&self, inputs: &Inputs<'_, S>) -> Vec<BlockId> {
        inputs.vector.map(|vector| missing(inputs, vector, clusters(inputs.store))).unwrap_or_default()
    }

    fn preload(&self, store: &Store<S>) -> Vec<BlockId> {
        preload(store)
    }

    fn weight_factor(&self, intent: &Intent) -> f32 {
        intent.word_share
    }

    fn retrieve(&self, inputs: &Inputs<'_, S>, admission: &Admission<'_, S>) -> Result<Retrieved, Degraded> {
        if inputs.store.directory().graph.is_empty() {
            return Err(problem(
                DENSE,
                ErrorCode::NoDense.as_str(),
                "the index was built without vectors; build it with a model to search by meaning",
            ));
        }
        let Some(vector) = inputs.vector else {
            return Err(inputs.encoder_problem.clone().unwrap_or_else(|| {
                problem(DENSE, ErrorCode::NoVector.as_str(), "the query was not embedded")
            }));
        };
        nearest(DENSE, inputs, admission, vector, clusters(inputs.store))
    }
}

fn clusters<S: Reads>(store: &Store<S>) -> usize {
    store.directory().ranking.get(&CLUSTERS) as usize
}
