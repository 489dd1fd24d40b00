//! Finds the nearest sections of a query: the nearest clusters through the graph, then the best of their vectors.
//!
//! The root has a centre for each block of nodes, the upper layer. A search goes down into the blocks of the nearest
//! ones, and from there along the links (Malkov and Yashunin, algorithm 2). Links to blocks that it has not read name
//! further ones. Equal similarities rank by the smaller id.

use super::VectorError;
use super::codes::QueryCodes;
use super::read::{Cluster, Nodes, Root, Rows};
use crate::ids::SectionId;
use crate::order::{by_rank, score_and_id, sort};

/// A graph of at most this many blocks of nodes is read whole, without waiting for the root: about 85 KB.
pub const WHOLE_BLOCKS: usize = 24;

/// Blocks of nodes that a search of a larger graph reads first: those of the nearest centres.
const FIRST_BLOCKS: usize = 12;

/// Blocks of nodes that it reads next, where links of the best nodes lead.
const FURTHER_BLOCKS: usize = 2;

/// Clusters for which it reads so many blocks; for others, in proportion.
const USUAL_CLUSTERS: usize = 40;

/// Blocks whose nodes all are starts of the search along the links.
const START_BLOCKS: usize = 4;

/// Candidates of the search along the links in addition to the clusters that are asked for.
const EXTRA_CANDIDATES: usize = 32;

/// A section found for a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The section.
    pub section: SectionId,
    /// Cosine of the query and the section's best window, −1 to 1; the same on every machine.
    pub similarity: f32,
}

/// A block of the dense index, as far as it is loaded.
#[derive(Debug)]
pub enum Loaded<'a, T> {
    /// Loaded and checked.
    Ready(&'a T),
    /// Not loaded yet.
    Missing,
    /// Cannot be loaded; a search does without.
    Failed,
}

/// The blocks of a dense index, as far as they are loaded.
pub trait LoadedBlocks {
    /// A block of nodes.
    fn nodes(&self, block: usize) -> Loaded<'_, Nodes>;
    /// A cluster.
    fn cluster(&self, node: u32) -> Loaded<'_, Cluster>;
}

/// A cluster, and how near its centre is to the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// The cluster.
    pub node: u32,
    /// Cosine of the query and the centre.
    pub similarity: f32,
}

/// The clusters that a search has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached {
    /// The nearest ones, the nearest first.
    pub clusters: Vec<Near>,
    /// The blocks of nodes that it read.
    pub blocks: Vec<usize>,
}

/// Whether a cluster may have what the filters admit, by the filter values of its sections.
pub type MayHold<'a> = &'a dyn Fn(&[u32]) -> bool;

/// One query over one index.
pub struct Search<'a> {
    root: &'a Root,
    loaded: &'a dyn LoadedBlocks,
    admits: Option<MayHold<'a>>,
    /// The query, for centres and for vectors.
    coarse: QueryCodes,
    fine: QueryCodes,
}

impl<'a> Search<'a> {
    /// Prepares a query. `admits` leaves out clusters by the filter values of their sections.
    ///
    /// # Errors
    /// A query of other dimensions, or without a direction.
    pub fn new(
        root: &'a Root,
        loaded: &'a dyn LoadedBlocks,
        query: &[f32],
        admits: Option<MayHold<'a>>,
    ) -> Result<Self, VectorError> {
        let coarse = QueryCodes::new(query, root.layout().of_centres())?;
        let fine = QueryCodes::new(query, root.layout())?;
        Ok(Search { root, loaded, admits, coarse, fine })
    }

    /// The `most` nearest clusters, in the part of the graph that a search for `count` reads. Cost: a comparison for each
    /// block of nodes, and about a thousand.
    ///
    /// # Errors
    /// The blocks of nodes that must be loaded first.
    pub fn clusters(&self, count: usize, most: usize) -> Result<Reached, Vec<usize>> {
        let in_proportion = |blocks: usize| blocks.saturating_mul(count).div_ceil(USUAL_CLUSTERS);
        let is_whole = self.root.centres.len() <= WHOLE_BLOCKS;
        let first = if is_whole { WHOLE_BLOCKS } else { in_proportion(FIRST_BLOCKS).max(START_BLOCKS) };
        let mut blocks = self.nearest_blocks(first);
        let mut left = in_proportion(FURTHER_BLOCKS);
        loop {
            let is_missing = |block: &usize| matches!(self.loaded.nodes(*block), Loaded::Missing);
            let missing: Vec<usize> = blocks.iter().copied().filter(is_missing).collect();
            if !missing.is_empty() {
                return Err(missing);
            }
            let clusters = self.nearest(&blocks, most);
            let beyond = self.beyond(&blocks, &clusters, left);
            left = 0;
            if beyond.is_empty() {
                return Ok(Reached { clusters, blocks });
            }
            blocks.extend(beyond);
        }
    }

