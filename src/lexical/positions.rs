//! Reads position blocks, which hold the positions of terms in sections. Only phrases need them.

use crate::format::{Cursor, FormatError};

/// The positions for the postings of one term block.
pub struct PositionBlock {
    bytes: Vec<u8>,
    /// Start of each term's positions.
    starts: Vec<usize>,
}

impl PositionBlock {
    /// Wraps a decompressed block.
    ///
    /// # Errors
    /// Lengths that do not add up. Memory: eight bytes for each term, bounded by the block's size.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(&bytes);
        let lengths = cursor.list("terms with positions", u32::MAX, &mut |cursor| {
            Ok(cursor.varint("bytes of positions")? as usize)
        })?;
        let mut starts = Vec::with_capacity(lengths.len() + 1);
        starts.push(cursor.position());
        for length in lengths {
            cursor.take("positions", length)?;
            starts.push(cursor.position());
        }
        cursor.end("position block")?;
        Ok(PositionBlock { bytes, starts })
    }

    /// The positions of the term at index `place` of the term block, for each of its postings in order; `None` if the
    /// block has fewer terms.
    pub fn of(&self, place: u32) -> Option<Positions<'_>> {
        let start = *self.starts.get(place as usize)?;
        let end = *self.starts.get(place as usize + 1)?;
        Some(Positions { cursor: Cursor::new(&self.bytes[start..end]) })
    }
}

/// Decodes the positions of one term, posting by posting.
pub struct Positions<'a> {
    cursor: Cursor<'a>,
}

impl Positions<'_> {
    /// Calls `each` for the positions of the next posting, in rising order.
    ///
    /// # Errors
    /// Damage. Positions before the damage have already been passed to `each`.
    pub fn next(&mut self, each: &mut dyn FnMut(u32)) -> Result<(), FormatError> {
        let mut before = 0u32;
        for _ in 0..self.cursor.varint("positions")? {
            before = before.saturating_add(self.cursor.varint("position")?);
            each(before);
        }
        Ok(())
    }
}
