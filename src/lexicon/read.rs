//! Reads blocks of term vectors without trusting them.

use super::VectorShape;
use super::layout::MAX_RELATED;
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
    related: usize,
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
        let related = cursor.position();
        each_related(&bytes[related..], entries, &mut |_, _| {})?;
        Ok(TermVectors { bytes, shape, entries, bits, scales, codes, related })
    }

    /// The related words of the term at `place` in its block, nearest first. Cost: linear in those of the block.
    pub fn related(&self, place: usize) -> Vec<&str> {
        let mut found = Vec::new();
        // They were checked.
        let _ = each_related(&self.bytes[self.related..], self.entries, &mut |entry, word| {
            if entry == place {
                found.push(word);
            }
        });
        found
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

/// Calls `each` with the entry and the text of all related words of a block.
fn each_related<'a>(
    bytes: &'a [u8],
    entries: usize,
    each: &mut dyn FnMut(usize, &'a str),
) -> Result<(), FormatError> {
    let mut cursor = Cursor::new(bytes);
    let mut next = 0;
    while next < entries && cursor.remaining() > 0 {
        let at_most = (entries - next - 1) as u32;
        let entry = next + cursor.varint_up_to("term with related words", at_most)? as usize;
        for _ in 0..cursor.varint_up_to("related words", MAX_RELATED)? {
            each(entry, cursor.string("related word")?);
        }
        next = entry + 1;
    }
    cursor.end("related words")
}
