//! The nearest windows of a query: by looking at every vector, or by way of the graph once that is there.
//!
//! A search through the graph starts at the best of some evenly spread nodes, which stand in for the upper layers of
//! HNSW and cost no bytes, and then keeps the best `ef` nodes (the paper's algorithm 2) while it looks at the neighbours
//! of the best not yet visited. [`Nearest`] is that bounded set. Where similarities are equal, the smaller id wins, so
//! answers do not depend on the order of visits.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};

use super::codes::QueryCodes;
use super::graph::Graph;
use super::{DenseIndex, QueryError};
use crate::ids::{SectionId, WindowId};

/// Nodes that a search through the graph keeps at least.
const MIN_EF: usize = 300;

/// Nodes that are looked at for a place to start, at most, and how far apart they are at least.
const MAX_STARTS: usize = 1_024;
const MIN_STEP: usize = 16;

/// Of those, how many a search starts from.
const ENTRIES: usize = 16;

/// A window found for a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The window.
    pub window: WindowId,
    /// The section it is a part of.
    pub section: SectionId,
    /// Cosine of the angle between query and window, -1 to 1; the same on every machine.
    pub similarity: f32,
}

impl DenseIndex {
    /// The `num_candidates` nearest windows, best first: all of them without the graph, with it those that it leads to.
    ///
    /// `query` is a vector of [`dimensions`](Self::dimensions) numbers. Cost: without a graph one comparison per window;
    /// with it, a number that grows with `num_candidates` and with the logarithm of the number of windows, and one bit of
    /// memory per window.
    ///
    /// # Errors
    /// A query of other dimensions, or without a direction.
    pub fn search(&self, query: &[f32], num_candidates: usize) -> Result<Vec<Neighbour>, QueryError> {
        let query = QueryCodes::new(query, self.form())?;
        let ef = num_candidates.max(MIN_EF);
        match self.graph() {
            Some(graph) if ef < self.nodes() => {
                let starts = self.starts(&query);
                Ok(self.expand(self.beam(graph, &query, starts, ef), num_candidates))
            }
            _ => Ok(self.expand(self.scan(&query, num_candidates), num_candidates)),
        }
    }

    /// The `k` nearest windows, best first, found by looking at every vector. Cost: one comparison per window.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn exact(&self, query: &[f32], k: usize) -> Result<Vec<Neighbour>, QueryError> {
        let query = QueryCodes::new(query, self.form())?;
        Ok(self.expand(self.scan(&query, k), k))
    }

    /// The `k` nearest sections, best first, each by its best window, out of [`search`](Self::search) with the same
    /// `num_candidates`. Fewer than `k` if candidates are windows of fewer sections.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn sections(
        &self,
        query: &[f32],
        num_candidates: usize,
        k: usize,
    ) -> Result<Vec<Neighbour>, QueryError> {
        let mut neighbours = self.search(query, num_candidates)?;
        let mut seen = HashSet::new();
        neighbours.retain(|neighbour| seen.insert(neighbour.section));
        neighbours.truncate(k);
        Ok(neighbours)
    }

    fn candidate(&self, query: &QueryCodes, node: u32) -> Candidate {
        let similarity = query.similarity(self.codes(node), self.inverse_lengths[node as usize]);
        Candidate { similarity, node }
    }

    fn scan(&self, query: &QueryCodes, k: usize) -> Nearest {
        let mut nearest = Nearest::new(k);
        for ((node, codes), inverse_length) in (0..).zip(self.all_codes()).zip(&self.inverse_lengths) {
            nearest.offer(Candidate { similarity: query.similarity(codes, *inverse_length), node });
        }
        nearest
    }

    /// The best of some evenly spread nodes.
    fn starts(&self, query: &QueryCodes) -> Nearest {
        let step = (self.nodes() / MAX_STARTS).max(MIN_STEP);
        let mut starts = Nearest::new(ENTRIES);
        for node in (0..self.nodes() as u32).step_by(step) {
            starts.offer(self.candidate(query, node));
        }
        starts
    }

    /// Algorithm 2 of the paper.
    fn beam(&self, graph: &Graph, query: &QueryCodes, starts: Nearest, ef: usize) -> Nearest {
        let mut visited = Visited::new(self.nodes());
        let mut nearest = Nearest::new(ef);
        let mut open = BinaryHeap::new();
        for Reverse(start) in starts.kept {
            visited.insert(start.node);
            nearest.offer(start);
            open.push(start);
        }
        while let Some(candidate) = open.pop() {
            if nearest.is_out_of_reach(candidate) {
                break;
            }
            for node in graph.neighbours(candidate.node) {
                if visited.insert(*node) {
                    let neighbour = self.candidate(query, *node);
                    if nearest.offer(neighbour) {
                        open.push(neighbour);
                    }
                }
            }
        }
        nearest
    }

    /// Nodes to windows, in the order of an answer.
    fn expand(&self, nearest: Nearest, at_most: usize) -> Vec<Neighbour> {
        let nodes = nearest.kept.into_iter().map(|Reverse(candidate)| candidate);
        let mut neighbours: Vec<Neighbour> = nodes
            .flat_map(|Candidate { similarity, node }| {
                let windows = self.windows(node);
                windows.map(move |window| Neighbour { window, section: self.section(window), similarity })
            })
            .collect();
        neighbours.sort_unstable_by(|a, b| {
            b.similarity.total_cmp(&a.similarity).then_with(|| a.window.cmp(&b.window))
        });
        neighbours.truncate(at_most);
        neighbours
    }
}

/// A node and how near it is. The greater candidate is the nearer one, or the one of the smaller id.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    similarity: f32,
    node: u32,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.similarity.total_cmp(&other.similarity).then_with(|| other.node.cmp(&self.node))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

/// The best `at_most` of all candidates offered.
struct Nearest {
    at_most: usize,
    kept: BinaryHeap<Reverse<Candidate>>,
}

impl Nearest {
    fn new(at_most: usize) -> Self {
        Nearest { at_most, kept: BinaryHeap::new() }
    }

    /// Whether the set is full and `candidate` is worse than all of it.
    fn is_out_of_reach(&self, candidate: Candidate) -> bool {
        self.kept.len() >= self.at_most && self.kept.peek().is_none_or(|Reverse(worst)| candidate < *worst)
    }

    /// Keeps the candidate if it is among the best so far, and says whether it is.
    fn offer(&mut self, candidate: Candidate) -> bool {
        if self.is_out_of_reach(candidate) {
            return false;
        }
        self.kept.push(Reverse(candidate));
        if self.kept.len() > self.at_most {
            self.kept.pop();
        }
        true
    }
}

/// One bit per node.
struct Visited {
    bits: Vec<u64>,
}

impl Visited {
    fn new(nodes: usize) -> Self {
        Visited { bits: vec![0; nodes.div_ceil(64)] }
    }

    /// Marks a node, and says whether it was unmarked.
    fn insert(&mut self, node: u32) -> bool {
        let word = &mut self.bits[node as usize / 64];
        let bit = 1 << (node % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }
}