    /// All clusters that are loaded and may have what the filters admit.
    pub fn loaded(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for block in 0..self.root.centres.len() {
            let Loaded::Ready(nodes) = self.loaded.nodes(block) else { continue };
            let of_block = self.root.nodes_of(block).enumerate();
            let may_hold = of_block.filter(|(offset, _)| self.is_admitted(nodes.held(*offset)));
            let is_ready = |node: &u32| matches!(self.loaded.cluster(*node), Loaded::Ready(_));
            found.extend(may_hold.map(|(_, node)| node).filter(is_ready));
        }
        found
    }

    /// The sections of clusters, each with its best window, best first. Clusters that failed are left out.
    ///
    /// # Errors
    /// The clusters that must be loaded first.
    pub fn sections(&self, clusters: &[u32], sections: u32) -> Result<Vec<Neighbour>, Vec<u32>> {
        let is_missing = |node: &u32| matches!(self.loaded.cluster(*node), Loaded::Missing);
        let missing: Vec<u32> = clusters.iter().copied().filter(is_missing).collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let mut ranks = Vec::new();
        for node in clusters {
            let Loaded::Ready(cluster) = self.loaded.cluster(*node) else { continue };
            let similarities: Vec<f32> = similarities(&self.fine, &cluster.rows).collect();
            let first = similarities.iter().zip(&cluster.sections);
            let further = cluster.repeats.iter().map(|(vector, it)| (&similarities[*vector as usize], it));
            ranks
                .extend(first.chain(further).map(|(similarity, section)| by_rank(0, *similarity, section.0)));
        }
        sort(&mut ranks);
        let mut seen = vec![false; sections as usize];
        let best_first = ranks.into_iter().rev().map(score_and_id);
        let fresh = best_first.filter(|(_, section)| !std::mem::replace(&mut seen[*section as usize], true));
        Ok(fresh.map(|(similarity, id)| Neighbour { section: SectionId(id), similarity }).collect())
    }

    /// Of some clusters, the `most` nearest in the part of the graph that a search has read. Cost: a comparison for each.
    pub fn nearest_of(&self, clusters: &[u32], reached: &Reached, most: usize) -> Vec<u32> {
        let rank = |node: &u32| {
            let (nodes, offset) = self.node(&reached.blocks, *node)?;
            self.is_admitted(nodes.held(offset)).then(|| self.rank(nodes, offset, *node))
        };
        let mut ranks: Vec<u64> = clusters.iter().filter_map(rank).collect();
        sort(&mut ranks);
        ranks.into_iter().rev().take(most).map(|rank| score_and_id(rank).1).collect()
    }

    /// The rank of a node by its centre.
    fn rank(&self, nodes: &Nodes, offset: usize, node: u32) -> u64 {
        let (codes, inverse_length) = nodes.centres.get(offset);
        by_rank(0, self.coarse.similarity(codes, inverse_length), node)
    }

    fn is_admitted(&self, held: Option<&[u32]>) -> bool {
        match (self.admits, held) {
            (Some(admits), Some(held)) => admits(held),
            _ => true,
        }
    }

    /// The blocks with the nearest centres, the nearest first.
    fn nearest_blocks(&self, count: usize) -> Vec<usize> {
        let mut ranks: Vec<u64> = similarities(&self.coarse, &self.root.centres)
            .zip(0..)
            .filter(|(_, block)| self.is_admitted(self.root.held(*block as usize)))
            .map(|(similarity, block)| by_rank(0, similarity, block))
            .collect();
        sort(&mut ranks);
        ranks.into_iter().rev().take(count).map(|rank| score_and_id(rank).1 as usize).collect()
    }

    /// The `most` nearest admitted nodes in `blocks`, best first.
    fn nearest(&self, blocks: &[usize], most: usize) -> Vec<Near> {
        let ranks =
            if most < self.root.nodes() as usize { self.walk(blocks, most) } else { self.scan(blocks) };
        let near = ranks.into_iter().map(score_and_id);
        near.map(|(similarity, node)| Near { node, similarity }).collect()
    }

