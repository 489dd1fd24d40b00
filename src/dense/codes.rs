//! Vectors as integers: stored codes of eight or four bits, query codes of 13 bits.
//!
//! A stored unit vector has one small integer per dimension, in steps of its largest component / 127, or / 7. The step
//! is not stored: dividing the codes by their length gives a unit vector again, so similarities are true cosines.
//! [`QueryCodes`] does the same with finer steps.

use super::VectorError;
use super::dot::{OFFSET, dot4, dot8, interleave, squares4, squares8};
use super::layout::{Bits, CodeLayout};

/// Steps on either side of zero for the components of a query: the largest number for which `MAX_DIMENSIONS × 128 ×
/// QUERY_LEVELS` stays below 2^31.
const QUERY_LEVELS: f32 = 4_095.0;

/// Steps on either side of zero for the components of a centre. Fewer than four bits hold: with 3, a graph has an eighth
/// fewer bytes than with 4, and searches find as much (docs/decisions/0114).
const CENTRE_LEVELS: f32 = 3.0;

impl Bits {
    /// Appends the codes of `vector` to `codes`. A zero vector gets codes of zero. Cost: one pass.
    pub fn quantize(self, vector: &[f32], codes: &mut Vec<u8>) {
        self.quantize_by(self.levels(), vector, codes);
    }

    fn quantize_by(self, levels: f32, vector: &[f32], codes: &mut Vec<u8>) {
        let inverse_step = inverse_step(vector, levels);
        let code = |component: &f32| (component * inverse_step).round() as i8;
        self.pack(vector, code, codes);
    }

    /// Appends a code for each component; of four bits, with one of zero as the padding of an odd number.
    fn pack<T>(self, components: &[T], code: impl Fn(&T) -> i8, codes: &mut Vec<u8>) {
        match self {
            Bits::Eight => codes.extend(components.iter().map(|component| code(component) as u8)),
            Bits::Four => codes.extend(components.chunks(2).map(|pair| {
                let half = |at: usize| (pair.get(at).map_or(0, &code) + OFFSET as i8) as u8;
                half(0) | half(1) << 4
            })),
        }
    }

    /// The difference of two bytes of codes, code by code; each wraps around, so that none needs more bits.
    pub(super) fn difference(self, codes: u8, from: u8) -> u8 {
        match self {
            Bits::Eight => codes.wrapping_sub(from),
            Bits::Four => codes.wrapping_sub(from & 15) & 15 | codes.wrapping_sub(from & 240) & 240,
        }
    }

    /// The codes with a [`Self::difference`] from other ones.
    pub(super) fn sum(self, difference: u8, from: u8) -> u8 {
        match self {
            Bits::Eight => difference.wrapping_add(from),
            Bits::Four => difference.wrapping_add(from & 15) & 15 | difference.wrapping_add(from & 240) & 240,
        }
    }

    /// Decodes stored codes; of four bits, with the padding of an odd number of components.
    pub fn numbers(self, codes: &[u8]) -> impl Iterator<Item = i16> + '_ {
        let count = match self {
            Bits::Four => 2 * codes.len(),
            Bits::Eight => codes.len(),
        };
        (0..count).map(move |at| match self {
            Bits::Eight => i16::from(codes[at] as i8),
            Bits::Four => i16::from(codes[at / 2] >> (at % 2 * 4) & 15) - OFFSET as i16,
        })
    }
}

/// [`Bits::quantize`] for a centre, of four bits.
pub(super) fn quantize_centre(vector: &[f32], codes: &mut Vec<u8>) {
    Bits::Four.quantize_by(CENTRE_LEVELS, vector, codes);
}

/// Codes in the middle of those of some vectors: the mean of each component, rounded.
pub(super) fn middle<'a>(layout: CodeLayout, vectors: impl ExactSizeIterator<Item = &'a [u8]>) -> Vec<u8> {
    let count = vectors.len().max(1) as f64;
    let mut sums = vec![0i64; layout.dimensions];
    for codes in vectors {
        sums.iter_mut().zip(layout.bits.numbers(codes)).for_each(|(sum, code)| *sum += i64::from(code));
    }
    let mut codes = Vec::with_capacity(layout.bytes());
    layout.bits.pack(&sums, |sum| (*sum as f64 / count).round() as i8, &mut codes);
    codes
}

fn inverse_step(vector: &[f32], levels: f32) -> f32 {
    let largest = vector.iter().fold(0.0f32, |largest, component| largest.max(component.abs()));
    if largest > 0.0 { levels / largest } else { 0.0 }
}

/// 1 / length of the codes as a vector, in steps; 0 if all codes are zero. Exact up to the last rounding, hence the
/// same on every machine.
pub(super) fn inverse_length(codes: &[u8], layout: CodeLayout) -> f32 {
    let squares = match layout.bits {
        Bits::Eight => squares8(codes),
        // With an odd number of dimensions, half of the last byte is padding.
        Bits::Four => squares4(codes, layout.dimensions),
    };
    if squares > 0 { (1.0 / f64::from(squares).sqrt()) as f32 } else { 0.0 }
}

