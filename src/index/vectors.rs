//! The dense index among the blocks: the root of the graph, blocks of nodes, and clusters of vectors.
//!
//! A block of nodes can be read once the root has arrived. It says where its clusters are, and keeps them.

use super::IndexError;
use super::block::{Block, Further};
use super::block_id::{BlockId, BlockKind, Slot};
use super::reads::Reads;
use super::store::Store;
use super::table::Table;
use crate::dense::{Cluster, Homes, Loaded, LoadedBlocks, Nodes, Root, WHOLE_BLOCKS, WHOLE_HOMES};
use crate::format::{Cursor, FormatError};

/// Stored bytes of all vectors up to which they are loaded as a whole, in the background: a few queries' clusters.
const MAX_WHOLE_BYTES: u64 = 512 << 10;

/// A block of nodes and its clusters.
pub(super) struct LocatedNodes<S: Reads> {
    nodes: Nodes,
    /// Where the clusters are.
    pub(super) table: Table,
    pub(super) clusters: Vec<Slot<Block<S>>>,
}

impl<S: Reads> LocatedNodes<S> {
    fn read(bytes: &[u8], root: &Root, block: usize) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let table = Table::read(&mut cursor)?;
        let (what, expected) = ("clusters of a block", root.nodes_of(block).len());
        if table.len() != expected {
            let (at_most, found) = (expected as u64, table.len() as u64);
            return Err(FormatError::out_of_range(what, at_most, found));
        }
        let nodes = Nodes::read(cursor.take("nodes of the graph", cursor.remaining())?, root, block)?;
        let clusters = (0..table.len()).map(|_| Slot::Missing).collect();
        Ok(LocatedNodes { nodes, table, clusters })
    }
}

impl<S: Reads> Store<S> {
    /// The root of the graph.
    pub fn root(&self) -> Slot<&Root, &IndexError> {
        self.get(BlockKind::Graph.block(0), |block| match block.further() {
            Some(Further::Root(root)) => Some(root),
            _ => None,
        })
    }

    /// Whether the index has vectors and the root of the graph has not failed.
    pub fn vectors_work(&self) -> bool {
        !self.directory().graph.is_empty() && !matches!(self.root(), Slot::Failed(_))
    }

    /// The missing blocks that every search of vectors needs: the root, and all nodes of a small graph.
    pub fn missing_graph(&self) -> Vec<BlockId> {
        let count = self.directory().graph.len();
        let count = if count <= WHOLE_BLOCKS + 1 { count } else { 1 };
        (0..count).map(|number| BlockKind::Graph.block(number)).filter(|id| self.is_missing(*id)).collect()
    }

    /// A block of homes of sections.
    pub fn homes(&self, number: usize) -> Slot<&Homes, &IndexError> {
        self.get(BlockKind::Homes.block(number), |block| match block.further() {
            Some(Further::Homes(homes)) => Some(homes),
            _ => None,
        })
    }

    /// The missing blocks of homes, if there are so few that they are read with the graph.
    pub fn missing_homes(&self) -> Vec<BlockId> {
        let count = self.directory().homes.len();
        let count = if count <= WHOLE_HOMES { count } else { 0 };
        (0..count).map(|number| BlockKind::Homes.block(number)).filter(|id| self.is_missing(*id)).collect()
    }

