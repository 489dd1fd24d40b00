//! Symmetric quantization: `weight ≈ scale × code`.
//!
//! Linear layers get int8 codes with one scale for each output. The largest weight of an output becomes ±127, or a
//! little less if sums of its products would overflow 16 bits ([`PAIRED`]). There are no zero points: transformer
//! weights are distributed symmetrically about zero, and products of codes then need no correction.
//!
//! Embedding rows get int4 codes with one scale for each block of 32 weights. Rows are only looked up and summed, so
//! their errors do not accumulate as those of products do, and half of a model's bytes are embedding rows.
//!
//! Inputs of linear layers may be rotated before they are quantized ([`Rotation`]). The weights are then rotated as
//! well, which also reduces their own error, since rotated weights are normally distributed. docs/decisions/0118 has
//! the figures.

use std::borrow::Cow;

use crate::kernels::Rotation;

/// A matrix in int8 with one scale for each column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Int8Matrix {
    /// Row-major, −127 to 127.
    pub codes: Vec<i8>,
    pub scales: Vec<f32>,
    /// Rows and columns of `codes`.
    pub shape: [usize; 2],
}

impl Int8Matrix {
    /// The right operand of a product from the codes, one for each of `inputs`, and the scale of each output.
    pub fn of_outputs(outputs: Vec<(Vec<i8>, f32)>, inputs: usize) -> Self {
        let shape = [inputs, outputs.len()];
        let mut codes = vec![0; inputs * outputs.len()];
        for (output, (column, _)) in outputs.iter().enumerate() {
            for (input, code) in column.iter().enumerate() {
                codes[input * outputs.len() + output] = *code;
            }
        }
        Int8Matrix { codes, scales: outputs.into_iter().map(|(_, scale)| scale).collect(), shape }
    }
}

/// Rows in int4, as ONNX Runtime's `GatherBlockQuantized` reads them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Int4Rows {
    /// Two codes per byte, the first in the low half, stored as `code + 8`.
    pub codes: Vec<u8>,
    /// One for each block of a row, rounded to 11 bits, which compress to half of their size.
    pub scales: Vec<f32>,
    /// Rows, bytes of a row, blocks of a row.
    pub shape: [usize; 3],
}

/// Weights that share a scale.
pub(super) const BLOCK: usize = 32;

/// Significant bits of scales that are rounded: those of an f16.
pub(super) const SCALE_BITS: u32 = 11;

/// Inputs whose products kernels may sum in 16 bits: of each eight inputs, these four and the same four shifted by two.
/// Kernels multiply by activations of 7 bits, so the codes of one sign among four inputs may sum to at most
/// [`PAIRED_SUM`].
const PAIRED: [usize; 4] = [0, 1, 4, 5];
const PAIRED_SUM: i32 = i16::MAX as i32 / 127;

/// Quantizes a linear layer stored as in PyTorch, one row of `inputs` weights per output. Returns it as the right
/// operand of a product: one row per input, one scale per column. `rotation` is that of the inputs.
pub(super) fn linear(weights: &[f32], inputs: usize, rotation: Option<Rotation>) -> Int8Matrix {
    let weights = match rotation {
        None => Cow::Borrowed(weights),
        Some(by) => Cow::Owned(rotated(weights, inputs, by)),
    };
    let quantized = |row: &[f32]| {
        let largest = row.iter().fold(0f32, |largest, weight| largest.max(weight.abs()));
        // Outputs whose weights are zero, or too small for an f32 scale, have zero codes at any scale.
        let scale = if largest / 127.0 >= f32::MIN_POSITIVE { largest / 127.0 } else { 1.0 };
        fitted(scale, |scale| row.iter().map(|weight| code(*weight, scale)).collect())
    };
    Int8Matrix::of_outputs(weights.chunks_exact(inputs).map(quantized).collect(), inputs)
}

