//! The nearest sections of a vector, for the retrievers that have one: the clusters near it and those of seeds, and what
//! they hold.

use super::seeds::{HomesOfSeeds, has_seeds};
use super::{Inputs, MAX_CANDIDATES, Retrieved};
use crate::dense::{MayHold, Near, Neighbour, Reached, Search, VectorError};
use crate::error_code::ErrorCode;
use crate::index::{BlockId, BlockKind, IndexError, Reads, Setting, Slot, Store};
use crate::lexical::ScoredSection;
use crate::search::answer::{Degraded, file_problem};
use crate::search::matches::admission::Admission;
use crate::search::sites::per_page::is_filled;
use crate::search::step::Step;

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
pub(super) fn nearest<S: Reads>(
    name: &'static str,
    inputs: &Inputs<'_, S>,
    admission: &Admission<'_, S>,
    vector: &[f32],
    clusters: usize,
) -> Result<Retrieved, Degraded> {
    if let Slot::Failed(error) = inputs.store.root() {
        return Err(file_problem(name, error));
    }
    let found = match look(inputs, vector, clusters) {
        Step::Continue(found) => found,
        Step::Break(_) => {
            return Err(problem(name, ErrorCode::Loading.as_str(), "the vectors are still loading"));
        }
    };
    let NearestSections { mut sections, failed, depth } =
        found.map_err(|error| problem(name, ErrorCode::Vector.as_str(), &error.to_string()))?;
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
        if problems.iter().all(|other| other.file != problem.file) {
            problems.push(problem);
        }
    }
    problems
}

/// What a look at the nearest clusters has found.
struct NearestSections {
    /// Those that the filters admit, best first.
    sections: Vec<ScoredSection>,
    /// Blocks that were to be read and could not be.
    failed: Vec<BlockId>,
    /// How many of the sections to return.
    depth: usize,
}

/// Looks at about the `clusters` nearest clusters, at those of seeds, and in a fused list at all that are loaded. Lacks the
/// nearest and those of seeds first, then those whose centre is so near that they may hold one of the best.
fn look<S: Reads>(
    inputs: &Inputs<'_, S>,
    vector: &[f32],
    clusters: usize,
) -> Step<Result<NearestSections, VectorError>> {
    let Inputs { store, request, .. } = *inputs;
    let Slot::Ready(root) = store.root() else { return Step::Break(graph_and_homes(store)) };
    let filters = match store.filters() {
        Slot::Missing if !request.filters.is_empty() && store.directory().filters.is_some() => {
            return Step::Break(vec![BlockKind::Filters.block(0)]);
        }
        Slot::Ready(filters) => filters.numbers(&request.filters),
        _ => Vec::new(),
    };
    let may_hold = |held: &[u32]| {
        filters.iter().all(|wanted| wanted.iter().any(|number| held.binary_search(number).is_ok()))
    };
    let admits = (!filters.is_empty()).then_some(&may_hold as MayHold<'_>);
    let search = match Search::new(root, store, vector, admits) {
        Ok(search) => search,
        Err(error) => return Step::Continue(Err(error)),
    };
    let look = Look {
        inputs,
        search,
        admission: Admission::new(store, request, None, 0, inputs.listing),
        homes: HomesOfSeeds::new(store, inputs.seeds),
        clusters,
    };
    Step::Continue(Ok(look.deeper()?))
}

/// A search of one index for a vector.
struct Look<'a, S: Reads> {
    inputs: &'a Inputs<'a, S>,
    search: Search<'a>,
    admission: Admission<'a, S>,
    homes: HomesOfSeeds<'a>,
    /// Clusters looked at in the usual case.
    clusters: usize,
}

/// The clusters that a search looks at.
struct Chosen<'a> {
    near: &'a [Near],
    of_seeds: Vec<u32>,
    /// How many of the nearest.
    first: usize,
}

