//! Rounds the weights of a layer to few steps, and lets later weights make up for the error of each.
//!
//! GPTQ (Frantar et al. 2022): weights are rounded input by input; the error of each is spread over those not yet
//! rounded, such that the layer's outputs for the calibration's inputs change least. With H = XᵀX of the inputs and
//! H⁻¹ = UᵀU, U upper triangular, weight j's error e moves each later weight k by −e · Uⱼₖ / Uⱼⱼ.
//!
//! Codes are int8, but few of them occur: the step is a fixed share of a row's standard deviation, not of its largest
//! weight. Their distribution is then the same for all rows, and compression, which follows it (Huffman codes), needs
//! four to five bits for each. At equal bytes that loses less than fixed four bits with a scale for each group of weights:
//! uniform steps with entropy coding are close to the best that any quantization of single numbers does.

use rayon::prelude::*;

use super::quantize::{Int8Matrix, SCALE_BITS, fitted, rounded};

/// The step of codes, in standard deviations of a row. Its logarithm sets bits for each weight; docs/decisions/0118 has
/// the figures.
const STEP: f32 = 0.15;

/// Share of the mean of H's diagonal that is added to it: keeps H invertible where inputs depend on each other.
const DAMPING: f64 = 0.01;

/// Sums of products of the inputs of a layer, and of what the compensation needs of them.
pub(super) struct Inputs {
    width: usize,
    /// U, row-major, `[width, width]`; zero below the diagonal.
    upper: Vec<f32>,
}

impl Inputs {
    /// `rows` are the inputs of the calibration's word pieces, `[word pieces, width]`. Time: width² · word pieces +
    /// width³.
    pub fn new(rows: &[f32], width: usize) -> Self {
        let products: Vec<f64> = (0..width)
            .into_par_iter()
            .flat_map_iter(|i| {
                let mut sums = vec![0f32; width];
                for row in rows.chunks_exact(width) {
                    let x = row[i];
                    sums.iter_mut().zip(row).for_each(|(sum, y)| *sum += x * y);
                }
                sums.into_iter().map(f64::from)
            })
            .collect();
        Self { width, upper: inverse_factor(products, width) }
    }

    /// Quantizes a layer stored as in PyTorch, one row of `width` weights for each output, rotated if its inputs are.
    pub fn quantize(&self, weights: &[f32]) -> Int8Matrix {
        let quantized = |row: &[f32]| fitted(step(row), |scale| self.codes(row, scale));
        Int8Matrix::of_outputs(weights.par_chunks_exact(self.width).map(quantized).collect(), self.width)
    }

    fn codes(&self, row: &[f32], scale: f32) -> Vec<i8> {
        let mut left = row.to_vec();
        let mut codes = Vec::with_capacity(row.len());
        for (at, factors) in self.upper.chunks_exact(self.width).enumerate() {
            let weight = left[at];
            let code = (weight / scale).round_ties_even().clamp(-127.0, 127.0);
            codes.push(code as i8);
            let error = (weight - code * scale) / factors[at];
            left[at + 1..]
                .iter_mut()
                .zip(&factors[at + 1..])
                .for_each(|(weight, factor)| *weight -= error * factor);
        }
        codes
    }
}

/// The step of a row. Rows of zeros, or of numbers too small for an f32 step, have zero codes at any step.
fn step(row: &[f32]) -> f32 {
    let mean_square = row.iter().map(|weight| weight * weight).sum::<f32>() / row.len() as f32;
    let step = rounded(STEP * mean_square.sqrt(), SCALE_BITS);
    if step.is_normal() { step } else { 1.0 }
}

/// U for the damped H. If H = R·Rᵀ with R upper triangular, then U = R⁻¹. R is the Cholesky factor with the order of
/// rows and columns reversed.
fn inverse_factor(mut products: Vec<f64>, width: usize) -> Vec<f32> {
    let trace: f64 = products.iter().step_by(width + 1).sum();
    // Without any input, the order of nothing matters: H becomes the unit matrix.
    let damping = if trace > 0.0 { DAMPING * trace / width as f64 } else { 1.0 };
    products.iter_mut().step_by(width + 1).for_each(|square| *square += damping);
    // Row i of `lower` is row width − 1 − i of R, reversed.
    let mut lower: Vec<Vec<f64>> = Vec::with_capacity(width);
    for i in 0..width {
        let source = &products[(width - 1 - i) * width..][..width];
        let mut row: Vec<f64> = Vec::with_capacity(i + 1);
        for j in 0..i {
            let sum = dot(&row, &lower[j][..j]);
            row.push((source[width - 1 - j] - sum) / lower[j][j]);
        }
        let square = source[width - 1 - i] - dot(&row, &row);
        row.push(square.max(damping).sqrt());
        lower.push(row);
    }
    (0..width).into_par_iter().flat_map_iter(|row| inverse_row(&lower, row)).collect()
}