/// Rows of `width` numbers, each rotated.
pub(super) fn rotated(rows: &[f32], width: usize, by: Rotation) -> Vec<f32> {
    let mut out = vec![0.0; rows.len()];
    for (row, out) in rows.chunks_exact(width).zip(out.chunks_exact_mut(width)) {
        by.rotate_unscaled(row, out);
        out.iter_mut().for_each(|number| *number *= by.scale());
    }
    out
}

/// The codes of an output at the least scale from `scale` on at which no sum of products overflows 16 bits. `codes` makes
/// them for a scale.
pub(super) fn fitted(mut scale: f32, codes: impl Fn(f32) -> Vec<i8>) -> (Vec<i8>, f32) {
    loop {
        let column = codes(scale);
        match largest_paired_sum(&column).filter(|sum| *sum > PAIRED_SUM) {
            // Rounding may increase a sum again, so more than one step may be needed.
            Some(sum) => scale *= sum as f32 / PAIRED_SUM as f32,
            None => return (column, scale),
        }
    }
}

fn code(weight: f32, scale: f32) -> i8 {
    (weight / scale).round_ties_even().clamp(-127.0, 127.0) as i8
}

/// The largest absolute sum of codes of one sign among those that kernels may sum in 16 bits.
fn largest_paired_sum(column: &[i8]) -> Option<i32> {
    let sums = column.chunks(8).flat_map(|eight| {
        [0, 2].into_iter().flat_map(move |moved| {
            let four = PAIRED.map(|at| i32::from(eight.get(at + moved).copied().unwrap_or(0)));
            [four.iter().map(|code| code.max(&0)).sum(), -four.iter().map(|code| code.min(&0)).sum::<i32>()]
        })
    });
    sums.max()
}

/// Quantizes rows of `columns` weights, an even number, in blocks of [`BLOCK`]; the last block of a row may be shorter.
pub(super) fn rows(weights: &[f32], columns: usize) -> Int4Rows {
    let blocks = columns.div_ceil(BLOCK);
    let count = weights.len() / columns;
    let mut codes = Vec::with_capacity(weights.len() / 2);
    let mut scales = Vec::with_capacity(count * blocks);
    let mut row_codes = Vec::with_capacity(columns);
    for row in weights.chunks_exact(columns) {
        row_codes.clear();
        for block in row.chunks(BLOCK) {
            scales.push(block_codes(block, &mut row_codes));
        }
        codes.extend(row_codes.chunks_exact(2).map(|pair| pair[0] | pair[1] << 4));
    }
    Int4Rows { codes, scales, shape: [count, columns / 2, blocks] }
}

/// Appends the codes of one block, and returns its scale.
///
/// Codes range from −8 to 7, so the weight of the largest magnitude gets −8, and the scale the opposite of its sign.
fn block_codes(block: &[f32], codes: &mut Vec<u8>) -> f32 {
    let largest =
        block.iter().fold(0f32, |most, &weight| if weight.abs() > most.abs() { weight } else { most });
    let scale = rounded(largest / -8.0, SCALE_BITS);
    let scale = if scale.is_normal() { scale } else { 1.0 };
    codes
        .extend(block.iter().map(|weight| ((weight / scale).round_ties_even() + 8.0).clamp(0.0, 15.0) as u8));
    scale
}

