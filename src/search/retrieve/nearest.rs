//! The nearest sections of a vector, for the retrievers that have one: the clusters near it and those of seeds, and what
//! they hold.

use super::seeds::{HomesOfSeeds, has_seeds};
use super::{Inputs, Retrieved};
use super::{MAX_CANDIDATES, file_problem};
use crate::dense::{MayHold, Near, Neighbour, Search, VectorError};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, Setting, Store};
use crate::index::{BlockKind, IndexError, Slot};
use crate::lexical::ScoredSection;
use crate::search::answer::Degraded;
use crate::search::engine::stages::Stages;
use crate::search::matches::admission::Admission;
use crate::search::page::aggregates::are_of;
use crate::search::page::is_filled;

/// The least number of sections that a list of the nearest passes to fusion.
pub(super) const CANDIDATES: Setting = Setting::whole("fusion.candidates", 100.0, 1.0, 1_000.0);

/// Clusters that the encoder's vector looks at in the usual case: more for more candidates than usual, up to
/// [`WIDEST`] times as many, and at least the share [`FIRST`], or [`FIRST_ALONE`].
pub(super) const CLUSTERS: Setting = Setting::whole("search.clusters", 40.0, 1.0, 10_000.0);

/// How much nearer to a query than its centre a cluster's best vector is taken to be: .08 on average, of 95 % at most .16.
pub(super) const REACH: Setting = Setting::number("search.reach", 0.10, 0.0, 2.0);

/// Share of the clusters that are looked at in any case, beside those of seeds.
const FIRST: f32 = 0.5;

/// The same without seeds, and a factor of the reach.
const FIRST_ALONE: f32 = 0.8;
const REACH_ALONE: f32 = 1.2;

/// Clusters looked at where many may still hold one of the best, as a multiple of the usual number.
const WIDEST: usize = 4;

/// Further clusters are looked at while they may hold one of so many best sections: a reader's first page of hits.
const BEST: usize = 10;

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

/// Looks at about the `clusters` nearest clusters, at those of seeds, and in a fused list at all that are loaded; or says
/// which blocks it needs first: the nearest and those of seeds, then those whose centre is so near that they may hold one of
/// the best.
fn look<S: Stages>(
    inputs: &Inputs<'_, S>,
    vector: &[f32],
    clusters: usize,
) -> Result<Result<Looked, Vec<BlockId>>, VectorError> {
    let Inputs { store, request, .. } = *inputs;
    let Slot::Ready(root) = store.root() else { return Ok(Err(graph_and_homes(store))) };
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
    let admission = Admission::new(store, request, None, 0, inputs.listing);
    let homes = HomesOfSeeds::new(store, inputs.seeds);
    let clusters_of = |depth: usize| {
        let usual = store.directory().ranking.get(&CANDIDATES) as usize;
        if depth > usual { (clusters * depth).div_ceil(usual) } else { clusters }
    };
    let mut depth = depth(inputs);
    let mut sections: Vec<ScoredSection> = Vec::new();
    let section_count = store.directory().section_count();
    let is_here = store.site().is_here;
    let cluster = |node: u32| BlockKind::Cluster.block(node as usize);
    loop {
        let count = if is_here { usize::MAX } else { clusters_of(depth) };
        let reached = match search.clusters(count, count.saturating_mul(WIDEST)) {
            Ok(reached) => reached,
            Err(blocks) => {
                let block = |number: usize| BlockKind::Graph.block(number + 1);
                return Ok(Err(blocks.into_iter().map(block).chain(homes.missing).collect()));
            }
        };
        let (near, of_seeds) = (&reached.clusters, homes.clusters(&search, &reached));
        // What cannot be read is as if there were none.
        let is_alone = of_seeds.is_empty() && homes.missing.is_empty() || !homes.failed.is_empty();
        let (share, factor) = if is_alone { (FIRST_ALONE, REACH_ALONE) } else { (FIRST, 1.0) };
        let reach = store.directory().ranking.get(&REACH) * factor;
        let mut first = ((count as f32 * share).ceil() as usize).min(near.len());
        // Those of seeds are looked at once, too, where they are among the nearest.
        let with_seeds = |first: usize| -> Vec<u32> {
            let mut nodes: Vec<u32> =
                near[..first].iter().map(|near| near.node).chain(of_seeds.iter().copied()).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        };
        let missing = |nodes: &[u32]| -> Vec<BlockId> {
            nodes.iter().map(|node| cluster(*node)).filter(|id| store.is_missing(*id)).collect()
        };
        let mut nodes = with_seeds(first);
        let mut need = missing(&nodes);
        need.extend(&homes.missing);
        if !need.is_empty() {
            return Ok(Err(need));
        }
        // A list of its own is the same whatever is loaded: its result pages show one ranking.
        let looked_at = |nodes: &[u32]| if inputs.is_fused { search.loaded() } else { nodes.to_vec() };
        let find = |nodes: &[u32]| {
            let found = search.sections(&looked_at(nodes), section_count).unwrap_or_default();
            found.into_iter().filter(|found| admission.filters_admit(found.section))
        };
        if first < near.len() {
            let least = find(&nodes).nth(BEST - 1).map_or(f32::MIN, |last| last.similarity);
            let may_hold = |near: &&Near| near.similarity + reach >= least;
            first += near[first..].iter().take_while(may_hold).count();
            nodes = with_seeds(first);
            let need = missing(&nodes);
            if !need.is_empty() {
                return Ok(Err(need));
            }
        }
        let known = sections.len();
        for Neighbour { section, similarity: score } in find(&nodes) {
            if !sections[..known].iter().any(|known| known.section == section) {
                sections.push(ScoredSection { section, score });
            }
        }
        let is_all = first == near.len() && first < count;
        let is_all = is_all && sections.len() <= depth || depth >= MAX_CANDIDATES;
        if !inputs.is_fused {
            sections.truncate(depth);
        }
        let is_filled = || !are_of(store, request) && is_filled(store, &sections, request, 0);
        if inputs.is_fused || is_all || is_filled() {
            let blocks = reached.blocks.iter().map(|number| BlockKind::Graph.block(number + 1));
            let read = blocks.chain(nodes.into_iter().map(cluster));
            let read = read.chain(homes.failed);
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

/// What every search of vectors needs of the graph, and with it the homes of a small index.
pub(in crate::search) fn graph_and_homes<S: Stages>(store: &Store<S>) -> Vec<BlockId> {
    let mut blocks = store.missing_graph();
    if has_seeds(store) {
        blocks.extend(store.missing_homes());
    }
    blocks
}

/// The graph as far as every query needs it; then, in a small index, all vectors.
pub(super) fn preload<S: Stages>(store: &Store<S>) -> Vec<BlockId> {
    if !vectors_work(store) {
        return Vec::new();
    }
    let graph = graph_and_homes(store);
    if graph.is_empty() { store.missing_clusters() } else { graph }
}

pub(super) fn problem(name: &'static str, code: &str, message: &str) -> Degraded {
    Degraded::new(name, code.to_owned(), message.to_owned(), None)
}
