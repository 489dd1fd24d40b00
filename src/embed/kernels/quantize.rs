//! Rows of activations to 7-bit codes.
//!
//! 7 bits, not 8: then two products of a code and an int8 weight fit i16, which makes the 16-bit steps of AVX2 and
//! of wasm's relaxed dot product exact, and the result the same on every engine. One scale and zero point for each
//! row, so that a text's vector does not depend on what it is batched with.

use super::lanes::{LANES, Lanes, ROUNDER};
use super::pack::{GROUP, STEP};

/// What a code is kept in: two bytes where the product kernel multiplies 16-bit numbers (wasm simd128), else one.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(feature = "relaxed-simd")))]
pub type Code = i16;
/// What a code is kept in: two bytes where the product kernel multiplies 16-bit numbers (wasm simd128), else one.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128", not(feature = "relaxed-simd"))))]
pub type Code = u8;

/// What a group of weights is multiplied with.
pub type FourCodes = [Code; GROUP];

/// How the codes of one call of a product kernel lie: step by step ([`STEP`] groups), those of all rows one after
/// another, or row by row. Step by step is how the kernels of wasm read them, from one address. Natively that gains
/// nothing, and moving the codes takes time.
pub const STEP_BY_STEP: bool = cfg!(target_arch = "wasm32");

/// Where in the codes of a call with `rows` rows, of `depth` groups each, one group of one row is.
pub fn place(row: usize, group: usize, rows: usize, depth: usize) -> usize {
    if STEP_BY_STEP { group + (group / STEP * (rows - 1) + row) * STEP } else { row * depth + group }
}

/// The greatest code.
const TOP: f32 = 127.0;
/// Rows that span less, here and where they become 16-bit codes, are rows of zeros: the inverse of their scale might be
/// infinite.
pub const MIN_SPAN: f32 = 1e-30;

/// How the codes of one row are read: value = (code − zero) · scale.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowScale {
    pub scale: f32,
    pub zero: i32,
}

/// Quantizes one row.
///
/// The range always includes zero, and zero is exact. `code = clamp(round(x / scale) + zero, 0, 127)`, ties to even,
/// with one division for the row. A row that holds NaN or infinity (or spans more than f32 does) gets the scale NaN,
/// so that what is computed from it says so. `codes` is as long as the row, rounded up; the rest is set to zero.
#[inline(always)]
pub fn quantize_row(row: &[f32], codes: &mut [Code]) -> RowScale {
    let (eights, rest) = row.as_chunks::<LANES>();
    let tail = row.len() - rest.len();
    let rest = Lanes::load_part(rest, 0.0);
    let range = Range::of(eights, rest);
    let (low, high) = (range.low.least(), range.high.greatest());
    let span = high - low;
    if !(range.check.sum() == 0.0 && span < f32::INFINITY) {
        codes.fill(0);
        return RowScale { scale: f32::NAN, zero: 0 };
    }
    if span < MIN_SPAN {
        codes.fill(0);
        return RowScale::default();
    }
    let inverse = TOP / span;
    // The low end and the high end may both be rounded up, so that the greatest code would be 128: it is clamped.
    let zero = (ROUNDER - low * inverse).to_bits().cast_signed() - ROUNDER.to_bits().cast_signed();
    let base = ROUNDER.to_bits().cast_signed() - zero;
    let (inverse, rounder) = (Lanes::splat(inverse), Lanes::splat(ROUNDER));
    for start in (0..tail).step_by(LANES) {
        (Lanes::load(&row[start..]) * inverse + rounder).store_codes(base, &mut codes[start..]);
    }
    if tail < codes.len() {
        codes[tail..].fill(0);
        let mut eight = [0; LANES];
        (rest * inverse + rounder).store_codes(base, &mut eight);
        let count = row.len() - tail;
        codes[tail..row.len()].copy_from_slice(&eight[..count]);
    }
    RowScale { scale: span / TOP, zero }
}

/// What is known of a row's values, lane by lane.
#[derive(Clone, Copy)]
struct Range {
    low: Lanes,
    high: Lanes,
    /// Zero, and NaN once a value was not finite.
    check: Lanes,
}

/// How many vectors are looked at side by side, so that none waits for the one before; in wasm there is no room for it.
const ABREAST: usize = if cfg!(target_arch = "wasm32") { 1 } else { 4 };

impl Range {
    #[inline(always)]
    fn of(eights: &[[f32; LANES]], rest: Lanes) -> Self {
        let zero = Lanes::splat(0.0);
        let mut all = [Self { low: zero, high: zero, check: zero }; ABREAST];
        all[0].include(rest);
        let (abreast, left) = eights.as_chunks::<ABREAST>();
        for eights in abreast {
            for (range, eight) in all.iter_mut().zip(eights) {
                range.include(Lanes::load(eight));
            }
        }
        let mut whole = all[0];
        for eight in left {
            whole.include(Lanes::load(eight));
        }
        for other in &all[1..] {
            whole.low = whole.low.min(other.low);
            whole.high = whole.high.max(other.high);
            whole.check = whole.check + other.check;
        }
        whole
    }

    #[inline(always)]
    fn include(&mut self, x: Lanes) {
        self.low = self.low.min(x);
        self.high = self.high.max(x);
        self.check = self.check + x * Lanes::splat(0.0);
    }
}
