//! Reads blocks of term vectors without trusting them.

use super::VectorShape;
use crate::format::{Cursor, FormatError};

/// The vectors of the terms in one block of terms.
pub struct TermVectors {
    bytes: Vec<u8>,
    shape: VectorShape,
    /// Entries of the block of terms.
    entries: usize,
    /// Where the parts of the block begin: a bit for each entry, scales, codes.
    bits: usize,
    scales: usize,
    codes: usize,
}

impl TermVectors {
    /// Checks a decompressed block.
    ///
    /// # Errors
    /// Its length does not fit its counts.
    pub fn read(bytes: Vec<u8>, shape: VectorShape) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(&bytes);
        let entries = cursor.varint("terms of a block")? as usize;
        let bits = cursor.position();
        let having = cursor.take("terms with a vector", entries.div_ceil(8))?;
        let count: usize = having.iter().map(|byte| byte.count_ones() as usize).sum();
        let scales = cursor.position();
        cursor.take("scales of term vectors", count)?;
        let codes = cursor.position();
        // The bytes are at most those of a block, so the product fits.
        cursor.take("term vectors", count * shape.row())?;
        cursor.end("term vectors")?;
        Ok(TermVectors { bytes, shape, entries, bits, scales, codes })
    }

    /// Adds the vector of the term at `place` in its block, times `weight`, to `sum`. Returns whether it has one. Cost:
    /// linear in the dimensions.
    pub fn add(&self, place: usize, weight: f32, sum: &mut [f32]) -> bool {
        let has = |entry: usize| self.bytes[self.bits + entry / 8] >> (entry % 8) & 1 == 1;
        if place >= self.entries || !has(place) {
            return false;
        }
        let number = (0..place).filter(|entry| has(*entry)).count();
        let row = self.shape.row();
        let codes = &self.bytes[self.codes + number * row..][..row];
        let bits = self.shape.bits;
        let step = weight * (self.shape.scale(self.bytes[self.scales + number]) / bits.levels());
        for (sum, code) in sum.iter_mut().zip(bits.numbers(codes)) {
            *sum += step * f32::from(code);
        }
        true
    }
}
