//! Scaled dot-product attention over the heads of one sequence.
//!
//! 1. Queries, keys and values become 16-bit codes, each row with one scale for all heads.
//! 2. For each head, keys and values are copied into slabs as wide as the kernel of [`super::pairs`]. For short texts,
//!    the slabs stay in the first-level cache.
//! 3. For a few queries of the head at a time: scores, softmax, weights times the scales of the values, as codes again,
//!    then sums of values. The codes of the weights are limited so that these sums fit 32 bits.
//!
//! Codes have at least 13 bits here, against 7 in linear layers. All sums are exact, so the width of the machine's
//! vectors changes no bit.

use std::f32::consts::LOG2_E;

use super::activation::powers_of_two_less;
use super::lanes::{LANES, Lanes, ROUNDER, vectorized};
use super::pairs::{PairRow, interleaved};
use super::quantize::MIN_SPAN;
use super::shapes::{ROWS, WIDTH};
use super::variant::{self, KernelVariant, Sums};

/// The greatest code of a value. The codes of a query's weights add up to [`WEIGHT_TOP`], plus at most ½ by rounding
/// for each that is not zero. At most 2 · `WEIGHT_TOP` of them are not zero, so their sum is below 2¹⁶, which leaves 14
/// bits for values.
const VALUE_TOP: f32 = 16_383.0;
/// The sum of the codes of a query's weights, before rounding.
const WEIGHT_TOP: f32 = 32_767.0;

/// A matrix with one row per token, inside a wider matrix: row r begins at r · stride.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    pub values: &'a [f32],
    pub stride: usize,
}

/// The attention heads: head h of a matrix is its columns from h · size on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heads {
    pub count: usize,
    pub size: usize,
}

impl Heads {
    /// Pairs of dimensions; the last one may be half empty.
    fn pairs(self) -> usize {
        self.size.div_ceil(2)
    }
}

/// How scores are computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scoring {
    pub heads: Heads,
    /// Multiplies the product of a query and a key.
    pub scale: f32,
}

/// The buffers of [`attention`], reused by later calls. Padded ones hold a whole number of kernel calls.
#[derive(Default)]
pub(crate) struct AttentionScratch {
    queries: Quantized,
    keys: Quantized,
    values: Quantized,
    /// Of one head, `[slab of keys][pair of dimensions][key]`, padded.
    key_slabs: Vec<PairRow>,
    /// Of one head, `[slab of dimensions][pair of keys][dimension]`, padded.
    value_slabs: Vec<PairRow>,
    /// `[query][key]`, padded: scores as logarithms to base 2, because powers of 2 are cheaper.
    scores: Vec<f32>,
    /// `[query][key]`, padded: codes.
    weights: Vec<i16>,
    /// `[key]`, zeros padded with −∞: added to scores.
    penalty: Vec<f32>,
}

/// Rows as codes: value = code · scale of its row.
#[derive(Default)]
struct Quantized {
    /// `[row][head][dimension]`, padded, dimensions to whole pairs.
    codes: Vec<i16>,
    /// `[row]`, padded with zeros.
    scales: Vec<f32>,
}

/// For each head, `out = softmax(q · kᵀ · scale) · v`, over the `rows` tokens of one sequence.
///
/// `out` is `[rows, heads · size]`. One thread; 2 · rows² · heads · size
/// multiplications of 16-bit integers.
///
/// # Panics
/// If the lengths contradict each other.
pub(crate) fn attention(
    qkv: [Matrix; 3],
    scoring: Scoring,
    rows: usize,
    scratch: &mut AttentionScratch,
    out: &mut [f32],
) {
    attention_by(variant::best(), qkv, scoring, rows, scratch, out);
}

/// [`attention`] by a given variant of the kernel.
pub fn attention_by(
    variant: &KernelVariant,
    qkv: [Matrix; 3],
    scoring: Scoring,
    rows: usize,
    scratch: &mut AttentionScratch,
    out: &mut [f32],
) {
    let Scoring { heads, scale } = scoring;
    let width = heads.count * heads.size;
    assert_eq!(out.len(), rows * width, "rows · heads · size");
    if out.is_empty() {
        return;
    }
    for matrix in qkv {
        let needed = (rows - 1) * matrix.stride + width;
        assert!(matrix.values.len() >= needed, "{needed} numbers expected, {} found", matrix.values.len());
    }
    scratch.fit(heads, rows);
    vectorized!(all_heads(
        variant: &KernelVariant,
        qkv: [Matrix; 3],
        heads: Heads,
        scale: f32,
        scratch: &mut AttentionScratch,
        out: &mut [f32],
    ));
}