    /// The missing clusters of a small index whose graph is loaded; none of a large one.
    pub fn missing_clusters(&self) -> Vec<BlockId> {
        let located = |number: usize| self.located_nodes(number);
        let blocks: Option<Vec<&LocatedNodes<S>>> = (1..self.directory().graph.len()).map(located).collect();
        let bytes = |nodes: &LocatedNodes<S>| nodes.table.stored_bytes();
        match blocks {
            Some(blocks) if blocks.iter().map(|it| bytes(it)).sum::<u64>() <= MAX_WHOLE_BYTES => {
                self.clusters().into_iter().filter(|id| self.is_missing(*id)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// All clusters whose nodes are loaded.
    pub(super) fn clusters(&self) -> Vec<BlockId> {
        let Slot::Ready(root) = self.root() else { return Vec::new() };
        let is_located = |block: &usize| self.located_nodes(block + 1).is_some();
        let blocks = (0..self.directory().graph.len().saturating_sub(1)).filter(is_located);
        blocks
            .flat_map(|block| root.nodes_of(block))
            .map(|node| BlockKind::Cluster.block(node as usize))
            .collect()
    }

    /// Number of clusters, as far as is known.
    pub(super) fn cluster_count(&self) -> usize {
        match self.root() {
            Slot::Ready(root) => root.nodes() as usize,
            _ => 0,
        }
    }

    fn located_nodes(&self, number: usize) -> Option<&LocatedNodes<S>> {
        match self.get(BlockKind::Graph.block(number), as_nodes) {
            Slot::Ready(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// The nodes of a cluster's block, and its place among them, if they are loaded.
    pub(super) fn located(&self, cluster: usize) -> Option<(&LocatedNodes<S>, usize)> {
        let Slot::Ready(root) = self.root() else { return None };
        let (block, place) = root.locate(u32::try_from(cluster).ok()?)?;
        Some((self.located_nodes(block + 1)?, place))
    }

    pub(super) fn located_mut(&mut self, cluster: usize) -> Option<(&mut LocatedNodes<S>, usize)> {
        let Slot::Ready(root) = self.root() else { return None };
        let (block, place) = root.locate(u32::try_from(cluster).ok()?)?;
        match self.slot_mut(BlockKind::Graph.block(block + 1))? {
            Slot::Ready(block) => Some((nodes_mut(block)?, place)),
            _ => None,
        }
    }

    /// Applies a change to the slots of all clusters.
    pub(super) fn each_cluster(&mut self, change: impl Fn(&mut Slot<Block<S>>)) {
        for number in 1..self.directory().graph.len() {
            if let Some(Slot::Ready(block)) = self.slot_mut(BlockKind::Graph.block(number))
                && let Some(nodes) = nodes_mut(block)
            {
                nodes.clusters.iter_mut().for_each(&change);
            }
        }
    }

    /// Reads a block of the graph, a cluster or homes. The root makes the blocks of nodes and homes readable that came before
    /// it: all are read, those that are damaged fail, and the error names the first of them.
    pub(super) fn put_dense(&mut self, id: BlockId, bytes: Vec<u8>) -> Result<(), (BlockId, FormatError)> {
        let damaged = |error: FormatError| (id, error);
        if id == BlockKind::Graph.block(0) {
            let blocks = self.directory().graph.len() - 1;
            self.put_block(id, Further::Root(Root::read(&bytes, blocks).map_err(damaged)?).block());
            let homes = (0..self.directory().homes.len()).map(|number| BlockKind::Homes.block(number));
            let waiting = (1..=blocks).map(|number| BlockKind::Graph.block(number)).chain(homes);
            let mut first = Ok(());
            for id in waiting {
                if let Err(damaged) = self.read_waiting(id) {
                    let (id, source) = damaged;
                    self.set_failed(id, IndexError::Format { file: self.file_of(id), source });
                    first = first.and(Err(damaged));
                }
            }
            return first;
        }
        let block = match (self.root(), id.kind) {
            (Slot::Ready(root), BlockKind::Graph) => {
                Further::Nodes(LocatedNodes::read(&bytes, root, id.number - 1).map_err(damaged)?)
            }
            (Slot::Ready(root), BlockKind::Homes) => {
                Further::Homes(Homes::read(&bytes, root.nodes()).map_err(damaged)?)
            }
            (Slot::Ready(root), _) => {
                let sections = self.directory().section_count();
                Further::Cluster(Cluster::read(&bytes, root, sections).map_err(damaged)?)
            }
            _ => Further::Raw(bytes),
        };
        self.put_block(id, block.block());
        Ok(())
    }

    /// Reads a block that waited for the root.
    fn read_waiting(&mut self, id: BlockId) -> Result<(), (BlockId, FormatError)> {
        let Some(Slot::Ready(block)) = self.slot_mut(id) else { return Ok(()) };
        let Some(bytes) = block.further_mut().and_then(Further::raw) else { return Ok(()) };
        self.put_dense(id, bytes)
    }
}

fn nodes_mut<S: Reads>(block: &mut Block<S>) -> Option<&mut LocatedNodes<S>> {
    match block.further_mut() {
        Some(Further::Nodes(nodes)) => Some(nodes),
        _ => None,
    }
}

fn as_nodes<S: Reads>(block: &Block<S>) -> Option<&LocatedNodes<S>> {
    match block.further() {
        Some(Further::Nodes(nodes)) => Some(nodes),
        _ => None,
    }
}

fn as_cluster<S: Reads>(block: &Block<S>) -> Option<&Cluster> {
    match block.further() {
        Some(Further::Cluster(cluster)) => Some(cluster),
        _ => None,
    }
}

impl<S: Reads> LoadedBlocks for Store<S> {
    fn nodes(&self, block: usize) -> Loaded<'_, Nodes> {
        match self.get(BlockKind::Graph.block(block + 1), as_nodes) {
            Slot::Ready(located) => Loaded::Ready(&located.nodes),
            Slot::Missing => Loaded::Missing,
            Slot::Failed(_) => Loaded::Failed,
        }
    }

    fn cluster(&self, node: u32) -> Loaded<'_, Cluster> {
        match self.get(BlockKind::Cluster.block(node as usize), as_cluster) {
            Slot::Ready(cluster) => Loaded::Ready(cluster),
            Slot::Missing => Loaded::Missing,
            Slot::Failed(_) => Loaded::Failed,
        }
    }
}
