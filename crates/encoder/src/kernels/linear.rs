//! A whole linear layer in one pass: rotate and quantize the rows, multiply, rescale, add the bias, apply the epilogue.

use super::activation::Epilogue;
use super::lanes::{LANES, Lanes, vectorized};
use super::pack::{Panel, Weights};
use super::quantize::{Code, FourCodes, RowScale, STEP_BY_STEP, quantize_row};
use super::rotation::Rotation;
use super::shapes::{BLOCK, GROUP, MAX_ROWS, PANEL, STEP};
use super::variant::{self, KernelVariant, Sums};

/// Outputs of a row that get the epilogue at once, while they are in the first-level cache. One at a time, each step
/// would wait for the one before.
const STRIP: usize = 128;

/// The buffers of [`linear`], reused by later calls. They grow to one block of rows of the widest layer.
#[derive(Default)]
pub(crate) struct Scratch {
    codes: Vec<FourCodes>,
    /// One row, rotated.
    rotated: Vec<f32>,
    /// The codes of one row.
    line: Vec<Code>,
    rows: Vec<RowScale>,
}

/// A layer: `epilogue(x · weights + bias)` for a row x, which is quantized to 7 bits. With a rotation, x is rotated
/// first, and the weights are rotated already.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'a> {
    pub rotation: Option<Rotation>,
    pub weights: &'a Weights,
    /// One number per output.
    pub bias: &'a [f32],
    pub epilogue: Epilogue,
}

/// Applies `layer` to each row of `x`.
///
/// `x` is `[rows, inputs]`, `out` is `[rows, outputs]`. The outputs of a row depend on that row alone. One thread;
/// rows · inputs · outputs multiplications of small integers.
///
/// # Panics
/// If the lengths contradict each other.
pub(crate) fn linear(x: &[f32], rows: usize, layer: Layer, scratch: &mut Scratch, out: &mut [f32]) {
    linear_by(variant::best(), x, rows, layer, scratch, out);
}

/// [`linear`] by a given variant of the kernel.
pub fn linear_by(
    variant: &KernelVariant,
    x: &[f32],
    rows: usize,
    layer: Layer,
    scratch: &mut Scratch,
    out: &mut [f32],
) {
    let (inputs, outputs) = (layer.weights.inputs(), layer.weights.outputs());
    assert_eq!(x.len(), rows * inputs, "rows · inputs");
    assert_eq!(out.len(), rows * outputs, "rows · outputs");
    assert_eq!(layer.bias.len(), outputs, "one number per output");
    assert!(layer.rotation.is_none_or(|rotation| rotation.fits(inputs)), "rows of whole blocks");
    let (block, depth) = (rows.min(BLOCK), layer.weights.depth());
    grow(&mut scratch.codes, block * depth);
    grow(&mut scratch.rows, block);
    grow(&mut scratch.rotated, inputs);
    grow(&mut scratch.line, depth * GROUP);
    for (x, out) in x.chunks(BLOCK * inputs).zip(out.chunks_mut(BLOCK * outputs)) {
        vectorized!(linear_block(
            variant: &KernelVariant,
            x: &[f32],
            layer: Layer,
            scratch: &mut Scratch,
            out: &mut [f32],
        ));
    }
}

/// Makes room. Never shrinks: layers share the buffers, and the next wide layer would have to fill them again.
fn grow<T: Clone + Default>(buffer: &mut Vec<T>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length, T::default());
    }
}

