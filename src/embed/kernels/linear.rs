//! A whole linear layer in one pass: rotate and quantize the rows, multiply, rescale, add the bias, apply the epilogue.

use super::activation::Epilogue;
use super::form::{self, Form, MAX_ROWS};
use super::lanes::{LANES, Lanes, vectorized};
use super::pack::{PANEL, Panel, Weights};
use super::quantize::{Code, RowScale, quantize_row};
use super::rotation::Rotation;

/// Rows that are quantized, then multiplied with all weights: their codes stay in the second-level cache while each
/// panel of weights is read once from memory.
const BLOCK: usize = 48;

/// The buffers of [`linear`], kept from call to call; they grow to the widest layer's codes of one block of rows.
#[derive(Default)]
pub(in crate::embed) struct Scratch {
    codes: Vec<Code>,
    /// One row, rotated.
    turned: Vec<f32>,
    rows: Vec<RowScale>,
}

/// What a layer makes of a row x: `epilogue(x · weights + bias)`, in which x is rotated, if so said, and quantized to 7
/// bits. The weights are those of rotated rows then.
#[derive(Clone, Copy)]
pub(in crate::embed) struct Layer<'a> {
    pub rotation: Option<Rotation>,
    pub weights: &'a Weights,
    /// One number per output.
    pub bias: Option<&'a [f32]>,
    pub epilogue: Epilogue,
}

/// `layer` for each row of `x`.
///
/// `x` is `[rows, inputs]`, `out` is `[rows, outputs]`. What is computed from a row depends on that row alone. One thread;
/// rows · inputs · outputs multiplications of small integers.
///
/// # Panics
/// If a length contradicts another one.
pub(in crate::embed) fn linear(x: &[f32], rows: usize, layer: Layer, scratch: &mut Scratch, out: &mut [f32]) {
    linear_by(form::best(), x, rows, layer, scratch, out);
}

/// [`linear`] by a given form of the kernel.
pub fn linear_by(form: &Form, x: &[f32], rows: usize, layer: Layer, scratch: &mut Scratch, out: &mut [f32]) {
    let (inputs, outputs) = (layer.weights.inputs(), layer.weights.outputs());
    assert_eq!(x.len(), rows * inputs, "rows · inputs");
    assert_eq!(out.len(), rows * outputs, "rows · outputs");
    assert!(layer.bias.is_none_or(|bias| bias.len() == outputs), "one number per output");
    if let Some(rotation) = layer.rotation {
        assert!(rotation.fits(inputs), "rows of whole blocks");
        scratch.turned.resize(inputs, 0.0);
    }
    let block = rows.min(BLOCK);
    scratch.codes.resize(block * layer.weights.padded_inputs(), 0);
    scratch.rows.resize(block, RowScale::default());
    for (x, out) in x.chunks(BLOCK * inputs).zip(out.chunks_mut(BLOCK * outputs)) {
        vectorized!(linear_block(
            form: &Form,
            x: &[f32],
            layer: Layer,
            scratch: &mut Scratch,
            out: &mut [f32],
        ));
    }
}

/// [`linear`] for at most [`BLOCK`] rows.
#[inline(always)]
fn linear_block(form: &Form, x: &[f32], layer: Layer, scratch: &mut Scratch, out: &mut [f32]) {
    let Layer { rotation, weights, bias, epilogue } = layer;
    let (stride, outputs) = (weights.padded_inputs(), weights.outputs());
    let Scratch { codes, turned, rows: scales } = scratch;
    for ((x, codes), row) in
        x.chunks_exact(weights.inputs()).zip(codes.chunks_exact_mut(stride)).zip(&mut *scales)
    {
        *row = match rotation {
            None => quantize_row(x, codes),
            Some(rotation) => {
                rotation.turn_unscaled(x, turned);
                let row = quantize_row(turned, codes);
                RowScale { scale: row.scale * rotation.scale(), ..row }
            }
        };
    }
    let rows = out.len() / outputs;
    // As many calls as needed, with as even a share of rows as possible.
    let share = rows.div_ceil(rows.div_ceil(form.rows));
    let mut sums = [[0; PANEL]; MAX_ROWS];
    for (index, panel) in weights.panels().enumerate() {
        let first = index * PANEL;
        let width = PANEL.min(outputs - first);
        let mut addend = [0.0; PANEL];
        if let Some(bias) = bias {
            addend[..width].copy_from_slice(&bias[first..first + width]);
        }
        for start in (0..rows).step_by(share) {
            let sums = &mut sums[..share.min(rows - start)];
            form.product(&codes[start * stride..], stride, &panel, sums);
            let out = &mut out[start * outputs..];
            finish(sums, &scales[start..], &panel, &addend, epilogue, out, outputs, first);
        }
    }
}

/// Sums of products to outputs: one panel of some rows, the columns from `first` on of rows that are `outputs` wide.
#[inline(always)]
fn finish(
    sums: &[[i32; PANEL]],
    rows: &[RowScale],
    panel: &Panel,
    addend: &[f32; PANEL],
    epilogue: Epilogue,
    out: &mut [f32],
    outputs: usize,
    first: usize,
) {
    for at in (0..PANEL.min(outputs - first)).step_by(LANES) {
        let columns = &panel.sums[at..at + LANES];
        let scales = Lanes::load(&panel.scales[at..]);
        let addend = Lanes::load(&addend[at..]);
        for ((sums, row), out) in sums.iter().zip(rows).zip(out.chunks_mut(outputs)) {
            let exact = Lanes::from_sums(&sums[at..at + LANES], columns, row.zero);
            let value = epilogue.apply(exact * (Lanes::splat(row.scale) * scales) + addend);
            match &mut out[first + at..] {
                out if out.len() >= LANES => value.store(out),
                out => value.store_part(out),
            }
        }
    }
}
