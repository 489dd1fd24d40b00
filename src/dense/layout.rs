//! What writer and reader of the dense side share: its bounds, the form of codes, and how rising ids are read.

use crate::format::{Cursor, FormatError};

/// Dimensions a vector may have. With codes of at most 2^7 and query codes of at most 4,095, a dot product of
/// this many stays below 2^31, so sums are exact in 32 bits. Sentence encoders have 256 to 1,024.
pub const MAX_DIMENSIONS: usize = 4_096;

/// Vectors of a block of codes are 2 to the power of a number up to this, which no index exceeds.
pub(super) const MAX_BLOCK_SHIFT: u32 = 24;

/// Bytes of a block of codes at most: small enough that several are fetched side by side, large enough that a
/// round trip is no part of the time.
#[cfg(feature = "write")]
const MAX_CODE_BLOCK_BYTES: usize = 2 << 20;

/// Bits of a stored component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// -7 to 7: half the bytes.
    Four = 4,
    /// -127 to 127.
    Eight = 8,
}

/// The form of stored vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeLayout {
    /// Of each component.
    pub bits: Bits,
    /// Numbers of a vector.
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

    /// How many vectors a block has, as a power of two.
    #[cfg(feature = "write")]
    pub fn block_shift(self) -> u32 {
        (MAX_CODE_BLOCK_BYTES / self.bytes()).ilog2()
    }
}

/// Reads strictly rising ids, one call per id: each is written as its distance from the smallest value it could have.
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
