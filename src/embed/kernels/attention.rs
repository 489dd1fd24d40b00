//! Scaled dot-product attention over the heads of one sequence.
//!
//! One head at a time: its keys and values are laid out in slabs as wide as what is summed at once, in a scratch that
//! stays in the first-level cache for short texts; then four queries at a time go all the way from scores to output.
//! Every score is summed along the head's dimensions in order, every output along the keys in order, one sum per
//! lane, so that the width of the machine's vectors changes no bit.

use super::activation::exp_row;
use super::lanes::{LANES, Lanes, vectorized};

/// Queries that share one reading of keys and values.
const QUERIES: usize = 4;
/// Groups of lanes that are summed at once: as many as the sums of four queries leave room for in the machine's
/// vectors (of 16 bytes in wasm).
const WIDE: usize = if cfg!(target_arch = "wasm32") { 1 } else { 2 };
/// Keys and dimensions are padded to whole tiles.
const TILE: usize = WIDE * LANES;

/// A matrix of one row per token inside a wider one: row r begins at r · stride.
#[derive(Clone, Copy)]
pub(in crate::embed) struct Matrix<'a> {
    pub values: &'a [f32],
    pub stride: usize,
}

/// The shape of an attention: head h of a matrix is its columns from h · size on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::embed) struct Heads {
    pub count: usize,
    pub size: usize,
}

/// The buffers of [`attention`], kept from call to call.
#[derive(Default)]
pub(in crate::embed) struct AttentionScratch {
    /// `[slab of keys][dimension][key]`, padded.
    keys: Vec<f32>,
    /// `[slab of dimensions][key][dimension]`, padded.
    values: Vec<f32>,
    /// `[query][key]`, padded.
    scores: Vec<f32>,
    /// `[key]`: what is added to scores; −∞ for padding.
    penalty: Vec<f32>,
}

/// For each head, `out = softmax(q · kᵀ · scale + penalty) · v`, over the `rows` tokens of one sequence.
///
/// `out` is `[rows, heads · size]`; `penalty` holds one number per key, −∞ or a very low number for keys that are not
/// to be seen. Where no key can be seen, the output is zero. One thread; 2 · rows² · heads · size multiplications.
///
/// # Panics
/// If a length contradicts another one.
pub(in crate::embed) fn attention(
    q: Matrix,
    k: Matrix,
    v: Matrix,
    heads: Heads,
    rows: usize,
    scale: f32,
    penalty: Option<&[f32]>,
    scratch: &mut AttentionScratch,
    out: &mut [f32],
) {
    let width = heads.count * heads.size;
    assert_eq!(out.len(), rows * width, "rows · heads · size");
    assert!(penalty.is_none_or(|penalty| penalty.len() == rows), "one number per key");
    if out.is_empty() {
        return;
    }
    for matrix in [q, k, v] {
        let needed = (rows - 1) * matrix.stride + width;
        assert!(matrix.values.len() >= needed, "{needed} numbers expected, {} found", matrix.values.len());
    }
    let padded_rows = rows.next_multiple_of(TILE);
    let padded_size = heads.size.next_multiple_of(TILE);
    scratch.penalty.clear();
    scratch.penalty.resize(padded_rows, f32::NEG_INFINITY);
    match penalty {
        Some(penalty) => scratch.penalty[..rows].copy_from_slice(penalty),
        None => scratch.penalty[..rows].fill(0.0),
    }
    // What a longer text or another shape left behind must not stand in the padding.
    scratch.keys.resize(heads.size * padded_rows, 0.0);
    scratch.keys.fill(0.0);
    scratch.values.resize(rows * padded_size, 0.0);
    scratch.values.fill(0.0);
    scratch.scores.resize(QUERIES * padded_rows, 0.0);
    vectorized!(all_heads(
        q: Matrix,
        k: Matrix,
        v: Matrix,
        heads: Heads,
        scale: f32,
        scratch: &mut AttentionScratch,
        out: &mut [f32],
    ));
}

