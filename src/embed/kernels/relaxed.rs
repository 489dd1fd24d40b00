//! The product kernels for wasm relaxed-simd. One instruction multiplies 16 weights by 16 codes and sums by fours.
//!
//! `i32x4.relaxed_dot_i8x16_i7x16_add` does not specify the result for codes of 8 bits, or for sums of pairs beyond 16
//! bits. Our codes have 7 bits and our pairs stay below 2¹⁵, so all engines give the exact sum.
//!
//! On ARM with dot products and on x86-64 with AVX-VNNI, engines compile it to one instruction ([`fused`]). On other
//! x86-64 processors, V8 compiles it to five. [`paired`] is for these: it adds the products of two groups in 16 bits,
//! if they fit ([`Panel::pairs_fit`]), before it widens them, five instructions for 32 products.
//!
//! The weights of one step stay in vectors for all rows, and the rows' sums stay in memory. V8 moves all loads of a
//! basic block to its beginning; the branch after each row keeps it from loading the codes of several rows and spilling
//! the weights. Four rows at a time, with their sums in vectors, take a fifth longer.

use std::arch::wasm32::*;

use super::pack::{CodeGroup, MOST_IN_16_BITS, Panel};
use super::quantize::FourCodes;
use super::shapes::{PANEL, STEP};

/// A kernel. `$new` is one step: from the sums of four columns, and each group's weights and a row's repeated codes, to
/// the new sums.
macro_rules! kernel {
    ($name:ident, |$sums:ident, $weights:ident, $codes:ident| $new:expr) => {
        /// # Safety
        /// `codes` holds the codes of as many rows as sums for each group of the panel.
        #[target_feature(enable = "relaxed-simd")]
        unsafe fn $name(codes: &[FourCodes], panel: &[CodeGroup], sums: &mut [[i32; PANEL]]) {
            // Keeps the compiler from calling `memory.fill`, which is slow for so few bytes.
            let zero = std::hint::black_box(i32x4_splat(0));
            for sums in &mut *sums {
                let to = sums.as_mut_ptr().cast::<v128>();
                // SAFETY: eight sums are two vectors, and wasm stores need no alignment.
                unsafe {
                    v128_store(to, zero);
                    v128_store(to.add(1), zero);
                }
            }
            let mut code = codes.as_ptr();
            for groups in panel.as_chunks::<STEP>().0 {
                // SAFETY: a group is 32 weights; the caller promises the codes.
                unsafe {
                    let low = every_other(groups.as_ptr().cast());
                    let high = every_other(groups.as_ptr().cast::<v128>().add(1));
                    for sums in &mut *sums {
                        let $codes = [
                            v128_load32_splat(code.cast()),
                            v128_load32_splat(code.add(1).cast()),
                            v128_load32_splat(code.add(2).cast()),
                            v128_load32_splat(code.add(3).cast()),
                        ];
                        let to = sums.as_mut_ptr().cast::<v128>();
                        let ($sums, $weights) = (v128_load(to), low);
                        v128_store(to, $new);
                        let ($sums, $weights) = (v128_load(to.add(1)), high);
                        v128_store(to.add(1), $new);
                        code = code.add(STEP);
                    }
                }
            }
        }
    };
}

kernel!(fused_rows, |sums, weights, codes| {
    let sums = i32x4_relaxed_dot_i8x16_i7x16_add(weights[0], codes[0], sums);
    let sums = i32x4_relaxed_dot_i8x16_i7x16_add(weights[1], codes[1], sums);
    let sums = i32x4_relaxed_dot_i8x16_i7x16_add(weights[2], codes[2], sums);
    i32x4_relaxed_dot_i8x16_i7x16_add(weights[3], codes[3], sums)
});

kernel!(paired_rows, |sums, weights, codes| {
    let first = i16x8_add(
        i16x8_relaxed_dot_i8x16_i7x16(weights[0], codes[0]),
        i16x8_relaxed_dot_i8x16_i7x16(weights[1], codes[1]),
    );
    let second = i16x8_add(
        i16x8_relaxed_dot_i8x16_i7x16(weights[2], codes[2]),
        i16x8_relaxed_dot_i8x16_i7x16(weights[3], codes[3]),
    );
    let ones = i16x8_splat(1);
    i32x4_add(sums, i32x4_add(i32x4_dot_i16x8(first, ones), i32x4_dot_i16x8(second, ones)))
});

/// The first, third, fifth and seventh vector.
///
/// # Safety
/// `from` points to at least seven vectors.
#[inline(always)]
unsafe fn every_other(from: *const v128) -> [v128; STEP] {
    // SAFETY: the caller promises seven vectors.
    unsafe { [v128_load(from), v128_load(from.add(2)), v128_load(from.add(4)), v128_load(from.add(6))] }
}

/// # Safety
/// That of [`super::variant::Product`].
#[target_feature(enable = "relaxed-simd")]
pub unsafe fn fused(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    // SAFETY: the caller promises the same.
    unsafe { fused_rows(codes, panel.groups, sums) }
}

/// Falls back to [`fused`] for panels whose pairs do not fit.
///
/// # Safety
/// That of [`super::variant::Product`].
#[target_feature(enable = "relaxed-simd")]
pub unsafe fn paired(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    // SAFETY: the caller promises the same.
    unsafe {
        if panel.pairs_fit {
            paired_rows(codes, panel.groups, sums);
        } else {
            fused(codes, panel, sums);
        }
    }
}

/// Whether the engine compiles the fused instruction to one instruction of the processor. That one sums in 32 bits even
/// for codes beyond 7 bits, which it reads as signed (ARM) or unsigned (x86-64). A sequence of instructions saturates
/// at 16 bits.
#[target_feature(enable = "relaxed-simd")]
pub fn fused_is_one() -> bool {
    let (weights, codes) = std::hint::black_box((i8x16_splat(127), u8x16_splat(255)));
    let sum = i32x4_relaxed_dot_i8x16_i7x16_add(weights, codes, i32x4_splat(0));
    [4 * 127 * 255, -4 * 127].contains(&i32x4_extract_lane::<0>(sum))
}

/// See [`Panel::pairs_fit`].
#[target_feature(enable = "relaxed-simd")]
pub fn pairs_fit(panel: &[CodeGroup]) -> bool {
    let zero = i8x16_splat(0);
    let mut extremes = [i16x8_splat(0); 2];
    for [first, second] in panel.as_chunks::<2>().0 {
        for at in [0, 16] {
            // SAFETY: a group is 32 weights, and wasm loads need no alignment.
            let weights = [first, second].map(|group| unsafe { v128_load(group.0.as_ptr().add(at).cast()) });
            let sums = |part: fn(v128, v128) -> v128| {
                let [a, b] = weights.map(|weights| i16x8_extadd_pairwise_i8x16(part(weights, zero)));
                i16x8_add(a, b)
            };
            extremes[0] = i16x8_max(extremes[0], sums(i8x16_max));
            extremes[1] = i16x8_min(extremes[1], sums(i8x16_min));
        }
    }
    let [greatest, least] = extremes;
    let outside = v128_or(
        i16x8_gt(greatest, i16x8_splat(MOST_IN_16_BITS)),
        i16x8_lt(least, i16x8_splat(-MOST_IN_16_BITS)),
    );
    !v128_any_true(outside)
}
