//! What writer and reader of the dense file share: its bounds, and how a list of ids is written.
//!
//! [`write_rising`] and [`Rising`] are each other's counterpart.

#[cfg(feature = "write")]
use crate::format::Writer;
use crate::format::{Cursor, FormatError};

/// Dimensions a vector may have. With codes of at most 2^7 and query codes of at most 4,095, a dot product of
/// this many stays below 2^31, so sums are exact in 32 bits. Sentence encoders have 256 to 1,024.
pub const MAX_DIMENSIONS: usize = 4_096;

/// Neighbours of one node on one layer: twice the M of instant-distance, which is 32.
pub(super) const MAX_NEIGHBOURS: u32 = 64;

/// Layers above the base. Each holds at most a third of the one below it, so 2^32 nodes need fewer.
pub(super) const MAX_UPPER_LAYERS: u32 = 24;

/// Writes strictly rising ids: each as its distance from the smallest value it could have, so that neighbouring
/// ids cost a zero.
#[cfg(feature = "write")]
pub(super) fn write_rising(writer: &mut Writer, ids: impl IntoIterator<Item = u32>) {
    let mut least = 0;
    for id in ids {
        writer.varint(id - least);
        least = id + 1;
    }
}

/// Reads ids written by [`write_rising`], one call per id.
#[derive(Clone, Debug)]
pub(super) struct Rising {
    least: u32,
    below: u32,
}

impl Rising {
    /// The ids to be read must all be smaller than `below`.
    pub(super) fn new(below: u32) -> Self {
        Rising { least: 0, below }
    }

    /// The next id.
    pub(super) fn next(&mut self, cursor: &mut Cursor<'_>, what: &'static str) -> Result<u32, FormatError> {
        let id = u64::from(self.least) + u64::from(cursor.varint(what)?);
        if id >= u64::from(self.below) {
            let at_most = u64::from(self.below.saturating_sub(1));
            return Err(FormatError::OutOfRange { what, at_most, found: id });
        }
        let id = id as u32;
        self.least = id + 1;
        Ok(id)
    }
}
