//! Layer normalisation of a sum, row by row.

use super::lanes::{LANES, Lanes, vectorized};

/// `out = (t − mean) / √(variance + epsilon) · gain + shift` for each row t of `x + skip`.
///
/// `x`, `skip` and `out` are `[rows, width]`, where width is the length of `gain`; `gain` and `shift` hold one number
/// per column. The variance takes a second pass over the row, after the mean.
///
/// # Panics
/// If the lengths contradict each other.
pub(crate) fn skip_layer_norm(
    x: &[f32],
    skip: &[f32],
    gain: &[f32],
    shift: &[f32],
    epsilon: f32,
    out: &mut [f32],
) {
    let width = gain.len();
    assert!(width > 0 && x.len().is_multiple_of(width), "rows of {width} numbers expected");
    assert_eq!(x.len(), out.len(), "as many numbers out as in");
    assert_eq!(shift.len(), width, "one shift per column");
    assert_eq!(skip.len(), x.len(), "as many numbers to add");
    vectorized!(each_row(
        x: &[f32],
        skip: &[f32],
        gain: &[f32],
        shift: &[f32],
        epsilon: f32,
        out: &mut [f32],
    ));
}

#[inline(always)]
fn each_row(x: &[f32], skip: &[f32], gain: &[f32], shift: &[f32], epsilon: f32, out: &mut [f32]) {
    let width = gain.len();
    let rows = x.chunks_exact(width).zip(skip.chunks_exact(width));
    for ((x, skip), out) in rows.zip(out.chunks_exact_mut(width)) {
        out.copy_from_slice(x);
        add(skip, out);
        normalize(gain, shift, epsilon, out);
    }
}

#[inline(always)]
fn add(from: &[f32], to: &mut [f32]) {
    for (to, from) in to.as_chunks_mut::<LANES>().0.iter_mut().zip(from.as_chunks::<LANES>().0) {
        (Lanes::load(to) + Lanes::load(from)).store(to);
    }
    let whole = to.len() - to.len() % LANES;
    for (to, from) in to[whole..].iter_mut().zip(&from[whole..]) {
        *to += from;
    }
}

#[inline(always)]
fn normalize(gain: &[f32], shift: &[f32], epsilon: f32, row: &mut [f32]) {
    let count = row.len() as f32;
    let (eights, rest) = row.as_chunks_mut::<LANES>();
    let mut sum = Lanes::splat(0.0);
    for eight in eights.iter() {
        sum = sum + Lanes::load(eight);
    }
    let mean = (sum + Lanes::load_part(rest, 0.0)).sum() / count;
    let centre = Lanes::splat(mean);
    let mut squares = Lanes::splat(0.0);
    for eight in eights.iter() {
        let away = Lanes::load(eight) - centre;
        squares = squares + away * away;
    }
    // Lanes beyond the row's end hold the mean, so they add nothing.
    let away = Lanes::load_part(rest, mean) - centre;
    let variance = (squares + away * away).sum() / count;
    let inverse = Lanes::splat(1.0 / (variance + epsilon).sqrt());
    let (gains, gain) = gain.as_chunks::<LANES>();
    let (shifts, shift) = shift.as_chunks::<LANES>();
    for (eight, (gain, shift)) in eights.iter_mut().zip(gains.iter().zip(shifts)) {
        let unit = (Lanes::load(eight) - centre) * inverse;
        (unit * Lanes::load(gain) + Lanes::load(shift)).store(eight);
    }
    let unit = (Lanes::load_part(rest, 0.0) - centre) * inverse;
    (unit * Lanes::load_part(gain, 0.0) + Lanes::load_part(shift, 0.0)).store_part(rest);
}
