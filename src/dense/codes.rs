//! Vectors as integers: int8 codes for what is stored, 13 bit codes for what is asked.
//!
//! A vector of unit length is stored as one int8 per dimension, in steps of its own largest component / 127. The
//! step itself is not stored: the length of the codes gives it back, and a vector scaled by 1 / length is of unit
//! length again, so that a similarity is a true cosine. [`QueryCodes`] does the same with finer steps.

use super::QueryError;
use super::dot::dot;

/// Steps on either side of zero that a stored component has.
#[cfg(any(feature = "write", test))]
const CODE_LEVELS: f32 = 127.0;

/// Steps on either side of zero that a component of the query has: the largest number with which
/// `MAX_DIMENSIONS × 128 × QUERY_LEVELS` stays below 2^31.
const QUERY_LEVELS: f32 = 4_095.0;

/// Appends the codes of `vector` to `codes`. A vector without direction (all zero) gets codes of zero. Cost: one
/// pass.
#[cfg(any(feature = "write", test))]
pub(super) fn quantize(vector: &[f32], codes: &mut Vec<u8>) {
    let inverse_step = inverse_step(vector, CODE_LEVELS);
    codes.extend(vector.iter().map(|component| (component * inverse_step).round() as i8 as u8));
}

fn inverse_step(vector: &[f32], levels: f32) -> f32 {
    let largest = vector.iter().fold(0.0f32, |largest, component| largest.max(component.abs()));
    if largest > 0.0 { levels / largest } else { 0.0 }
}

/// 1 / length of the vector that the codes stand for, in steps; 0 for codes that are all zero. Exact up to the
/// last rounding, hence the same on every machine.
pub(super) fn inverse_length(codes: &[u8]) -> f32 {
    let squares: i32 = codes.iter().map(|code| i32::from(*code as i8) * i32::from(*code as i8)).sum();
    if squares > 0 { (1.0 / f64::from(squares).sqrt()) as f32 } else { 0.0 }
}

/// A query, ready to be compared with stored codes.
#[derive(Clone, Debug)]
pub(super) struct QueryCodes {
    codes: Vec<i16>,
    inverse_length: f32,
}

impl QueryCodes {
    /// Takes a vector of any length but zero.
    ///
    /// # Errors
    /// Another number of dimensions than `dimensions`; a component that is not finite, or none that is not zero.
    pub(super) fn new(vector: &[f32], dimensions: usize) -> Result<Self, QueryError> {
        if vector.len() != dimensions {
            return Err(QueryError::Dimensions { expected: dimensions, found: vector.len() });
        }
        let inverse_step = inverse_step(vector, QUERY_LEVELS);
        if !vector.iter().all(|component| component.is_finite()) || !inverse_step.is_normal() {
            return Err(QueryError::NoDirection);
        }
        let codes: Vec<i16> =
            vector.iter().map(|component| (component * inverse_step).round() as i16).collect();
        let squares: i64 = codes.iter().map(|code| i64::from(*code) * i64::from(*code)).sum();
        Ok(QueryCodes { codes, inverse_length: (1.0 / (squares as f64).sqrt()) as f32 })
    }

    /// Cosine of the angle between the query and a stored vector, given the latter's [`inverse_length`].
    #[inline]
    pub(super) fn similarity(&self, codes: &[u8], inverse_length: f32) -> f32 {
        dot(&self.codes, codes) as f32 * (self.inverse_length * inverse_length)
    }
}

#[cfg(test)]
mod tests {
    use super::super::MAX_DIMENSIONS;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_largest_dot_product_fits() {
        let query = QueryCodes::new(&vec![1.0; MAX_DIMENSIONS], MAX_DIMENSIONS).unwrap();
        let lowest = vec![0x80; MAX_DIMENSIONS];
        assert_eq!(dot(&query.codes, &lowest), -2_146_959_360);
        assert!((query.similarity(&lowest, inverse_length(&lowest)) + 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_query_that_cannot_be_compared_is_refused() {
        let refused = |vector: &[f32]| QueryCodes::new(vector, 3).map(|_| ()).unwrap_err();
        assert_eq!(refused(&[1.0, 0.0]), QueryError::Dimensions { expected: 3, found: 2 });
        for component in [0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE / 4.0] {
            assert_eq!(refused(&[0.0, component, 0.0]), QueryError::NoDirection);
        }
    }

    proptest! {
        /// Half a step of each of `n` components at most: an angle of sqrt(n)/2 × largest/127, and the query's
        /// own error is 32 times smaller.
        #[test]
        fn similarities_are_close_to_those_of_floats(
            pairs in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0), 2..400),
        ) {
            let (a, b): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let length = |v: &[f32]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
            prop_assume!(length(&a) > 1e-3 && length(&b) > 1e-3);
            let exact = a.iter().zip(&b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>()
                / (length(&a) * length(&b));
            let mut codes = Vec::new();
            quantize(&a, &mut codes);
            let found = QueryCodes::new(&b, b.len()).unwrap().similarity(&codes, inverse_length(&codes));
            let largest = a.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
            let step = f64::from(largest) / 127.0 / length(&a);
            let bound = (a.len() as f64).sqrt() / 2.0 * step * 1.1 + (b.len() as f64).sqrt() / 8_000.0;
            prop_assert!((exact - f64::from(found)).abs() <= bound, "{exact} {found} {bound}");
        }
    }
}
