//! The dense retriever: ranks sections by cosine similarity to the query's vector.

use super::{Inputs, Retrieved, Retriever};
#[cfg(feature = "dense")]
use super::{MAX_CANDIDATES, file_problem};
#[cfg(feature = "dense")]
use crate::dense::Neighbour;
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Setting, Store};
#[cfg(feature = "dense")]
use crate::index::{BlockKind, Slot};
#[cfg(feature = "dense")]
use crate::lexical::ScoredSection;
use crate::search::admission::Admission;
#[cfg(feature = "dense")]
use crate::search::aggregates::are_requested;
use crate::search::answer::{Degraded, Mode};
use crate::search::intent::{Intent, KindFactors, kind_factors};
#[cfg(feature = "dense")]
use crate::search::page::is_filled;

/// The retriever's name.
pub(in crate::search) const DENSE: &str = "dense";

/// The least number of sections that it passes to fusion.
pub(super) const CANDIDATES: Setting = Setting::whole("fusion.candidates", 100.0, 1.0, 1_000.0);

/// Candidates per requested hit, where more hits are requested than [`CANDIDATES`]. With fewer, fusion loses sections
/// ranked high by only one retriever.
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

/// The nearest sections. Later result pages need more of them, a limit of hits per page more still, and counts all. A
/// search for more may find nearer sections that the one before missed; they come behind, so that no result page shows
/// what another one shows.
#[cfg(feature = "dense")]
fn nearest(inputs: &Inputs<'_>, admission: &Admission<'_>, vector: &[f32]) -> Result<Retrieved, Degraded> {
    let Inputs { store, request, .. } = *inputs;
    let index = match store.dense() {
        Slot::Ready(index) => index,
        Slot::Failed(error) => return Err(file_problem(DENSE, error)),
        Slot::Missing => return Err(problem(ErrorCode::Loading.as_str(), "the vectors are still loading")),
    };
    let mut depth = depth(inputs);
    let mut sections: Vec<ScoredSection> = Vec::new();
    loop {
        let found = if admission.is_open() {
            index.sections(vector, depth)
        } else {
            // Excluded sections must not take places among the nearest.
            index.sections_among(vector, depth, &|section| admission.admits(section))
        };
        let found = found.map_err(|error| problem(ErrorCode::Vector.as_str(), &error.to_string()))?;
        let is_all = found.len() < depth || depth >= MAX_CANDIDATES;
        for Neighbour { section, similarity: score, .. } in found {
            if sections.iter().all(|known| known.section != section) {
                sections.push(ScoredSection { section, score });
            }
        }
        let is_filled = || !are_requested(request) && is_filled(store, &sections, request);
        if inputs.is_fused || is_all || is_filled() {
            return Ok(Retrieved { sections, ..Retrieved::default() });
        }
        depth = depth.saturating_mul(2).min(MAX_CANDIDATES);
    }
}

#[cfg(not(feature = "dense"))]
fn nearest(_: &Inputs<'_>, _: &Admission<'_>, _: &[f32]) -> Result<Retrieved, Degraded> {
    Err(problem(ErrorCode::WordsOnly.as_str(), "this module has no dense retriever; load the full one"))
}

/// How many sections to retrieve first. A fused list has as many for all usual limits, so that they show one ranking.
#[cfg(feature = "dense")]
fn depth(inputs: &Inputs<'_>) -> usize {
    let directory = inputs.store.directory();
    if directory.has_editions && !inputs.is_fused {
        // All pages of hits fold the same editions.
        return MAX_CANDIDATES;
    }
    let (least, limit) = (directory.ranking.get(&CANDIDATES) as usize, inputs.request.limit);
    let is_more = inputs.is_fused && limit > least;
    if is_more { limit.saturating_mul(CANDIDATES_PER_HIT).min(MAX_CANDIDATES) } else { least }
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
