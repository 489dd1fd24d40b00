//! The vectors of an index on their way: blocks as they arrive, and the dense index once all of them are there.
//!
//! The graph's blocks may come before, after, or never; without it, the vectors are searched all the same.

use super::store::{BlockId, Slot, Store};
use super::{IndexError, Table};
use crate::dense::DenseIndex;
use crate::format::{FormatError, check8};

/// What has been handed in of the dense side.
pub struct Vectors {
    blocks: Vec<Slot<Vec<u8>>>,
    graph: Vec<Slot<Vec<u8>>>,
    index: Option<DenseIndex>,
}

impl Vectors {
    pub(super) fn new(blocks: &Table, graph: &Table) -> Self {
        let missing = |table: &Table| (0..table.len()).map(|_| Slot::Missing).collect();
        Vectors { blocks: missing(blocks), graph: missing(graph), index: None }
    }

    /// The dense index, once all its vectors are there.
    pub fn index(&self) -> Option<&DenseIndex> {
        self.index.as_ref()
    }

    /// Why there is no dense index, if a block failed.
    pub fn failure(&self) -> Option<&IndexError> {
        failure(&self.blocks)
    }

    pub(super) fn slot(&self, part: BlockId) -> Option<&Slot<Vec<u8>>> {
        match part {
            BlockId::Dense(block) => self.blocks.get(block),
            BlockId::Graph(block) => self.graph.get(block),
            _ => None,
        }
    }

    pub(super) fn set_failed(&mut self, part: BlockId, error: IndexError) {
        let slot = match part {
            BlockId::Dense(block) => self.blocks.get_mut(block),
            BlockId::Graph(block) => self.graph.get_mut(block),
            _ => None,
        };
        if let Some(slot) = slot {
            *slot = Slot::Failed(error);
        }
    }

    pub(super) fn forget_failures(&mut self) {
        self.blocks.iter_mut().chain(&mut self.graph).for_each(Slot::forget_failure);
    }

    /// Takes a block; with the last one, makes the index, or adds the graph to it. Of blocks that don't fit each other
    /// the error names the culprit; the others count as missing again.
    fn supply(&mut self, part: BlockId, bytes: Vec<u8>, sections: u32) -> Result<(), (BlockId, FormatError)> {
        match part {
            BlockId::Dense(block) => self.blocks[block] = Slot::Ready(bytes),
            BlockId::Graph(block) => self.graph[block] = Slot::Ready(bytes),
            _ => {}
        }
        if self.index.is_none()
            && let Some(blocks) = take_all(&mut self.blocks)
        {
            match DenseIndex::read(blocks, sections) {
                Ok(index) => self.index = Some(index),
                Err((block, error)) => {
                    self.blocks.fill_with(|| Slot::Missing);
                    return Err((BlockId::Dense(block), error));
                }
            }
        }
        if let Some(index) = &mut self.index
            && !index.has_graph()
            && let Some(blocks) = take_all(&mut self.graph)
            && let Err((block, error)) = index.add_graph(&blocks)
        {
            self.graph.fill_with(|| Slot::Missing);
            return Err((BlockId::Graph(block), error));
        }
        Ok(())
    }
}

/// The contents of all slots if there are any and all are ready; what stays behind is ready and empty.
fn take_all(slots: &mut [Slot<Vec<u8>>]) -> Option<Vec<Vec<u8>>> {
    if slots.is_empty() || !slots.iter().all(|slot| matches!(slot, Slot::Ready(_))) {
        return None;
    }
    let content = |slot: &mut Slot<Vec<u8>>| match slot {
        Slot::Ready(bytes) => std::mem::take(bytes),
        _ => Vec::new(),
    };
    Some(slots.iter_mut().map(content).collect())
}

fn failure(slots: &[Slot<Vec<u8>>]) -> Option<&IndexError> {
    slots.iter().find_map(|slot| match slot {
        Slot::Failed(error) => Some(error),
        _ => None,
    })
}

fn missing(slots: &[Slot<Vec<u8>>], part: fn(usize) -> BlockId) -> Vec<BlockId> {
    if failure(slots).is_some() {
        return Vec::new();
    }
    (0..).zip(slots).filter(|(_, slot)| matches!(slot, Slot::Missing)).map(|(block, _)| part(block)).collect()
}

impl Store {
    /// Whether there are vectors and none of them failed.
    pub fn vectors_work(&self) -> bool {
        !self.directory().dense.is_empty() && self.vectors.failure().is_none()
    }

    /// The vectors' blocks that are missing; none if one of them failed, since all are needed.
    pub fn missing_vectors(&self) -> Vec<BlockId> {
        missing(&self.vectors.blocks, BlockId::Dense)
    }

    /// The same of the graph's blocks.
    pub fn missing_graph(&self) -> Vec<BlockId> {
        missing(&self.vectors.graph, BlockId::Graph)
    }

    /// Checks a block and hands it to the vectors.
    pub(super) fn supply_vectors(&mut self, part: BlockId, bytes: Vec<u8>) -> Result<(), IndexError> {
        let table = match part {
            BlockId::Graph(_) => &self.directory().graph,
            _ => &self.directory().dense,
        };
        let (BlockId::Dense(block) | BlockId::Graph(block)) = part else { return Ok(()) };
        let check = table.check(block);
        let name =
            |store: &Store, part: BlockId| store.piece(part).map(|piece| piece.file).unwrap_or_default();
        let outcome = if check == Some(check8(&bytes)) {
            let sections = self.directory().section_count();
            self.vectors
                .supply(part, bytes, sections)
                .map_err(|(part, source)| (part, IndexError::Format { file: name(self, part), source }))
        } else {
            Err((part, IndexError::Check { file: name(self, part) }))
        };
        outcome.map_err(|(part, error)| {
            self.vectors.set_failed(part, error.clone());
            error
        })
    }
}