/// Row `row` of U: a row of the inverse of `lower`, by backward substitution, reversed.
fn inverse_row(lower: &[Vec<f64>], row: usize) -> Vec<f32> {
    let last = lower.len() - 1 - row;
    let mut left = vec![0.0; last + 1];
    left[last] = 1.0;
    for at in (0..=last).rev() {
        let (before, rest) = left.split_at_mut(at);
        rest[0] /= lower[at][at];
        let factor = rest[0];
        before.iter_mut().zip(&lower[at]).for_each(|(left, below)| *left -= factor * below);
    }
    let values = left.into_iter().rev().map(|value| value as f32);
    std::iter::repeat_n(0.0, row).chain(values).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs of `width` numbers that depend on each other, the same in each run.
    fn inputs(count: usize, width: usize) -> Vec<f32> {
        let number = |at: usize| ((at * 7919 + at * at * 31) % 1009) as f32 / 504.5 - 1.0;
        (0..count)
            .flat_map(|row| (0..width).map(move |at| number(row) + 0.5 * number(1000 + row * width + at)))
            .collect()
    }

    #[test]
    fn the_factor_is_that_of_the_inverse() {
        let width = 5;
        let rows = inputs(40, width);
        let Inputs { upper, .. } = Inputs::new(&rows, width);
        let product =
            |i: usize, j: usize| rows.chunks(width).map(|row| f64::from(row[i] * row[j])).sum::<f64>();
        let damping = DAMPING * (0..width).map(|i| product(i, i)).sum::<f64>() / width as f64;
        // (UᵀU) · H is the unit matrix.
        for i in 0..width {
            for j in 0..width {
                let inverse = |k: usize| {
                    (0..width).map(|l| f64::from(upper[l * width + i] * upper[l * width + k])).sum::<f64>()
                };
                let square = |k: usize| product(k, j) + if k == j { damping } else { 0.0 };
                let found: f64 = (0..width).map(|k| inverse(k) * square(k)).sum();
                assert!((found - f64::from(u8::from(i == j))).abs() < 1e-3, "{found} at {i}, {j}");
            }
        }
    }

    /// The error of the outputs, with and without compensation.
    #[test]
    fn outputs_change_less_than_by_rounding_to_nearest() {
        let (width, outputs) = (32, 24);
        let rows = inputs(200, width);
        let weights: Vec<f32> =
            (0..outputs * width).map(|i| (((i * 7919 + i * i * 31) % 1009) as f32 - 504.0) / 313.0).collect();
        let matrix = Inputs::new(&rows, width).quantize(&weights);
        assert_eq!(matrix.shape, [width, outputs]);
        let mut errors = [0.0; 2];
        for output in 0..outputs {
            let row = &weights[output * width..][..width];
            let scale = matrix.scales[output];
            assert!(scale > 0.1 && scale < 0.2, "a seventh of a standard deviation: {scale}");
            for input in rows.chunks(width) {
                let mut off = [0.0; 2];
                for (at, (weight, x)) in row.iter().zip(input).enumerate() {
                    let code = f32::from(matrix.codes[at * outputs + output]);
                    off[0] += x * (code * scale - weight);
                    off[1] += x * ((weight / scale).round() * scale - weight);
                }
                off.iter().zip(&mut errors).for_each(|(off, error)| *error += off * off);
            }
        }
        // Four fifths of the variance of the inputs are common to all of them.
        assert!(errors[0] < 0.3 * errors[1], "{errors:?}");
    }

    #[test]
    fn rows_and_inputs_of_zeros_have_codes() {
        let matrix = Inputs::new(&[0.0; 8], 4).quantize(&[0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 1e-42, 0.0]);
        assert_eq!(matrix.codes.iter().step_by(2).copied().collect::<Vec<_>>(), [0; 4]);
        assert!(matrix.scales.iter().all(|scale| scale.is_normal()));
    }
}
