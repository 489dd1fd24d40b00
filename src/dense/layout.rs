//! Limits and code layout that writer and reader share, and the decoder of rising ids.

use crate::format::{Cursor, FormatError};

/// Maximum dimensions of a vector. With codes of at most 2^7 and query codes of at most 4,095, a dot product of this
/// many stays below 2^31, so 32-bit sums are exact. Sentence encoders have 256 to 1,024.
pub const MAX_DIMENSIONS: usize = 4_096;

/// Maximum log2 of the number of vectors in a block of codes; no index has more vectors.
pub(super) const MAX_BLOCK_SHIFT: u32 = 24;

/// Maximum size of a block of codes: small enough for several to be fetched in parallel, large enough that round trips
/// do not matter.
#[cfg(feature = "write")]
const MAX_CODE_BLOCK_BYTES: usize = 2 << 20;

/// Bits of a stored component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// −7 to 7, in half the bytes.
    Four = 4,
    /// −127 to 127.
    Eight = 8,
}

/// Layout of stored vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeLayout {
    /// Bits of each component.
    pub bits: Bits,
    /// Components of a vector.
    pub dimensions: usize,
}

impl CodeLayout {
    /// Bytes of one vector.
    pub fn bytes(self) -> usize {
        match self.bits {
            Bits::Four => self.dimensions.div_ceil(2),
            Bits::Eight => self.dimensions,
        }
    }

    /// log2 of the number of vectors in a block.
    #[cfg(feature = "write")]
    pub fn block_shift(self) -> u32 {
        (MAX_CODE_BLOCK_BYTES / self.bytes()).ilog2()
    }
}

/// Decodes strictly rising ids, one per call. Each is stored as its distance from the smallest value it could have.
#[derive(Clone, Debug)]
pub(super) struct Rising {
    least: u32,
    below: u32,
}

impl Rising {
    /// All ids must be smaller than `below`.
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
