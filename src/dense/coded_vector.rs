//! A vector in codes of eight bits, to compare many with each other while an index is built.

use super::codes::{Wide, inverse_length};
use super::layout::{Bits, CodeLayout};

/// A vector in codes. Comparisons are of integers, so they are the same on every machine.
pub struct CodedVector {
    codes: Vec<u8>,
    wide: Wide,
    inverse_length: f32,
}

impl CodedVector {
    /// Quantizes a vector.
    pub fn new(vector: &[f32]) -> Self {
        let layout = CodeLayout { bits: Bits::Eight, dimensions: vector.len() };
        let mut codes = Vec::with_capacity(vector.len());
        layout.bits.quantize(vector, &mut codes);
        let wide = Wide::new(layout.bits.numbers(&codes).collect(), layout.bits);
        let inverse_length = inverse_length(&codes, layout);
        CodedVector { codes, wide, inverse_length }
    }

    /// Cosine of two vectors with as many dimensions; 0 if one of them is zero.
    pub fn cosine(&self, other: &Self) -> f32 {
        self.wide.dot(&other.codes) as f32 * (self.inverse_length * other.inverse_length)
    }
}
