//! Reads position blocks: where in its sections a term stands, for phrases alone.

use crate::format::{Cursor, FormatError};

/// Positions of the postings of one term block.
pub struct PositionBlock {
    bytes: Vec<u8>,
    /// Start of each term's positions.
    starts: Vec<usize>,
}

impl PositionBlock {
    /// Takes over a decompressed block.
    ///
    /// # Errors
    /// Lengths that don't add up. Memory: eight bytes a term, never more than the file warrants.
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

    /// The positions of the term at `place` of the term block, for each of its postings in turn; `None` if the
    /// block has fewer terms.
    pub fn of(&self, place: u32) -> Option<Positions<'_>> {
        let start = *self.starts.get(place as usize)?;
        let end = *self.starts.get(place as usize + 1)?;
        Some(Positions { cursor: Cursor::new(&self.bytes[start..end]) })
    }
}

/// Walks through the positions of one term, posting by posting.
pub struct Positions<'a> {
    cursor: Cursor<'a>,
}

impl Positions<'_> {
    /// Hands out the rising positions of the next posting.
    ///
    /// # Errors
    /// Damage; what was read before it has been handed out.
    pub fn next(&mut self, each: &mut dyn FnMut(u32)) -> Result<(), FormatError> {
        let mut before = 0u32;
        for _ in 0..self.cursor.varint("positions")? {
            before = before.saturating_add(self.cursor.varint("position")?);
            each(before);
        }
        Ok(())
    }
}
