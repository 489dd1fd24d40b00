//! Assembles the dense index once all blocks of vectors have arrived.
//!
//! The blocks of the graph may arrive earlier, later or never; without the graph, queries scan all vectors.

use super::IndexError;
use super::block::{Block, BlockId, BlockKind, Slot};
use super::store::Store;
use crate::dense::DenseIndex;
use crate::format::FormatError;

impl Store {
    /// The dense index once all its vectors have arrived, or the failure of one of its blocks.
    pub fn dense(&self) -> Slot<&DenseIndex, &IndexError> {
        match (&self.dense, failure(self.slots(BlockKind::Dense))) {
            (Some(index), _) => Slot::Ready(index),
            (None, Some(error)) => Slot::Failed(error),
            (None, None) => Slot::Missing,
        }
    }

    /// Whether the index has vectors and none of their blocks failed.
    pub fn vectors_work(&self) -> bool {
        !self.directory().dense.is_empty() && failure(self.slots(BlockKind::Dense)).is_none()
    }

    /// The missing blocks of the vectors or of the graph; none if one failed, since all are needed.
    pub fn missing_of(&self, kind: BlockKind) -> Vec<BlockId> {
        if failure(self.slots(kind)).is_some() {
            return Vec::new();
        }
        self.blocks(kind).filter(|id| self.is_missing(*id)).collect()
    }

    /// Builds the dense index when its last block arrives, or adds the graph to it. If blocks are inconsistent, the
    /// error names the damaged one and the others become missing again.
    pub(super) fn assemble_vectors(&mut self) -> Result<(), (BlockId, FormatError)> {
        if self.dense.is_none()
            && let Some(blocks) = take_all(self.slots_mut(BlockKind::Dense))
        {
            match DenseIndex::read(blocks, self.directory().section_count()) {
                Ok(index) => self.dense = Some(index),
                Err((number, error)) => return Err(self.discard(BlockKind::Dense, number, error)),
            }
        }
        if self.dense.as_ref().is_some_and(|index| !index.has_graph())
            && let Some(blocks) = take_all(self.slots_mut(BlockKind::Graph))
            && let Some(index) = &mut self.dense
            && let Err((number, error)) = index.add_graph(&blocks)
        {
            return Err(self.discard(BlockKind::Graph, number, error));
        }
        Ok(())
    }

    fn discard(&mut self, kind: BlockKind, number: usize, error: FormatError) -> (BlockId, FormatError) {
        self.slots_mut(kind).fill_with(|| Slot::Missing);
        (kind.block(number), error)
    }
}

/// Takes the contents of all slots if there are any and all are ready. The slots stay ready, but empty.
fn take_all(slots: &mut [Slot<Block>]) -> Option<Vec<Vec<u8>>> {
    if slots.is_empty() || !slots.iter().all(|slot| matches!(slot, Slot::Ready(_))) {
        return None;
    }
    let content = |slot: &mut Slot<Block>| match slot {
        Slot::Ready(Block::Vectors(bytes)) => std::mem::take(bytes),
        _ => Vec::new(),
    };
    Some(slots.iter_mut().map(content).collect())
}

fn failure(slots: &[Slot<Block>]) -> Option<&IndexError> {
    slots.iter().find_map(|slot| match slot {
        Slot::Failed(error) => Some(error),
        _ => None,
    })
}
