//! Finds the nearest windows of a query, by a scan of all vectors or through the graph.
//!
//! A search through the graph starts at the best of some evenly spaced nodes, which replace HNSW's upper layers and
//! cost no bytes. It then keeps the best `ef` nodes (the paper's algorithm 2) while it visits the neighbours of the
//! best node not yet visited. [`Nearest`] is that bounded, sorted set. Equal similarities rank by the smaller id, so
//! answers do not depend on the order of visits.

use super::codes::QueryCodes;
use super::graph::Graph;
use super::{DenseIndex, QueryError};
use crate::ids::{SectionId, WindowId};
use crate::order::sort;

/// Minimum `ef` of a search through the graph. At 100,000 vectors of several sites, 300 with 1,024 start candidates
/// found .985 of the ten nearest, this many .991.
const MIN_EF: usize = 400;

/// Maximum number of start candidates. Their spacing is narrow enough to include some of a hundred sections that say
/// nearly the same and link only to each other.
const MAX_STARTS: usize = 4_096;
const MIN_STEP: usize = 16;

/// Number of start candidates that a search starts from.
const ENTRIES: usize = 64;

/// A window found for a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The window.
    pub window: WindowId,
    /// The section it belongs to.
    pub section: SectionId,
    /// Cosine of query and window, −1 to 1; the same on every machine.
    pub similarity: f32,
}

impl DenseIndex {
    /// The `num_candidates` nearest windows, best first; approximate if there is a graph.
    ///
    /// `query` is a vector of [`dimensions`](Self::dimensions) numbers. Cost without a graph: one comparison per node.
    /// With a graph: comparisons proportional to `num_candidates` and to the logarithm of the number of nodes, and one
    /// bit of memory per node.
    ///
    /// # Errors
    /// A query of other dimensions, or without a direction.
    pub fn search(&self, query: &[f32], num_candidates: usize) -> Result<Vec<Neighbour>, QueryError> {
        self.search_by(query, num_candidates, num_candidates.max(MIN_EF))
    }

    /// [`search`](Self::search) with a given `ef`.
    pub(super) fn search_by(
        &self,
        query: &[f32],
        num_candidates: usize,
        ef: usize,
    ) -> Result<Vec<Neighbour>, QueryError> {
        let query = QueryCodes::new(query, self.layout())?;
        match self.graph() {
            Some(graph) if ef < self.nodes() => {
                let starts = self.starts(&query);
                Ok(self.expand(self.beam(graph, &query, starts, ef), num_candidates))
            }
            _ => Ok(self.expand(self.scan(&query, num_candidates), num_candidates)),
        }
    }

    /// The `k` nearest windows, best first, by a scan of all vectors. Cost: one comparison per node.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn exact(&self, query: &[f32], k: usize) -> Result<Vec<Neighbour>, QueryError> {
        let query = QueryCodes::new(query, self.layout())?;
        Ok(self.expand(self.scan(&query, k), k))
    }

    /// The `k` nearest sections, best first, each with its best window. Cost: a [`search`](Self::search) for twice as
    /// many windows, and further ones, doubled each time, while these belong to too few sections.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn sections(&self, query: &[f32], k: usize) -> Result<Vec<Neighbour>, QueryError> {
        let mut num_candidates = k;
        loop {
            num_candidates = num_candidates.saturating_mul(2);
            let mut neighbours = self.search(query, num_candidates)?;
            let is_all = neighbours.len() < num_candidates;
            let mut seen = Seen::new(self.section_bound());
            neighbours.retain(|neighbour| seen.insert(neighbour.section.0));
            if neighbours.len() >= k || is_all {
                neighbours.truncate(k);
                return Ok(neighbours);
            }
        }
    }

    /// The `k` nearest of the sections for which `admits` is true, best first, each with its best window, by a scan of
    /// their vectors. Cost: one call of `admits` per window, one comparison per admitted vector.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn sections_among(
        &self,
        query: &[f32],
        k: usize,
        admits: &dyn Fn(SectionId) -> bool,
    ) -> Result<Vec<Neighbour>, QueryError> {
        let query = QueryCodes::new(query, self.layout())?;
        let mut admitted = Vec::new();
        for node in 0..self.nodes() as u32 {
            let mut similarity = None;
            for window in self.windows(node).filter(|window| admits(self.section(*window))) {
                let similarity = *similarity.get_or_insert_with(|| self.candidate(&query, node).similarity());
                admitted.push(GraphCandidate::new(similarity, window.0).0);
            }
        }
        let mut seen = Seen::new(self.section_bound());
        let nearest = self.nearest_first(admitted).filter(|found| seen.insert(found.section.0));
        Ok(nearest.take(k).collect())
    }

    fn candidate(&self, query: &QueryCodes, node: u32) -> GraphCandidate {
        GraphCandidate::new(query.similarity(self.codes(node), self.inverse_lengths[node as usize]), node)
    }

    fn scan(&self, query: &QueryCodes, k: usize) -> Nearest {
        let mut nearest = Nearest::new(k);
        for ((node, codes), inverse_length) in (0..).zip(self.all_codes()).zip(&self.inverse_lengths) {
            nearest.offer(GraphCandidate::new(query.similarity(codes, *inverse_length), node));
        }
        nearest
    }

    /// The best of the start candidates.
    fn starts(&self, query: &QueryCodes) -> Nearest {
        let step = (self.nodes() / MAX_STARTS).max(MIN_STEP);
        let mut starts = Nearest::new(ENTRIES);
        for node in (0..self.nodes() as u32).step_by(step) {
            starts.offer(self.candidate(query, node));
        }
        starts
    }

    /// Algorithm 2 of the paper. Unvisited candidates are the unmarked ones of the nearest.
    fn beam(&self, graph: &Graph, query: &QueryCodes, starts: Nearest, ef: usize) -> Nearest {
        let mut seen = Seen::new(self.nodes());
        let mut nearest = Nearest { at_most: ef, ..starts };
        nearest.kept.iter().for_each(|start| {
            seen.insert(start.node());
        });
        let mut place = 0;
        while let Some(candidate) = nearest.kept.get_mut(place) {
            place += 1;
            if candidate.mark() {
                continue;
            }
            for node in graph.neighbours(candidate.node()) {
                if seen.insert(*node)
                    && let Some(before) = nearest.offer(self.candidate(query, *node))
                {
                    place = place.min(before);
                }
            }
        }
        nearest
    }

    /// Replaces nodes by their windows, in the order of answers.
    fn expand(&self, nearest: Nearest, at_most: usize) -> Vec<Neighbour> {
        let windows = nearest.kept.into_iter().flat_map(|candidate| {
            let similarity = candidate.similarity();
            self.windows(candidate.node()).map(move |window| GraphCandidate::new(similarity, window.0).0)
        });
        self.nearest_first(windows.collect()).take(at_most).collect()
    }

    /// Windows with their similarities, each as the number in a [`GraphCandidate`], in the order of answers.
    fn nearest_first(&self, mut windows: Vec<u64>) -> impl Iterator<Item = Neighbour> {
        sort(&mut windows);
        windows.into_iter().rev().map(|number| {
            let candidate = GraphCandidate(number);
            let window = WindowId(candidate.node());
            Neighbour { window, section: self.section(window), similarity: candidate.similarity() }
        })
    }
}

