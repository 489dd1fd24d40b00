//! The nearest sections of a vector, for the retrievers that have one: the clusters near it, and what they hold.

use super::{Inputs, Retrieved};
use super::{MAX_CANDIDATES, file_problem};
use crate::dense::{MayHold, Neighbour, QueryError, Search};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Setting, Store};
use crate::index::{BlockKind, IndexError, Slot};
use crate::lexical::ScoredSection;
use crate::search::answer::Degraded;
use crate::search::engine::stages::Stages;
use crate::search::matches::admission::Admission;
use crate::search::page::aggregates::are_requested;
use crate::search::page::is_filled;

/// The least number of sections that a list of the nearest passes to fusion.
pub(super) const CANDIDATES: Setting = Setting::whole("fusion.candidates", 100.0, 1.0, 1_000.0);

/// Clusters that the encoder's vector looks at: more for more candidates than usual.
pub(super) const CLUSTERS: Setting = Setting::whole("search.clusters", 40.0, 1.0, 10_000.0);

/// Candidates per requested hit, where more hits are requested than [`CANDIDATES`]. With fewer, fusion loses sections
/// ranked high by only one retriever.
const CANDIDATES_PER_HIT: usize = 5;

/// The nearest sections. A retriever alone looks at more clusters for later result pages, for a limit of hits per page, and
/// for counts. What it then finds comes behind, so that no result page shows what another one shows.
pub(super) fn nearest<S: Stages>(
    name: &'static str,
    inputs: &Inputs<'_, S>,
    admission: &Admission<'_, S>,
    vector: &[f32],
    clusters: usize,
) -> Result<Retrieved, Degraded> {
    if let Slot::Failed(error) = inputs.store.root() {
        return Err(file_problem(name, error));
    }
    let loading = |_| problem(name, ErrorCode::Loading.as_str(), "the vectors are still loading");
    let found = look(inputs, vector, clusters)
        .map_err(|error| problem(name, ErrorCode::Vector.as_str(), &error.to_string()))?;
    let Looked { mut sections, failed, depth } = found.map_err(loading)?;
    // Excluded sections must not take places among the nearest.
    sections.retain(|found| admission.admits(found.section));
    let is_cut = sections.len() > depth;
    sections.truncate(depth);
    let degraded = failed.iter().filter_map(|id| inputs.store.failure(*id));
    Ok(Retrieved { sections, is_cut, degraded: problems(name, degraded), ..Retrieved::default() })
}

/// A warning for each file at fault.
fn problems<'a>(name: &'static str, errors: impl Iterator<Item = &'a IndexError>) -> Vec<Degraded> {
    let mut problems: Vec<Degraded> = Vec::new();
    for problem in errors.map(|error| file_problem(name, error)) {
        if problems.iter().all(|known| known.file != problem.file) {
            problems.push(problem);
        }
    }
    problems
}

/// What a look at the nearest clusters has found.
struct Looked {
    /// Those that the filters admit, best first.
    sections: Vec<ScoredSection>,
    /// Blocks that were to be read and could not be.
    failed: Vec<BlockId>,
    /// How many of the sections to return.
    depth: usize,
}

/// Looks at the `clusters` nearest clusters, or says which blocks it needs first. These depend on the request and the vector alone,
/// not on what is loaded.
fn look<S: Stages>(
    inputs: &Inputs<'_, S>,
    vector: &[f32],
    clusters: usize,
) -> Result<Result<Looked, Vec<BlockId>>, QueryError> {
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
        if depth > usual { (clusters * depth).div_ceil(usual) } else { clusters }
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

/// How many sections to retrieve first. A fused list has as many for all usual limits, so that they show one ranking.
fn depth<S: Stages>(inputs: &Inputs<'_, S>) -> usize {
    let directory = inputs.store.directory();
    if directory.has_editions && !inputs.is_fused {
        // All pages of hits fold the same editions.
        return MAX_CANDIDATES;
    }
    let (least, limit) = (directory.ranking.get(&CANDIDATES) as usize, inputs.request.limit);
    let is_more = inputs.is_fused && limit > least;
    if is_more { limit.saturating_mul(CANDIDATES_PER_HIT).min(MAX_CANDIDATES) } else { least }
}

pub(super) fn vectors_work<S: Stages>(store: &Store<S>) -> bool {
    store.vectors_work()
}

/// The blocks that a search for a vector needs next: of the graph, then the nearest clusters.
pub(super) fn missing<S: Stages>(inputs: &Inputs<'_, S>, vector: &[f32], clusters: usize) -> Vec<BlockId> {
    look(inputs, vector, clusters).ok().and_then(Result::err).unwrap_or_default()
}

/// The graph as far as every query needs it; then, in a small index, all vectors.
pub(super) fn preload<S: Stages>(store: &Store<S>) -> Vec<BlockId> {
    if !vectors_work(store) {
        return Vec::new();
    }
    let graph = store.missing_graph();
    if graph.is_empty() { store.missing_clusters() } else { graph }
}

pub(super) fn problem(name: &'static str, code: &str, message: &str) -> Degraded {
    Degraded::new(name, code.to_owned(), message.to_owned(), None)
}