/// Numbers in the order and width in which they are multiplied with stored codes.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    bits: Bits,
    numbers: Vec<i16>,
    /// What the offset of stored codes adds to each product sum.
    offset: i32,
}

impl Wide {
    /// Prepares `numbers` for codes of `bits` bits.
    pub(super) fn new(numbers: Vec<i16>, bits: Bits) -> Self {
        match bits {
            Bits::Eight => Wide { bits, numbers, offset: 0 },
            Bits::Four => {
                let sum: i32 = numbers.iter().map(|number| i32::from(*number)).sum();
                Wide { bits, numbers: interleave(&numbers), offset: OFFSET * sum }
            }
        }
    }

    /// Dot product with stored codes.
    #[inline]
    pub(super) fn dot(&self, codes: &[u8]) -> i32 {
        match self.bits {
            Bits::Eight => dot8(&self.numbers, codes),
            Bits::Four => dot4(&self.numbers, codes) - self.offset,
        }
    }
}

/// A query prepared for comparison with stored codes.
#[derive(Clone, Debug)]
pub(super) struct QueryCodes {
    wide: Wide,
    inverse_length: f32,
}

impl QueryCodes {
    /// Quantizes a vector of any length but zero.
    ///
    /// # Errors
    /// Not the number of dimensions of `layout`; a component that is not finite; or all components zero.
    pub(super) fn new(vector: &[f32], layout: CodeLayout) -> Result<Self, VectorError> {
        if vector.len() != layout.dimensions {
            return Err(VectorError::Dimensions { expected: layout.dimensions, found: vector.len() });
        }
        let inverse_step = inverse_step(vector, QUERY_LEVELS);
        if !vector.iter().all(|component| component.is_finite()) || !inverse_step.is_normal() {
            return Err(VectorError::NoDirection);
        }
        let codes: Vec<i16> =
            vector.iter().map(|component| (component * inverse_step).round() as i16).collect();
        let squares: i64 = codes.iter().map(|code| i64::from(*code) * i64::from(*code)).sum();
        let inverse_length = (1.0 / (squares as f64).sqrt()) as f32;
        Ok(QueryCodes { wide: Wide::new(codes, layout.bits), inverse_length })
    }

    /// Cosine of the query and a stored vector, given the latter's [`inverse_length`].
    #[inline]
    pub(super) fn similarity(&self, codes: &[u8], inverse_length: f32) -> f32 {
        self.wide.dot(codes) as f32 * (self.inverse_length * inverse_length)
    }
}

#[cfg(test)]
mod tests {
    use super::super::MAX_DIMENSIONS;
    use super::*;
    use proptest::prelude::*;

    fn layout(bits: Bits, dimensions: usize) -> CodeLayout {
        CodeLayout { bits, dimensions }
    }

    #[test]
    fn the_largest_dot_product_fits() {
        for (bits, lowest) in
            [(Bits::Eight, vec![0x80; MAX_DIMENSIONS]), (Bits::Four, vec![0; MAX_DIMENSIONS / 2])]
        {
            let layout = layout(bits, MAX_DIMENSIONS);
            let query = QueryCodes::new(&vec![1.0; MAX_DIMENSIONS], layout).unwrap();
            assert!((query.similarity(&lowest, inverse_length(&lowest, layout)) + 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_query_that_cannot_be_compared_is_refused() {
        let refused =
            |vector: &[f32]| QueryCodes::new(vector, layout(Bits::Four, 3)).map(|_| ()).unwrap_err();
        assert_eq!(refused(&[1.0, 0.0]), VectorError::Dimensions { expected: 3, found: 2 });
        for component in [0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE / 4.0] {
            assert_eq!(refused(&[0.0, component, 0.0]), VectorError::NoDirection);
        }
    }

    proptest! {
        #[test]
        fn differences_restore_codes(codes: u8, from: u8) {
            for bits in [Bits::Four, Bits::Eight] {
                prop_assert_eq!(bits.sum(bits.difference(codes, from), from), codes);
            }
        }

        /// Quantization is off by at most half a step in each of `n` components: an angle of sqrt(n)/2 ×
        /// largest/levels. The query's own error is at least 32 times smaller.
        #[test]
        fn similarities_are_close_to_those_of_floats(
            pairs in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0), 2..400),
        ) {
            let (a, b): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let length = |v: &[f32]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
            prop_assume!(length(&a) > 1e-3 && length(&b) > 1e-3);
            let exact = a.iter().zip(&b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>()
                / (length(&a) * length(&b));
            for bits in [Bits::Four, Bits::Eight] {
                let layout = layout(bits, a.len());
                let mut codes = Vec::new();
                bits.quantize(&a, &mut codes);
                prop_assert_eq!(codes.len(), layout.bytes());
                let found = QueryCodes::new(&b, layout).unwrap().similarity(&codes, inverse_length(&codes, layout));
                let largest = a.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
                let step = f64::from(largest / bits.levels()) / length(&a);
                let bound = (a.len() as f64).sqrt() / 2.0 * step * 1.2 + (b.len() as f64).sqrt() / 8_000.0;
                prop_assert!((exact - f64::from(found)).abs() <= bound, "{bits:?} {exact} {found} {bound}");
            }
        }
    }
}