impl Chosen<'_> {
    /// Their numbers. Those of seeds are looked at once, too, where they are among the nearest.
    fn nodes(&self) -> Vec<u32> {
        let near = self.near[..self.first].iter().map(|near| near.node);
        let mut nodes: Vec<u32> = near.chain(self.of_seeds.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

impl<S: Reads> Look<'_, S> {
    /// Looks at more clusters until the requested page of hits is filled.
    fn deeper(&self) -> Step<NearestSections> {
        let mut depth = depth(self.inputs);
        let mut sections: Vec<ScoredSection> = Vec::new();
        loop {
            let count = self.count(depth);
            let reached = self.reached(count)?;
            let chosen = self.chosen(&reached, count)?;
            let nodes = chosen.nodes();
            let before = sections.len();
            for Neighbour { section, similarity: score } in self.found(&nodes) {
                if !sections[..before].iter().any(|other| other.section == section) {
                    sections.push(ScoredSection { section, score });
                }
            }
            let is_all = chosen.first == chosen.near.len() && chosen.first < count;
            let is_all = is_all && sections.len() <= depth || depth >= MAX_CANDIDATES;
            if !self.inputs.is_fused {
                sections.truncate(depth);
            }
            if self.inputs.is_fused || is_all || self.is_filled(&sections) {
                return Step::Continue(NearestSections {
                    sections,
                    failed: self.failed(&reached, &nodes),
                    depth,
                });
            }
            depth = depth.saturating_mul(2).min(MAX_CANDIDATES);
        }
    }

    /// How many clusters a search for so many sections looks at: on the machine with the files, all.
    fn count(&self, depth: usize) -> usize {
        if self.inputs.store.site().is_here {
            return usize::MAX;
        }
        let usual = self.inputs.store.directory().ranking.get(&CANDIDATES) as usize;
        if depth > usual { (self.clusters * depth).div_ceil(usual) } else { self.clusters }
    }

    /// The nearest clusters. Lacks blocks of the graph, and with them the homes of seeds.
    fn reached(&self, count: usize) -> Step<Reached> {
        match self.search.clusters(count, count.saturating_mul(WIDEST)) {
            Ok(reached) => Step::Continue(reached),
            Err(blocks) => {
                let block = |number: usize| BlockKind::Graph.block(number + 1);
                let homes = self.homes.missing.iter().copied();
                Step::Break(blocks.into_iter().map(block).chain(homes).collect())
            }
        }
    }

    /// The clusters to look at: those in any case, then those that may hold one of the best sections.
    fn chosen<'r>(&self, reached: &'r Reached, count: usize) -> Step<Chosen<'r>> {
        let near = &reached.clusters[..];
        let of_seeds = self.homes.clusters(&self.search, reached);
        // What cannot be read is as if there were none.
        let is_alone = of_seeds.is_empty() && self.homes.missing.is_empty() || !self.homes.failed.is_empty();
        let (share, factor) = if is_alone { (FIRST_ALONE, REACH_ALONE) } else { (FIRST, 1.0) };
        let reach = self.inputs.store.directory().ranking.get(&REACH) * factor;
        let first = ((count as f32 * share).ceil() as usize).min(near.len());
        let mut chosen = Chosen { near, of_seeds, first };
        self.loaded(&chosen.nodes(), &self.homes.missing)?;
        if chosen.first < near.len() {
            let nodes = chosen.nodes();
            let least = self.found(&nodes).nth(BEST - 1).map_or(f32::MIN, |last| last.similarity);
            let may_hold = |near: &&Near| near.similarity + reach >= least;
            chosen.first += near[chosen.first..].iter().take_while(may_hold).count();
            self.loaded(&chosen.nodes(), &[])?;
        }
        Step::Continue(chosen)
    }

    /// Goes on if all clusters are loaded, and nothing else is lacking.
    fn loaded(&self, nodes: &[u32], others: &[BlockId]) -> Step<()> {
        let clusters = nodes.iter().map(|node| cluster(*node));
        let mut lacking: Vec<BlockId> = clusters.filter(|id| self.inputs.store.is_missing(*id)).collect();
        lacking.extend(others);
        if lacking.is_empty() { Step::Continue(()) } else { Step::Break(lacking) }
    }

    /// The sections of clusters that the filters admit, best first. A list of its own is the same whatever is loaded: its
    /// result pages show one ranking.
    fn found(&self, nodes: &[u32]) -> impl Iterator<Item = Neighbour> {
        let all = if self.inputs.is_fused { self.search.loaded() } else { nodes.to_vec() };
        let count = self.inputs.store.directory().section_count();
        let found = self.search.sections(&all, count).unwrap_or_default();
        found.into_iter().filter(|found| self.admission.filters_admit(found.section))
    }

    /// Whether the requested page of hits is.
    fn is_filled(&self, sections: &[ScoredSection]) -> bool {
        let Inputs { store, request, .. } = *self.inputs;
        !request.needs_counts_of(store) && is_filled(store, sections, request, 0)
    }

    /// Of the blocks that were to be read, those that could not be.
    fn failed(&self, reached: &Reached, nodes: &[u32]) -> Vec<BlockId> {
        let blocks = reached.blocks.iter().map(|number| BlockKind::Graph.block(number + 1));
        let read = blocks.chain(nodes.iter().map(|node| cluster(*node)));
        let read = read.chain(self.homes.failed.iter().copied());
        read.filter(|id| self.inputs.store.failure(*id).is_some()).collect()
    }
}

fn cluster(node: u32) -> BlockId {
    BlockKind::Cluster.block(node as usize)
}

/// How many sections to retrieve first. A fused list has as many for all usual limits, so that they show one ranking.
fn depth<S: Reads>(inputs: &Inputs<'_, S>) -> usize {
    let directory = inputs.store.directory();
    if directory.has_editions && !inputs.is_fused {
        // All pages of hits fold the same editions.
        return MAX_CANDIDATES;
    }
    let (least, limit) = (directory.ranking.get(&CANDIDATES) as usize, inputs.request.limit);
    let is_more = inputs.is_fused && limit > least;
    if is_more { limit.saturating_mul(CANDIDATES_PER_HIT).min(MAX_CANDIDATES) } else { least }
}

pub(super) fn vectors_work<S: Reads>(store: &Store<S>) -> bool {
    store.vectors_work()
}

/// The blocks that a search for a vector needs next: of the graph, then the nearest clusters.
pub(super) fn missing<S: Reads>(inputs: &Inputs<'_, S>, vector: &[f32], clusters: usize) -> Vec<BlockId> {
    look(inputs, vector, clusters).break_value().unwrap_or_default()
}

/// What every search of vectors needs of the graph, and with it the homes of a small index.
pub(in crate::search) fn graph_and_homes<S: Reads>(store: &Store<S>) -> Vec<BlockId> {
    let mut blocks = store.missing_graph();
    if has_seeds(store) {
        blocks.extend(store.missing_homes());
    }
    blocks
}

/// The graph as far as every query needs it; then, in a small index, all vectors.
pub(super) fn preload<S: Reads>(store: &Store<S>) -> Vec<BlockId> {
    if !vectors_work(store) {
        return Vec::new();
    }
    let graph = graph_and_homes(store);
    if graph.is_empty() { store.missing_clusters() } else { graph }
}

pub(super) fn problem(name: &'static str, code: &str, message: &str) -> Degraded {
    Degraded::new(name, code.to_owned(), message.to_owned(), None)
}