/// [`linear`] for at most [`BLOCK`] rows.
#[inline(always)]
fn linear_block(variant: &KernelVariant, x: &[f32], layer: Layer, scratch: &mut Scratch, out: &mut [f32]) {
    let Layer { rotation, weights, bias, epilogue } = layer;
    let (inputs, outputs, depth) = (weights.inputs(), weights.outputs(), weights.depth());
    let rows = out.len() / outputs;
    // The fewest calls, with rows shared out evenly.
    let share = rows.div_ceil(rows.div_ceil(variant.rows));
    let Scratch { codes, rotated, line, rows: scales } = scratch;
    let codes = &mut codes[..rows * depth];
    let (rotated, line) = (&mut rotated[..inputs], &mut line[..depth * GROUP]);
    for (at, (x, scale)) in x.chunks_exact(inputs).zip(&mut *scales).enumerate() {
        if STEP_BY_STEP {
            *scale = rotate_and_quantize(x, rotation, rotated, line);
            // One call takes all rows.
            let places = codes.as_chunks_mut::<STEP>().0[at..].iter_mut().step_by(rows);
            for (place, groups) in places.zip(line.as_chunks::<GROUP>().0.as_chunks::<STEP>().0) {
                *place = *groups;
            }
        } else {
            let codes = &mut codes[at * depth..][..depth];
            *scale = rotate_and_quantize(x, rotation, rotated, codes.as_flattened_mut());
        }
    }
    let mut sums = Sums([[0; PANEL]; MAX_ROWS]);
    for (index, panel) in weights.panels().enumerate() {
        let first = index * PANEL;
        let tiles =
            codes.chunks(share * depth).zip(scales.chunks(share)).zip(out.chunks_mut(share * outputs));
        for ((codes, scales), out) in tiles {
            let sums = &mut sums.0[..codes.len() / depth];
            variant.product(codes, &panel, sums);
            finish(sums, scales, &panel, bias, out, outputs, first);
        }
        let end = outputs.min(first + PANEL);
        if end.is_multiple_of(STRIP) || end == outputs {
            let start = (end - 1) / STRIP * STRIP;
            for row in out.chunks_exact_mut(outputs) {
                epilogue.apply(&mut row[start..end]);
            }
        }
    }
}

/// Quantizes one row, rotated first if the layer has a rotation.
#[inline(always)]
fn rotate_and_quantize(
    x: &[f32],
    rotation: Option<Rotation>,
    rotated: &mut [f32],
    codes: &mut [Code],
) -> RowScale {
    let Some(rotation) = rotation else { return quantize_row(x, codes) };
    rotation.rotate_unscaled(x, rotated);
    let row = quantize_row(rotated, codes);
    RowScale { scale: row.scale * rotation.scale(), ..row }
}

/// Rescales the sums of one panel and adds the bias. `first` is the panel's first column; rows are `outputs` wide.
#[inline(always)]
fn finish(
    sums: &[[i32; PANEL]],
    rows: &[RowScale],
    panel: &Panel,
    bias: &[f32],
    out: &mut [f32],
    outputs: usize,
    first: usize,
) {
    for at in (0..PANEL.min(outputs - first)).step_by(LANES) {
        let columns = &panel.sums[at..at + LANES];
        let scales = Lanes::load(&panel.scales[at..]);
        let bias = Lanes::load_part(&bias[first + at..], 0.0);
        let rows = sums.iter().zip(rows);
        if outputs.is_multiple_of(LANES) {
            // Known lengths save a bounds check for each row: 2 to 4 % of a query's time.
            let out = out.as_chunks_mut::<LANES>().0[(first + at) / LANES..].iter_mut();
            for ((sums, row), out) in rows.zip(out.step_by(outputs / LANES)) {
                rescaled(&sums[at..], columns, row, scales, bias).store(out);
            }
        } else {
            for ((sums, row), out) in rows.zip(out.chunks_exact_mut(outputs)) {
                rescaled(&sums[at..], columns, row, scales, bias).store_part(&mut out[first + at..]);
            }
        }
    }
}

#[inline(always)]
fn rescaled(sums: &[i32], columns: &[i32], row: &RowScale, scales: Lanes, bias: Lanes) -> Lanes {
    Lanes::from_sums(sums, columns, row.zero) * (Lanes::splat(row.scale) * scales) + bias
}