/// The nearest number with `bits` significant bits, up to 23.
pub(super) fn rounded(x: f32, bits: u32) -> f32 {
    let dropped = 24 - bits;
    let half = 1 << (dropped - 1);
    f32::from_bits((x.to_bits() + half) & !((1 << dropped) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_output_uses_the_full_range() {
        let matrix = linear(&[0.5, -1.0, 0.25, 100.0, 0.0, -50.0], 3, None);
        assert_eq!(matrix.codes, [64, 127, -127, 0, 32, -64], "transposed");
        assert_eq!(matrix.scales, [1.0 / 127.0, 100.0 / 127.0]);
        assert_eq!(matrix.shape, [3, 2]);
    }

    #[test]
    fn sums_of_two_groups_fit_sixteen_bits() {
        let mut weights: Vec<f32> = (0..64).map(|i| ((i * 7919 % 1009) as f32 - 504.0) / 313.0).collect();
        weights[16..22].copy_from_slice(&[1.7, 1.7, 0.1, -0.3, 1.7, 1.6]);
        let Int8Matrix { codes, scales, .. } = linear(&weights, 32, None);
        for output in 0..2 {
            let column: Vec<i8> = codes.iter().skip(output).step_by(2).copied().collect();
            assert!(largest_paired_sum(&column).unwrap() <= PAIRED_SUM, "{column:?}");
            for (code, weight) in column.iter().zip(&weights[output * 32..]) {
                assert!((f32::from(*code) * scales[output] - weight).abs() <= scales[output] * 0.501);
            }
        }
        assert!(scales[0] > 1.7 / 127.0 && scales[0] < 3.4 / 127.0, "no more than needed: {}", scales[0]);
    }

    #[test]
    fn rotated_weights_times_rotated_inputs_are_the_same_product() {
        let rotation = Rotation::of(4).unwrap();
        let weights: Vec<f32> = (0..64).map(|i| ((i * 7919 % 1009) as f32 - 504.0) / 313.0).collect();
        // An outlier column, the case that rotations are for.
        let input: Vec<f32> = (0..64).map(|i| if i == 9 { 40.0 } else { (i % 7) as f32 - 3.0 }).collect();
        let mut rotated = vec![0.0; 64];
        rotation.rotate_unscaled(&input, &mut rotated);
        let Int8Matrix { codes, scales, shape } = linear(&weights, 64, Some(rotation));
        assert_eq!(shape, [64, 1]);
        let product: f32 = codes.iter().zip(&rotated).map(|(code, x)| f32::from(*code) * x).sum();
        let expected: f32 = weights.iter().zip(&input).map(|(weight, x)| weight * x).sum();
        let found = product * rotation.scale() * scales[0];
        assert!((found - expected).abs() < 1.5, "{found} for {expected}");
    }

    #[test]
    fn outputs_of_zeros_and_of_tiny_numbers_become_zero() {
        let matrix = linear(&[0.0, 0.0, 1e-42, -1e-42], 2, None);
        assert_eq!(matrix.codes, [0, 0, 0, 0]);
        assert_eq!(matrix.scales, [1.0, 1.0]);
    }

    #[test]
    fn block_errors_are_at_most_half_a_step() {
        let weights: Vec<f32> = (0..80).map(|i| ((i * 7919 % 1009) as f32 - 504.0) / 313.0).collect();
        let Int4Rows { codes, scales, shape } = rows(&weights, 40);
        assert_eq!(shape, [2, 20, 2], "the second block of a row has 8 weights");
        for (index, weight) in weights.iter().enumerate() {
            let byte = codes[index / 2];
            let code = f32::from(if index % 2 == 0 { byte & 15 } else { byte >> 4 }) - 8.0;
            let scale = scales[index / 40 * 2 + index % 40 / BLOCK];
            let error = (code * scale - weight).abs();
            // A value as large as the largest one, but of opposite sign, has no exact code.
            let bar = if code == 7.0 { 1.01 } else { 0.51 };
            assert!(error <= scale.abs() * bar, "{error} at {index}, step {scale}");
        }
    }

    #[test]
    fn blocks_of_zeros_stay_zero() {
        let Int4Rows { codes, scales, .. } = rows(&[0.0, 0.0, 1e-42, 0.0], 2);
        assert_eq!(codes, [0x88, 0x88]);
        assert_eq!(scales, [1.0, 1.0]);
    }

    #[test]
    fn scales_keep_eleven_bits() {
        for x in [1.0f32, -0.1, 3.3e-5, 123.456] {
            let near = rounded(x, SCALE_BITS);
            assert!((near - x).abs() <= x.abs() / 2048.0, "{near} for {x}");
            assert_eq!(near.to_bits() & 0x1fff, 0);
        }
    }
}