/// A node or window and its similarity in one integer, since comparing them is half of a search. Greater means nearer,
/// or equally near with a smaller id. From the highest bit: the similarity, mapped to unsigned order; the inverted node; whether
/// it was visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GraphCandidate(u64);

impl GraphCandidate {
    /// `node` must be below 2^31; more nodes would not fit into memory.
    fn new(similarity: f32, node: u32) -> Self {
        let bits = similarity.to_bits();
        // Negative floats have the reverse order of their bits, and rank below the positive ones.
        let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
        GraphCandidate(u64::from(ordered) << 32 | u64::from(!node << 1))
    }

    fn node(self) -> u32 {
        !(self.0 as u32 >> 1) & (u32::MAX >> 1)
    }

    fn similarity(self) -> f32 {
        let ordered = (self.0 >> 32) as u32;
        f32::from_bits(if ordered >> 31 == 1 { ordered ^ 1 << 31 } else { !ordered })
    }

    /// Marks the node as visited; returns whether it was before.
    fn mark(&mut self) -> bool {
        let before = self.0;
        self.0 |= 1;
        before == self.0
    }
}

/// The best `at_most` of all candidates offered, best first.
struct Nearest {
    at_most: usize,
    kept: Vec<GraphCandidate>,
}

impl Nearest {
    fn new(at_most: usize) -> Self {
        Nearest { at_most, kept: Vec::new() }
    }

    /// Keeps the candidate if it is among the best so far; returns its place.
    #[inline]
    fn offer(&mut self, candidate: GraphCandidate) -> Option<usize> {
        if self.kept.len() < self.at_most {
            return Some(self.insert(candidate));
        }
        if self.kept.last().is_none_or(|worst| candidate < *worst) {
            return None;
        }
        self.kept.pop();
        Some(self.insert(candidate))
    }

    fn insert(&mut self, candidate: GraphCandidate) -> usize {
        let place = self.kept.partition_point(|kept| *kept > candidate);
        self.kept.insert(place, candidate);
        place
    }
}

/// A set of nodes or sections, one bit each.
struct Seen {
    bits: Vec<u32>,
}

impl Seen {
    fn new(count: usize) -> Self {
        Seen { bits: vec![0; count.div_ceil(32)] }
    }

    /// Adds an id; returns whether it is new.
    fn insert(&mut self, id: u32) -> bool {
        let word = &mut self.bits[id as usize / 32];
        let bit = 1 << (id % 32);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn candidates_sort_by_similarity_then_node(
            pairs in prop::collection::vec((-1.0f32..1.0, 0u32..1 << 31), 2..40),
        ) {
            let mut candidates: Vec<GraphCandidate> =
                pairs.iter().map(|(similarity, node)| GraphCandidate::new(*similarity, *node)).collect();
            for (candidate, (similarity, node)) in candidates.iter_mut().zip(&pairs) {
                prop_assert_eq!((candidate.similarity(), candidate.node()), (*similarity, *node));
                prop_assert_eq!((candidate.mark(), candidate.mark()), (false, true));
                prop_assert_eq!((candidate.similarity(), candidate.node()), (*similarity, *node));
            }
            candidates.sort();
            let mut sorted = pairs.clone();
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let held: Vec<(f32, u32)> =
                candidates.iter().map(|candidate| (candidate.similarity(), candidate.node())).collect();
            prop_assert_eq!(held, sorted);
        }

        #[test]
        fn the_best_are_kept_in_order(
            similarities in prop::collection::vec(-1.0f32..1.0, 0..60),
            at_most in 0usize..20,
        ) {
            let all: Vec<GraphCandidate> =
                similarities.iter().zip(0..).map(|(near, node)| GraphCandidate::new(*near, node)).collect();
            let mut nearest = Nearest::new(at_most);
            for candidate in &all {
                let place = nearest.offer(*candidate);
                prop_assert_eq!(place.map(|place| nearest.kept[place]), place.map(|_| *candidate));
            }
            let mut best = all;
            best.sort_by(|a, b| b.cmp(a));
            best.truncate(at_most);
            prop_assert_eq!(nearest.kept, best);
        }
    }
}