impl AttentionScratch {
    /// Makes room. Padding may hold old values, except that of scales and penalties, which keep the rest out of the
    /// sums.
    fn fit(&mut self, heads: Heads, rows: usize) {
        let padded = rows.next_multiple_of(WIDTH);
        for rows in [&mut self.queries, &mut self.keys, &mut self.values] {
            rows.codes.resize(padded * heads.count * heads.pairs() * 2, 0);
            rows.scales.clear();
            rows.scales.resize(padded, 0.0);
        }
        let none = PairRow([[0; 2]; WIDTH]);
        self.key_slabs.resize(padded / WIDTH * heads.pairs(), none);
        self.value_slabs.resize(heads.size.div_ceil(WIDTH) * padded / 2, none);
        self.scores.resize(ROWS * padded, 0.0);
        self.weights.resize(ROWS * padded, 0);
        self.penalty.clear();
        self.penalty.resize(rows, 0.0);
        self.penalty.resize(padded, f32::NEG_INFINITY);
    }
}

#[inline(always)]
fn all_heads(
    variant: &KernelVariant,
    [q, k, v]: [Matrix; 3],
    heads: Heads,
    scale: f32,
    scratch: &mut AttentionScratch,
    out: &mut [f32],
) {
    let rows = out.len() / (heads.count * heads.size);
    // The greatest code of queries and keys for which a sum over a head's dimensions fits 32 bits.
    let top = (i32::MAX as f32 / heads.size as f32).sqrt().floor().min(f32::from(i16::MAX)) - 1.0;
    quantize_rows(q, heads, rows, top, &mut scratch.queries);
    quantize_rows(k, heads, rows, top, &mut scratch.keys);
    quantize_rows(v, heads, rows, VALUE_TOP, &mut scratch.values);
    for row in &mut scratch.queries.scales {
        *row *= scale * LOG2_E;
    }
    for head in 0..heads.count {
        lay_keys(&scratch.keys.codes, head, heads, &mut scratch.key_slabs);
        lay_values(&scratch.values.codes, head, heads, &mut scratch.value_slabs);
        for query in (0..rows).step_by(ROWS) {
            some_queries(variant, head, heads, query..rows.min(query + ROWS), scratch, out);
        }
    }
}

/// Copies the keys of one head into slabs, one column each.
#[inline(always)]
fn lay_keys(codes: &[i16], head: usize, heads: Heads, slabs: &mut [PairRow]) {
    let pairs = heads.pairs();
    let rows = codes.as_chunks::<2>().0.chunks_exact(WIDTH * heads.count * pairs);
    for (slab, rows) in slabs.chunks_exact_mut(pairs).zip(rows) {
        let columns: [&[[i16; 2]]; WIDTH] =
            std::array::from_fn(|row| &rows[(row * heads.count + head) * pairs..][..pairs]);
        for (pair, to) in slab.iter_mut().enumerate() {
            for row in 0..WIDTH {
                to.0[row] = columns[row][pair];
            }
        }
    }
}

/// Copies the values of one head into slabs, those of two successive keys side by side.
#[inline(always)]
fn lay_values(codes: &[i16], head: usize, heads: Heads, slabs: &mut [PairRow]) {
    let (size, stride) = (2 * heads.pairs(), 2 * heads.pairs() * heads.count);
    let pairs = codes.len() / stride / 2;
    for (pair, codes) in codes.chunks_exact(2 * stride).enumerate() {
        let [even, odd] = [0, stride].map(|row| codes[row + head * size..][..size].as_chunks::<WIDTH>());
        let mut slabs = slabs[pair..].iter_mut().step_by(pairs);
        for ((even, odd), to) in even.0.iter().zip(odd.0).zip(slabs.by_ref()) {
            *to = interleaved(even, odd);
        }
        if let Some(to) = slabs.next() {
            for ((to, even), odd) in to.0.iter_mut().zip(even.1).zip(odd.1) {
                *to = [*even, *odd];
            }
        }
    }
}

/// Computes the output of at most [`ROWS`] queries of one head.
#[inline(always)]
fn some_queries(
    variant: &KernelVariant,
    head: usize,
    heads: Heads,
    rows: std::ops::Range<usize>,
    scratch: &mut AttentionScratch,
    out: &mut [f32],
) {
    let AttentionScratch { queries, keys, values, key_slabs, value_slabs, scores, weights, penalty } =
        scratch;
    let (pairs, padded) = (heads.pairs(), penalty.len());
    let mut sums = Sums([[0; WIDTH]; ROWS]);
    // If fewer queries remain, the kernel also multiplies padding, and the results are not read.
    let codes = &queries.codes[2 * pairs * (rows.start * heads.count + head)..];
    let keys = keys.scales.as_chunks::<WIDTH>().0.iter().zip(penalty.as_chunks::<WIDTH>().0);
    for (at, (slab, (scales, penalty))) in key_slabs.chunks_exact(pairs).zip(keys).enumerate() {
        variant.pairs(codes, 2 * pairs * heads.count, slab, &mut sums.0);
        let scores = scores.chunks_exact_mut(padded).map(|scores| &mut scores.as_chunks_mut::<WIDTH>().0[at]);
        for ((scores, sums), scale) in scores.zip(&sums.0).zip(&queries.scales[rows.clone()]) {
            for lane in (0..WIDTH).step_by(LANES) {
                let scale = Lanes::splat(*scale) * Lanes::load(&scales[lane..]);
                let score = Lanes::from_integers(&sums[lane..]) * scale + Lanes::load(&penalty[lane..]);
                score.store(&mut scores[lane..]);
            }
        }
    }
    let mut factors = [0.0; ROWS];
    let each = scores.chunks_exact_mut(padded).zip(weights.chunks_exact_mut(padded));
    for ((scores, weights), factor) in each.zip(&mut factors[..rows.len()]) {
        *factor = weigh(scores, &values.scales, weights);
    }
    let width = heads.count * heads.size;
    for (slab, dimension) in value_slabs.chunks_exact(padded / 2).zip((0..heads.size).step_by(WIDTH)) {
        variant.pairs(weights, padded, slab, &mut sums.0);
        for ((row, sums), factor) in rows.clone().zip(&sums.0).zip(factors) {
            let out = &mut out[row * width + head * heads.size..][..heads.size];
            for lane in (0..WIDTH).step_by(LANES) {
                let values = Lanes::from_integers(&sums[lane..]) * Lanes::splat(factor);
                values.store_part(&mut out[(dimension + lane).min(heads.size)..]);
            }
        }
    }
}

