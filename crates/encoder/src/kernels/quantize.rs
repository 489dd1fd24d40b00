//! Rows of activations to 7-bit codes.
//!
//! 7 bits, not 8: the sum of two products of a code and an int8 weight then fits i16, so the 16-bit steps of AVX2
//! are exact. Each row has its own scale and zero point, so that a text's vector does not depend on the rest of its batch.

use super::lanes::{LANES, Lanes, ROUNDER};
use super::shapes::{GROUP, STEP};

/// The type of a code: two bytes if the product kernel multiplies 16-bit numbers (wasm simd128), else one.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub type Code = i16;
/// The type of a code: two bytes if the product kernel multiplies 16-bit numbers (wasm simd128), else one.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub type Code = u8;

/// The codes that a group of weights is multiplied by.
pub type FourCodes = [Code; GROUP];

/// The order of the codes for one call of a product kernel: step by step ([`STEP`] groups of each row in turn), or row
/// by row. In wasm, step by step lets a kernel read them from one address. Natively it gains nothing, and moving the
/// codes takes time.
pub const STEP_BY_STEP: bool = cfg!(target_arch = "wasm32");

/// The position of one group of one row in the codes of a call with `rows` rows of `depth` groups.
pub fn place(row: usize, group: usize, rows: usize, depth: usize) -> usize {
    if STEP_BY_STEP { group + (group / STEP * (rows - 1) + row) * STEP } else { row * depth + group }
}

/// The greatest code.
const TOP: f32 = 127.0;
/// Rows with a smaller span count as rows of zeros, because the inverse of their scale may be infinite. Also for 16-bit
/// codes.
pub const MIN_SPAN: f32 = 1e-30;

/// Decodes one row: value = (code − zero) · scale.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowScale {
    pub scale: f32,
    pub zero: i32,
}

/// Quantizes one row.
///
/// The range always includes zero, and zero is exact. `code = clamp(round(x / scale) + zero, 0, 127)`, ties to even,
/// with one division for the row. A row with NaN or infinity, or with a span beyond f32, gets the scale NaN, which
/// makes its outputs NaN. `codes` is at least as long as the row; the rest is set to zero.
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
    // Both ends may round up, which would make the greatest code 128, so codes are clamped.
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

/// The range of a row's values, lane by lane.
#[derive(Clone, Copy)]
struct Range {
    low: Lanes,
    high: Lanes,
    /// Zero, and NaN once a value was not finite.
    check: Lanes,
}

/// Independent accumulators, so that no vector waits for the one before. wasm has too few registers for that.
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
