//! Vectors as integers: codes of eight or four bits for what is stored, of 13 bits for what is asked.
//!
//! A vector of unit length is stored as one small integer per dimension, in steps of its own largest component /
//! 127, or / 7. The step itself is not stored: the length of the codes gives it back, and a vector scaled by 1 /
//! length is of unit length again, so that a similarity is a true cosine. [`QueryCodes`] does the same with finer steps.

use super::QueryError;
use super::dot::{OFFSET, dot4, dot8, interleave, squares4, squares8};
use super::layout::{Bits, CodeLayout};

/// Steps on either side of zero that a component of the query has: the largest number with which
/// `MAX_DIMENSIONS × 128 × QUERY_LEVELS` stays below 2^31.
const QUERY_LEVELS: f32 = 4_095.0;

impl Bits {
    /// Steps on either side of zero.
    #[cfg(any(feature = "write", test))]
    fn levels(self) -> f32 {
        match self {
            Bits::Four => 7.0,
            Bits::Eight => 127.0,
        }
    }
}

/// Appends the codes of `vector` to `codes`. A vector without direction (all zero) gets codes of zero. Cost: one
/// pass.
#[cfg(any(feature = "write", test))]
pub(super) fn quantize(vector: &[f32], bits: Bits, codes: &mut Vec<u8>) {
    let inverse_step = inverse_step(vector, bits.levels());
    let code = |component: &f32| (component * inverse_step).round() as i8;
    match bits {
        Bits::Eight => codes.extend(vector.iter().map(|component| code(component) as u8)),
        Bits::Four => codes.extend(vector.chunks(2).map(|pair| {
            let half = |at: usize| (pair.get(at).map_or(0, code) + OFFSET as i8) as u8;
            half(0) | half(1) << 4
        })),
    }
}

fn inverse_step(vector: &[f32], levels: f32) -> f32 {
    let largest = vector.iter().fold(0.0f32, |largest, component| largest.max(component.abs()));
    if largest > 0.0 { levels / largest } else { 0.0 }
}

/// The numbers that stored codes stand for.
#[cfg(feature = "write")]
pub(super) fn numbers(codes: &[u8], form: CodeLayout) -> impl Iterator<Item = i16> + '_ {
    (0..form.dimensions).map(move |at| match form.bits {
        Bits::Eight => i16::from(codes[at] as i8),
        Bits::Four => i16::from(codes[at / 2] >> (at % 2 * 4) & 15) - OFFSET as i16,
    })
}

/// 1 / length of the vector that the codes stand for, in steps; 0 for codes that are all zero. Exact up to the
/// last rounding, hence the same on every machine.
pub(super) fn inverse_length(codes: &[u8], form: CodeLayout) -> f32 {
    let squares = match form.bits {
        Bits::Eight => squares8(codes),
        // An odd number of dimensions leaves half a byte, which stands for no number.
        Bits::Four => squares4(codes, form.dimensions),
    };
    if squares > 0 { (1.0 / f64::from(squares).sqrt()) as f32 } else { 0.0 }
}

/// Numbers in the form in which they are multiplied with stored codes.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    bits: Bits,
    numbers: Vec<i16>,
    /// What the offset of stored codes adds to each product.
    offset: i32,
}

impl Wide {
    /// For codes of that many bits.
    pub(super) fn new(numbers: Vec<i16>, bits: Bits) -> Self {
        match bits {
            Bits::Eight => Wide { bits, numbers, offset: 0 },
            Bits::Four => {
                let sum: i32 = numbers.iter().map(|number| i32::from(*number)).sum();
                Wide { bits, numbers: interleave(&numbers), offset: OFFSET * sum }
            }
        }
    }

    /// The dot product with stored codes.
    #[inline]
    pub(super) fn dot(&self, codes: &[u8]) -> i32 {
        match self.bits {
            Bits::Eight => dot8(&self.numbers, codes),
            Bits::Four => dot4(&self.numbers, codes) - self.offset,
        }
    }
}

/// A query, ready to be compared with stored codes.
#[derive(Clone, Debug)]
pub(super) struct QueryCodes {
    wide: Wide,
    inverse_length: f32,
}

impl QueryCodes {
    /// Takes a vector of any length but zero.
    ///
    /// # Errors
    /// Another number of dimensions than those of `form`; a component that is not finite, or none that is not zero.
    pub(super) fn new(vector: &[f32], form: CodeLayout) -> Result<Self, QueryError> {
        if vector.len() != form.dimensions {
            return Err(QueryError::Dimensions { expected: form.dimensions, found: vector.len() });
        }
        let inverse_step = inverse_step(vector, QUERY_LEVELS);
        if !vector.iter().all(|component| component.is_finite()) || !inverse_step.is_normal() {
            return Err(QueryError::NoDirection);
        }
        let codes: Vec<i16> =
            vector.iter().map(|component| (component * inverse_step).round() as i16).collect();
        let squares: i64 = codes.iter().map(|code| i64::from(*code) * i64::from(*code)).sum();
        let inverse_length = (1.0 / (squares as f64).sqrt()) as f32;
        Ok(QueryCodes { wide: Wide::new(codes, form.bits), inverse_length })
    }

    /// Cosine of the angle between the query and a stored vector, given the latter's [`inverse_length`].
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

    fn form(bits: Bits, dimensions: usize) -> CodeLayout {
        CodeLayout { bits, dimensions }
    }

    #[test]
    fn the_largest_dot_product_fits() {
        for (bits, lowest) in
            [(Bits::Eight, vec![0x80; MAX_DIMENSIONS]), (Bits::Four, vec![0; MAX_DIMENSIONS / 2])]
        {
            let form = form(bits, MAX_DIMENSIONS);
            let query = QueryCodes::new(&vec![1.0; MAX_DIMENSIONS], form).unwrap();
            assert!((query.similarity(&lowest, inverse_length(&lowest, form)) + 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_query_that_cannot_be_compared_is_refused() {
        let refused = |vector: &[f32]| QueryCodes::new(vector, form(Bits::Four, 3)).map(|_| ()).unwrap_err();
        assert_eq!(refused(&[1.0, 0.0]), QueryError::Dimensions { expected: 3, found: 2 });
        for component in [0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE / 4.0] {
            assert_eq!(refused(&[0.0, component, 0.0]), QueryError::NoDirection);
        }
    }

    proptest! {
        /// Half a step of each of `n` components at most: an angle of sqrt(n)/2 × largest/levels, and the query's
        /// own error is 32 times smaller at least.
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
                let form = form(bits, a.len());
                let mut codes = Vec::new();
                quantize(&a, bits, &mut codes);
                prop_assert_eq!(codes.len(), form.bytes());
                let found = QueryCodes::new(&b, form).unwrap().similarity(&codes, inverse_length(&codes, form));
                let largest = a.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
                let step = f64::from(largest / bits.levels()) / length(&a);
                let bound = (a.len() as f64).sqrt() / 2.0 * step * 1.2 + (b.len() as f64).sqrt() / 8_000.0;
                prop_assert!((exact - f64::from(found)).abs() <= bound, "{bits:?} {exact} {found} {bound}");
            }
        }
    }
}
