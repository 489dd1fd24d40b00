//! The dense retriever: ranks sections by cosine similarity to the query's vector.

#[cfg(feature = "dense")]
use super::{CANDIDATES_OF_PAGES, MAX_CANDIDATES, file_problem};
use super::{Inputs, Retrieved, Retriever};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Setting, Store};
#[cfg(feature = "dense")]
use crate::index::{BlockKind, Slot};
#[cfg(feature = "dense")]
use crate::lexical::ScoredSection;
use crate::search::admission::Admission;
use crate::search::answer::{Degraded, Mode};
use crate::search::intent::{Intent, KindFactors, kind_factors};

/// The retriever's name.
pub(in crate::search) const DENSE: &str = "dense";

/// The least number of sections that it passes to fusion.
pub(super) const CANDIDATES: Setting = Setting::whole("fusion.candidates", 50.0, 1.0, 1_000.0);

/// Candidates per requested hit. With fewer, fusion loses sections ranked high by only one retriever.
#[cfg(feature = "dense")]
const CANDIDATES_PER_HIT: usize = 5;

/// Nearest-vector search. Without the feature `dense`, it only reports that it is unavailable.
pub(in crate::search) struct Dense;

impl Retriever for Dense {
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
        mode != Mode::Lexical
    }

    fn works(&self, inputs: &Inputs<'_>) -> bool {
        inputs.vector.is_some() && vectors_work(inputs.store)
    }

    fn reads_vector(&self) -> bool {
        true
    }

    fn need(&self, inputs: &Inputs<'_>) -> Vec<BlockId> {
        if self.works(inputs) { missing_vectors(inputs.store) } else { Vec::new() }
    }

    /// The vectors; once they are loaded, the graph, which no query waits for.
    fn preload(&self, store: &Store) -> Vec<BlockId> {
        let vectors = missing_vectors(store);
        if vectors.is_empty() { missing_graph(store) } else { vectors }
    }

    fn weight_factor(&self, intent: &Intent) -> f32 {
        intent.word_share
    }

    fn retrieve(&self, inputs: &Inputs<'_>, admission: &Admission<'_>) -> Result<Retrieved, Degraded> {
        if inputs.store.directory().dense.is_empty() {
            return Err(problem(
                ErrorCode::NoDense.as_str(),
                "the index was built without vectors; build it with a model to search by meaning",
            ));
        }
        let Some(vector) = inputs.vector else {
            return Err(inputs
                .encoder_problem
                .cloned()
                .unwrap_or_else(|| problem(ErrorCode::NoVector.as_str(), "the query was not embedded")));
        };
        nearest(inputs, admission, vector)
    }
}

#[cfg(feature = "dense")]
fn nearest(inputs: &Inputs<'_>, admission: &Admission<'_>, vector: &[f32]) -> Result<Retrieved, Degraded> {
    let depth = depth(inputs);
    let found = match inputs.store.dense() {
        Slot::Ready(index) if admission.is_open() => index.sections(vector, depth),
        // Excluded sections must not take places among the nearest.
        Slot::Ready(index) => index.sections_among(vector, depth, &|section| admission.admits(section)),
        Slot::Failed(error) => return Err(file_problem(DENSE, error)),
        Slot::Missing => return Err(problem(ErrorCode::Loading.as_str(), "the vectors are still loading")),
    };
    let found = found.map_err(|error| problem(ErrorCode::Vector.as_str(), &error.to_string()))?;
    let scored = |hit: crate::dense::Neighbour| ScoredSection { section: hit.section, score: hit.similarity };
    Ok(Retrieved { sections: found.into_iter().map(scored).collect(), ..Retrieved::default() })
}

#[cfg(not(feature = "dense"))]
fn nearest(_: &Inputs<'_>, _: &Admission<'_>, _: &[f32]) -> Result<Retrieved, Degraded> {
    Err(problem(ErrorCode::WordsOnly.as_str(), "this module has no dense retriever; load the full one"))
}

/// How many sections to retrieve. Without fusion, later result pages need more, and a limit of hits per page more
/// still.
#[cfg(feature = "dense")]
fn depth(inputs: &Inputs<'_>) -> usize {
    let least = inputs.store.directory().ranking.get(&CANDIDATES) as usize;
    let (request, alone) = (inputs.request, !inputs.is_fused);
    let hits = if alone { request.places().end } else { request.limit };
    let of_pages = alone && request.max_per_page > 0;
    let more = if of_pages { CANDIDATES_OF_PAGES / CANDIDATES_PER_HIT } else { 1 };
    hits.saturating_mul(CANDIDATES_PER_HIT).max(least).saturating_mul(more).min(MAX_CANDIDATES)
}

#[cfg(feature = "dense")]
fn vectors_work(store: &Store) -> bool {
    store.vectors_work()
}

#[cfg(feature = "dense")]
fn missing_vectors(store: &Store) -> Vec<BlockId> {
    store.missing_of(BlockKind::Dense)
}

#[cfg(feature = "dense")]
fn missing_graph(store: &Store) -> Vec<BlockId> {
    store.missing_of(BlockKind::Graph)
}

#[cfg(not(feature = "dense"))]
fn vectors_work(_: &Store) -> bool {
    false
}

#[cfg(not(feature = "dense"))]
fn missing_vectors(_: &Store) -> Vec<BlockId> {
    Vec::new()
}

#[cfg(not(feature = "dense"))]
fn missing_graph(_: &Store) -> Vec<BlockId> {
    Vec::new()
}

fn problem(code: &str, message: &str) -> Degraded {
    Degraded { retriever: DENSE, code: code.to_owned(), message: message.to_owned(), file: None }
}
