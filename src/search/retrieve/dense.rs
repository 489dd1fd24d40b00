//! The dense retriever: ranks sections by cosine similarity to the query's vector.

use super::{Inputs, Retrieved, Retriever};
#[cfg(feature = "dense")]
use super::{MAX_CANDIDATES, file_problem};
#[cfg(feature = "dense")]
use crate::dense::{MayHold, Neighbour, QueryError, Search};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Setting, Store};
#[cfg(feature = "dense")]
use crate::index::{BlockKind, IndexError, Slot};
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

/// Clusters that a query looks at: more for more candidates than usual.
#[cfg(feature = "dense")]
pub(super) const CLUSTERS: Setting = Setting::whole("search.clusters", 28.0, 1.0, 10_000.0);

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

    /// The graph, then the nearest clusters.
    fn need(&self, inputs: &Inputs<'_>) -> Vec<BlockId> {
        if self.works(inputs) { missing(inputs) } else { Vec::new() }
    }

    /// The graph as far as every query needs it; then, in a small index, all vectors.
    fn preload(&self, store: &Store) -> Vec<BlockId> {
        if !vectors_work(store) {
            return Vec::new();
        }
        let graph = missing_graph(store);
        if graph.is_empty() { missing_clusters(store) } else { graph }
    }

    fn weight_factor(&self, intent: &Intent) -> f32 {
        intent.word_share
    }

    fn retrieve(&self, inputs: &Inputs<'_>, admission: &Admission<'_>) -> Result<Retrieved, Degraded> {
        if inputs.store.directory().graph.is_empty() {
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

/// The nearest sections. A retriever alone looks at more clusters for later result pages, for a limit of hits per page, and
/// for counts. What it then finds comes behind, so that no result page shows what another one shows.
#[cfg(feature = "dense")]
fn nearest(inputs: &Inputs<'_>, admission: &Admission<'_>, vector: &[f32]) -> Result<Retrieved, Degraded> {
    if let Slot::Failed(error) = inputs.store.root() {
        return Err(file_problem(DENSE, error));
    }
    let loading = |_| problem(ErrorCode::Loading.as_str(), "the vectors are still loading");
    let found =
        look(inputs, vector).map_err(|error| problem(ErrorCode::Vector.as_str(), &error.to_string()))?;
    let Looked { mut sections, failed, depth } = found.map_err(loading)?;
    // Excluded sections must not take places among the nearest.
    sections.retain(|found| admission.admits(found.section));
    sections.truncate(depth);
    let degraded = failed.iter().filter_map(|id| inputs.store.failure(*id));
    Ok(Retrieved { sections, degraded: problems(degraded), ..Retrieved::default() })
}

/// A warning for each file at fault.
#[cfg(feature = "dense")]
fn problems<'a>(errors: impl Iterator<Item = &'a IndexError>) -> Vec<Degraded> {
    let mut problems: Vec<Degraded> = Vec::new();
    for problem in errors.map(|error| file_problem(DENSE, error)) {
        if problems.iter().all(|known| known.file != problem.file) {
            problems.push(problem);
        }
    }
    problems
}

/// What a look at the nearest clusters has found.
#[cfg(feature = "dense")]
struct Looked {
    /// Those that the filters admit, best first.
    sections: Vec<ScoredSection>,
    /// Blocks that were to be read and could not be.
    failed: Vec<BlockId>,
    /// How many of the sections to return.
    depth: usize,
}

/// Looks at the nearest clusters, or says which blocks it needs first. These depend on the request and the vector alone,
/// not on what is loaded.
#[cfg(feature = "dense")]
fn look(inputs: &Inputs<'_>, vector: &[f32]) -> Result<Result<Looked, Vec<BlockId>>, QueryError> {
    let Inputs { store, request, .. } = *inputs;
    let Slot::Ready(root) = store.root() else { return Ok(Err(store.missing_graph())) };
    let filters = match store.filters() {
        Slot::Missing if !request.filters.is_empty() && store.directory().filters.is_some() => {
            return Ok(Err(vec![BlockKind::Filters.block(0)]));
        }
        Slot::Ready(filters) => filters.numbers(&request.filters),
        _ => Vec::new(),
    };
    let may_hold = |held: &[u32]| {
        filters.iter().all(|wanted| wanted.iter().any(|number| held.binary_search(number).is_ok()))
    };
    let admits = (!filters.is_empty()).then_some(&may_hold as MayHold<'_>);
    let search = Search::new(root, store, vector, admits)?;
    let admission = Admission::new(store, request, None, 0);
    let clusters_of = |depth: usize| {
        let usual = store.directory().ranking.get(&CANDIDATES) as usize;
        let count = store.directory().ranking.get(&CLUSTERS) as usize;
        if depth > usual { (count * depth).div_ceil(usual) } else { count }
    };
    let mut depth = depth(inputs);
    let mut sections: Vec<ScoredSection> = Vec::new();
    loop {
        let count = clusters_of(depth);
        let reached = match search.clusters(count) {
            Ok(reached) => reached,
            Err(blocks) => {
                let block = |number: usize| BlockKind::Graph.block(number + 1);
                return Ok(Err(blocks.into_iter().map(block).collect()));
            }
        };
        let cluster = |node: u32| BlockKind::Cluster.block(node as usize);
        let found = match search.sections(&reached.clusters, store.directory().section_count()) {
            Ok(found) => found,
            Err(clusters) => return Ok(Err(clusters.into_iter().map(cluster).collect())),
        };
        let before = sections.len();
        for Neighbour { section, similarity: score } in found {
            let is_known = sections[..before].iter().any(|known| known.section == section);
            if !is_known && admission.filters_admit(section) {
                sections.push(ScoredSection { section, score });
            }
        }
        let is_all = reached.clusters.len() < count && sections.len() <= depth || depth >= MAX_CANDIDATES;
        if !inputs.is_fused {
            sections.truncate(depth);
        }
        let is_filled = || !are_requested(request) && is_filled(store, &sections, request);
        if inputs.is_fused || is_all || is_filled() {
            let blocks = reached.blocks.iter().map(|number| BlockKind::Graph.block(number + 1));
            let read = blocks.chain(reached.clusters.into_iter().map(cluster));
            let failed = read.filter(|id| store.failure(*id).is_some()).collect();
            return Ok(Ok(Looked { sections, failed, depth }));
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
fn missing(inputs: &Inputs<'_>) -> Vec<BlockId> {
    let looked = inputs.vector.map(|vector| look(inputs, vector));
    looked.and_then(|looked| looked.ok()?.err()).unwrap_or_default()
}

#[cfg(feature = "dense")]
fn missing_graph(store: &Store) -> Vec<BlockId> {
    store.missing_graph()
}

#[cfg(feature = "dense")]
fn missing_clusters(store: &Store) -> Vec<BlockId> {
    store.missing_clusters()
}

#[cfg(not(feature = "dense"))]
fn vectors_work(_: &Store) -> bool {
    false
}

#[cfg(not(feature = "dense"))]
fn missing(_: &Inputs<'_>) -> Vec<BlockId> {
    Vec::new()
}

#[cfg(not(feature = "dense"))]
fn missing_graph(_: &Store) -> Vec<BlockId> {
    Vec::new()
}

#[cfg(not(feature = "dense"))]
fn missing_clusters(_: &Store) -> Vec<BlockId> {
    Vec::new()
}

fn problem(code: &str, message: &str) -> Degraded {
    Degraded { retriever: DENSE, code: code.to_owned(), message: message.to_owned(), file: None }
}