    /// The ranks of all admitted nodes in `blocks`, best first.
    fn scan(&self, blocks: &[usize]) -> Vec<u64> {
        let mut ranks = Vec::new();
        for block in blocks {
            let Loaded::Ready(nodes) = self.loaded.nodes(*block) else { continue };
            for (offset, node) in self.root.nodes_of(*block).enumerate() {
                if self.is_admitted(nodes.held(offset)) {
                    ranks.push(self.rank(nodes, offset, node));
                }
            }
        }
        sort(&mut ranks);
        ranks.reverse();
        ranks
    }

    /// The ranks of the `count` nearest admitted nodes in `blocks`, best first. With filters, links from admitted nodes alone might not
    /// lead to all of them, so all nodes are starts.
    fn walk(&self, blocks: &[usize], count: usize) -> Vec<u64> {
        let starts = if self.admits.is_some() { blocks.len() } else { START_BLOCKS };
        let mut seen = vec![0u32; self.root.nodes().div_ceil(32) as usize];
        let mut nearest = Nearest { at_most: count.saturating_add(EXTRA_CANDIDATES), ranks: Vec::new() };
        let mut offer = |nodes: &Nodes, offset: usize, node: u32, nearest: &mut Nearest| {
            let (word, bit) = (&mut seen[node as usize / 32], 1 << (node % 32));
            let is_new = *word & bit == 0;
            *word |= bit;
            if is_new && self.is_admitted(nodes.held(offset)) {
                nearest.offer(self.rank(nodes, offset, node));
            }
        };
        for block in blocks.iter().take(starts) {
            let Loaded::Ready(nodes) = self.loaded.nodes(*block) else { continue };
            for (offset, node) in self.root.nodes_of(*block).enumerate() {
                offer(nodes, offset, node, &mut nearest);
            }
        }
        while let Some(node) = nearest.next() {
            let Some((nodes, offset)) = self.node(blocks, node) else { continue };
            for link in nodes.links(offset) {
                if let Some((nodes, offset)) = self.node(blocks, *link) {
                    offer(nodes, offset, *link, &mut nearest);
                }
            }
        }
        nearest.ranks.iter().take(count).map(|(rank, _)| *rank).collect()
    }

    /// The block of a node and its offset in it, if the block is among `blocks` and loaded.
    fn node(&self, blocks: &[usize], node: u32) -> Option<(&Nodes, usize)> {
        let (block, offset) = self.root.locate(node)?;
        match self.loaded.nodes(block) {
            Loaded::Ready(nodes) if blocks.contains(&block) => Some((nodes, offset)),
            _ => None,
        }
    }

    /// At most `count` blocks that links of the nearest nodes lead to, the best first.
    fn beyond(&self, blocks: &[usize], nearest: &[Near], count: usize) -> Vec<usize> {
        let mut beyond = Vec::new();
        for near in nearest {
            let Some((nodes, offset)) = self.node(blocks, near.node) else { continue };
            for (block, _) in nodes.links(offset).iter().filter_map(|link| self.root.locate(*link)) {
                let is_new = !blocks.contains(&block) && !beyond.contains(&block);
                if beyond.len() < count && is_new && self.is_admitted(self.root.held(block)) {
                    beyond.push(block);
                }
            }
        }
        beyond
    }
}

fn similarities<'a>(query: &'a QueryCodes, rows: &'a Rows) -> impl Iterator<Item = f32> + 'a {
    rows.iter().map(|(codes, inverse_length)| query.similarity(codes, inverse_length))
}

/// The best `at_most` of all nodes offered, best first, as ranks; each with whether it was visited.
struct Nearest {
    at_most: usize,
    ranks: Vec<(u64, bool)>,
}

impl Nearest {
    fn offer(&mut self, rank: u64) {
        if self.ranks.len() >= self.at_most {
            if self.ranks.last().is_none_or(|(worst, _)| rank < *worst) {
                return;
            }
            self.ranks.pop();
        }
        let at = self.ranks.partition_point(|(other, _)| *other > rank);
        self.ranks.insert(at, (rank, false));
    }

    /// The best node that was not visited; it then counts as visited.
    fn next(&mut self) -> Option<u32> {
        let (rank, visited) = self.ranks.iter_mut().find(|(_, visited)| !visited)?;
        *visited = true;
        Some(score_and_id(*rank).1)
    }
}