#[inline(always)]
fn all_heads(
    q: Matrix,
    k: Matrix,
    v: Matrix,
    heads: Heads,
    scale: f32,
    scratch: &mut AttentionScratch,
    out: &mut [f32],
) {
    let width = heads.count * heads.size;
    let rows = out.len() / width;
    for head in 0..heads.count {
        let first = head * heads.size;
        for row in 0..rows {
            let key = &k.values[row * k.stride + first..][..heads.size];
            let slab = &mut scratch.keys[row / TILE * TILE * heads.size..][..TILE * heads.size];
            for (to, &value) in slab.as_chunks_mut::<TILE>().0.iter_mut().zip(key) {
                to[row % TILE] = value;
            }
            let value = &v.values[row * v.stride + first..][..heads.size];
            for (slab, values) in value.chunks(TILE).enumerate() {
                scratch.values[(slab * rows + row) * TILE..][..values.len()].copy_from_slice(values);
            }
        }
        for query in (0..rows).step_by(QUERIES) {
            one_head(q, first, heads.size, query..rows.min(query + QUERIES), scale, scratch, width, out);
        }
    }
}

/// At most four queries of one head.
#[inline(always)]
fn one_head(
    q: Matrix,
    first: usize,
    size: usize,
    rows: std::ops::Range<usize>,
    scale: f32,
    scratch: &mut AttentionScratch,
    width: usize,
    out: &mut [f32],
) {
    let AttentionScratch { keys, values, scores, penalty } = scratch;
    let padded_rows = penalty.len();
    // Where fewer than four queries remain, the last one stands in for the missing.
    let mut queries: [&[f32]; QUERIES] = [&[]; QUERIES];
    for (query, values) in queries.iter_mut().enumerate() {
        let row = (rows.start + query).min(rows.end - 1);
        *values = &q.values[row * q.stride + first..][..size];
    }
    for (slab, key) in keys.chunks_exact(TILE * size).zip((0..padded_rows).step_by(TILE)) {
        let sums = outer(queries, slab);
        for query in 0..QUERIES {
            for wide in 0..WIDE {
                let at = key + wide * LANES;
                let score = sums[query][wide] * Lanes::splat(scale) + Lanes::load(&penalty[at..]);
                score.store(&mut scores[query * padded_rows + at..]);
            }
        }
    }
    let mut inverse = [0.0; QUERIES];
    for (scores, inverse) in scores.chunks_exact_mut(padded_rows).zip(&mut inverse) {
        let mut greatest = Lanes::splat(f32::NEG_INFINITY);
        for eight in scores.as_chunks::<LANES>().0 {
            greatest = greatest.max(Lanes::load(eight));
        }
        let greatest = greatest.greatest();
        // No key at all: the exponentials are zero, whatever is subtracted, except from infinity.
        let sum = exp_row(scores, if greatest == f32::NEG_INFINITY { 0.0 } else { greatest });
        *inverse = if sum == 0.0 { 0.0 } else { 1.0 / sum };
    }
    let keys = values.len() / size.next_multiple_of(TILE);
    let mut weights: [&[f32]; QUERIES] = [&[]; QUERIES];
    for (weights, scores) in weights.iter_mut().zip(scores.chunks_exact(padded_rows)) {
        *weights = &scores[..keys];
    }
    for (slab, dimension) in values.chunks_exact(TILE * keys).zip((0..size).step_by(TILE)) {
        let sums = outer(weights, slab);
        // As many turns as can be told beforehand, so that the sums stay in vectors.
        for query in 0..QUERIES {
            let row = rows.start + query;
            if row >= rows.end {
                break;
            }
            let out = &mut out[row * width + first..][..size];
            for wide in 0..WIDE {
                let at = (dimension + wide * LANES).min(size);
                (sums[query][wide] * Lanes::splat(inverse[query])).store_part(&mut out[at..]);
            }
        }
    }
}

/// `Σᵢ factors[query][i] · slab[i]`, in the order of i.
#[inline(always)]
fn outer(factors: [&[f32]; QUERIES], slab: &[f32]) -> [[Lanes; WIDE]; QUERIES] {
    let zero = [Lanes::splat(0.0); WIDE];
    let [mut first, mut second, mut third, mut fourth] = [zero; QUERIES];
    let [a, b, c, d] = factors;
    for ((((row, a), b), c), d) in slab.as_chunks::<TILE>().0.iter().zip(a).zip(b).zip(c).zip(d) {
        first = add_scaled(first, *a, row);
        second = add_scaled(second, *b, row);
        third = add_scaled(third, *c, row);
        fourth = add_scaled(fourth, *d, row);
    }
    [first, second, third, fourth]
}

#[inline(always)]
fn add_scaled(mut sums: [Lanes; WIDE], factor: f32, row: &[f32; TILE]) -> [Lanes; WIDE] {
    for wide in 0..WIDE {
        sums[wide] = sums[wide] + Lanes::splat(factor) * Lanes::load(&row[wide * LANES..]);
    }
    sums
}
