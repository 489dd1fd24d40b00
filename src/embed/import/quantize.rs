//! Symmetric int8 quantization: `weight ≈ scale × code` with codes from −127 to 127.
//!
//! One scale per row (of an embedding table) or per output channel (of a linear layer), chosen so that the
//! largest weight of that row is ±127. No zero point: transformer weights lie evenly about zero, and without
//! it the product of two codes needs no correction.

/// A matrix in int8 with one scale per row or per column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Int8Matrix {
    pub codes: Vec<i8>,
    pub scales: Vec<f32>,
    /// Rows and columns of `codes`, which are row-major.
    pub shape: [usize; 2],
}

/// Quantizes the rows of a row-major matrix of `columns` columns, each with its own scale.
pub(super) fn rows(weights: &[f32], columns: usize) -> Int8Matrix {
    let mut codes = Vec::with_capacity(weights.len());
    let mut scales = Vec::with_capacity(weights.len() / columns);
    for row in weights.chunks_exact(columns) {
        let largest = row.iter().fold(0f32, |largest, weight| largest.max(weight.abs()));
        // A row of zeros, or of numbers too small for an f32 scale, has codes of zero at any scale.
        let scale = if largest / 127.0 >= f32::MIN_POSITIVE { largest / 127.0 } else { 1.0 };
        codes.extend(row.iter().map(|weight| (weight / scale).round_ties_even().clamp(-127.0, 127.0) as i8));
        scales.push(scale);
    }
    let shape = [scales.len(), columns];
    Int8Matrix { codes, scales, shape }
}

/// Quantizes a linear layer stored as PyTorch does, one row of `inputs` weights per output, and gives it back
/// as the right-hand side of a product: one row per input, one scale per column.
pub(super) fn linear(weights: &[f32], inputs: usize) -> Int8Matrix {
    let by_output = rows(weights, inputs);
    let outputs = by_output.shape[0];
    let mut codes = vec![0; by_output.codes.len()];
    for (output, row) in by_output.codes.chunks_exact(inputs).enumerate() {
        for (input, code) in row.iter().enumerate() {
            codes[input * outputs + output] = *code;
        }
    }
    Int8Matrix { codes, scales: by_output.scales, shape: [inputs, outputs] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_uses_the_whole_range() {
        let matrix = rows(&[0.5, -1.0, 0.25, 100.0, 0.0, -50.0], 3);
        assert_eq!(matrix.codes, [64, -127, 32, 127, 0, -64]);
        assert_eq!(matrix.scales, [1.0 / 127.0, 100.0 / 127.0]);
        assert_eq!(matrix.shape, [2, 3]);
    }

    #[test]
    fn rows_of_zeros_and_of_tiny_numbers_become_zero() {
        let matrix = rows(&[0.0, 0.0, 1e-42, -1e-42], 2);
        assert_eq!(matrix.codes, [0, 0, 0, 0]);
        assert_eq!(matrix.scales, [1.0, 1.0]);
    }

    #[test]
    fn a_linear_layer_is_transposed_with_its_scales() {
        let matrix = linear(&[1.0, 2.0, 4.0, -4.0, 8.0, 2.0], 3);
        assert_eq!(matrix.shape, [3, 2]);
        assert_eq!(matrix.codes, [32, -64, 64, 127, 127, 32]);
        assert_eq!(matrix.scales, [4.0 / 127.0, 8.0 / 127.0]);
    }

    #[test]
    fn the_error_is_at_most_half_a_step() {
        let weights: Vec<f32> = (0..640).map(|i| ((i * 7919 % 1000) as f32 - 500.0) / 313.0).collect();
        let matrix = rows(&weights, 64);
        for (index, weight) in weights.iter().enumerate() {
            let scale = matrix.scales[index / 64];
            let error = (f32::from(matrix.codes[index]) * scale - weight).abs();
            assert!(error <= scale * 0.5001, "{error} at {index}, step {scale}");
        }
    }
}