/// The softmax of a query's scores, times the scale of each key's value, as codes. Returns the factor for sums of these
/// codes. Overwrites `scores`.
#[inline(always)]
fn weigh(scores: &mut [f32], value_scales: &[f32], codes: &mut [i16]) -> f32 {
    let mut greatest = Lanes::splat(f32::NEG_INFINITY);
    for eight in scores.as_chunks::<LANES>().0 {
        greatest = greatest.max(Lanes::load(eight));
    }
    let greatest = greatest.greatest();
    // Weights of a damaged model may give scores of −∞ alone: −∞ less −∞ would be NaN.
    powers_of_two_less(scores, if greatest == f32::NEG_INFINITY { 0.0 } else { greatest });
    let (mut sum, mut scaled) = (Lanes::splat(0.0), Lanes::splat(0.0));
    let scales = value_scales.as_chunks::<LANES>().0;
    for (eight, scale) in scores.as_chunks_mut::<LANES>().0.iter_mut().zip(scales) {
        let weight = Lanes::load(eight);
        sum = sum + weight;
        let weight = weight * Lanes::load(scale);
        scaled = scaled + weight;
        weight.store(eight);
    }
    let (sum, scaled) = (sum.sum(), scaled.sum());
    if scaled < MIN_SPAN {
        codes.fill(0);
        return 0.0;
    }
    let factor = Lanes::splat(WEIGHT_TOP / scaled);
    for (eight, codes) in scores.as_chunks::<LANES>().0.iter().zip(codes.as_chunks_mut::<LANES>().0) {
        (Lanes::load(eight) * factor + Lanes::splat(ROUNDER)).store_low(codes);
    }
    scaled / (WEIGHT_TOP * sum)
}

/// Quantizes the rows of a matrix to codes from −`top` to `top`.
#[inline(always)]
fn quantize_rows(matrix: Matrix, heads: Heads, rows: usize, top: f32, to: &mut Quantized) {
    let Heads { count, size } = heads;
    let codes = to.codes.chunks_exact_mut(count * heads.pairs() * 2);
    for ((row, codes), scale) in (0..rows).zip(codes).zip(&mut to.scales) {
        *scale = quantize(&matrix.values[row * matrix.stride..][..count * size], top, codes);
        if size % 2 == 1 {
            for head in (0..count).rev() {
                codes.copy_within(head * size..(head + 1) * size, head * (size + 1));
                codes[head * (size + 1) + size] = 0;
            }
        }
    }
}

/// Quantizes one row, ties to even, and leaves the rest of `codes` alone. Returns the scale, which is NaN for a row
/// with NaN or infinity.
#[inline(always)]
fn quantize(row: &[f32], top: f32, codes: &mut [i16]) -> f32 {
    let codes = &mut codes[..row.len()];
    let (eights, rest) = row.as_chunks::<LANES>();
    let rest = Lanes::load_part(rest, 0.0);
    let mut greatest = rest;
    for eight in eights {
        greatest = greatest.max_magnitude(Lanes::load(eight));
    }
    let greatest = greatest.greatest_magnitude();
    if !(MIN_SPAN..f32::INFINITY).contains(&greatest) {
        codes.fill(0);
        return if greatest < MIN_SPAN { 0.0 } else { f32::NAN };
    }
    let inverse = Lanes::splat(top / greatest);
    let (eight_codes, rest_codes) = codes.as_chunks_mut::<LANES>();
    for (eight, codes) in eights.iter().zip(eight_codes) {
        (Lanes::load(eight) * inverse + Lanes::splat(ROUNDER)).store_low(codes);
    }
    if !rest_codes.is_empty() {
        (rest * inverse + Lanes::splat(ROUNDER)).store_low(rest_codes);
    }
    greatest / top
}
