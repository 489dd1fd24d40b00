//! Limits and code layout that writer and reader share, and the decoder of lists of rising ids.

use crate::format::{Cursor, FormatError};

/// Maximum dimensions of a vector. With codes of at most 2^7 and query codes of at most 4,095, a dot product of this
/// many stays below 2^31, so 32-bit sums are exact. Sentence encoders have 256 to 1,024.
pub const MAX_DIMENSIONS: usize = 4_096;

/// Bits of a stored component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bits {
    /// −7 to 7, in half the bytes.
    #[default]
    Four = 4,
    /// −127 to 127.
    Eight = 8,
}

impl Bits {
    /// Reads it.
    ///
    /// # Errors
    /// Neither 4 nor 8.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let what = "bits of a component";
        match cursor.u8(what)? {
            4 => Ok(Bits::Four),
            8 => Ok(Bits::Eight),
            found => Err(FormatError::out_of_range(what, 8, found.into())),
        }
    }

    /// Bytes of a vector of `dimensions` components.
    pub fn bytes(self, dimensions: usize) -> usize {
        match self {
            Bits::Four => dimensions.div_ceil(2),
            Bits::Eight => dimensions,
        }
    }

    /// Steps on either side of zero.
    pub fn levels(self) -> f32 {
        match self {
            Bits::Four => 7.0,
            Bits::Eight => 127.0,
        }
    }
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
        self.bits.bytes(self.dimensions)
    }

    /// Layout of centres: always four bits, of which they use a part, since they only choose what is compared.
    pub fn of_centres(self) -> Self {
        CodeLayout { bits: Bits::Four, ..self }
    }
}

/// Lists of rising ids, one after another.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// End of each list in `ids`.
    ends: Vec<u32>,
    ids: Vec<u32>,
}

impl Lists {
    /// Reads `count` lists of ids below `below`. Each is its length, then each id as its distance from the smallest value
    /// it could have. Memory: 4 bytes for each byte read.
    pub fn read(
        cursor: &mut Cursor<'_>,
        count: usize,
        below: u32,
        what: &'static str,
    ) -> Result<Self, FormatError> {
        let mut lists = Lists::default();
        for _ in 0..count {
            let mut least = 0;
            for _ in 0..cursor.varint(what)? {
                let id = u64::from(least) + u64::from(cursor.varint(what)?);
                if id >= u64::from(below) {
                    let at_most = u64::from(below.saturating_sub(1));
                    return Err(FormatError::out_of_range(what, at_most, id));
                }
                lists.ids.push(id as u32);
                least = id as u32 + 1;
            }
            lists.ends.push(lists.ids.len() as u32);
        }
        Ok(lists)
    }

    /// One of the lists; an empty one beyond the last.
    pub fn of(&self, number: usize) -> &[u32] {
        let end = |number: usize| self.ends.get(number).map_or(self.ids.len(), |end| *end as usize);
        let start = number.checked_sub(1).map_or(0, end);
        &self.ids[start..end(number)]
    }
}
