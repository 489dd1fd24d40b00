//! The product kernels for wasm relaxed-simd: 16 weights are multiplied with 16 codes and summed by fours.
//!
//! `i32x4.relaxed_dot_i8x16_i7x16_add` leaves open how an engine treats codes of 8 bits and sums of pairs beyond 16
//! bits; codes here have 7 bits and pairs stay below 2¹⁵, so that all engines give the exact sum.
//!
//! The instruction is one of the machine's on ARM with dot products and on x86-64 with AVX-VNNI ([`fused`]). Elsewhere
//! on x86-64 V8 puts five in its place. There, [`paired`] adds the products of two groups in 16 bits before it widens
//! them, five instructions for 32 products, where the weights leave room for that ([`super::pack`]).

use std::arch::wasm32::*;

use super::pack::{Group, PANEL, Panel};
use super::quantize::FourCodes;

/// Rows of one call: engines have 16 vectors on x86-64, of which 8 hold sums.
pub const ROWS: usize = 4;

/// A function for each number of rows: what is done for one row stands in the code once for each of them, so that the
/// sums stay in vectors whatever the module is optimised for.
macro_rules! fused_tile {
    ($name:ident, $rows:literal: $($row:literal)*) => {
        /// # Safety
        /// There are the codes of as many rows as named for each group.
        #[target_feature(enable = "relaxed-simd")]
        unsafe fn $name(codes: &[FourCodes], panel: &[Group], sums: &mut [[i32; PANEL]]) {
            let mut acc = [[i32x4_splat(0); 2]; $rows];
            let mut code = codes.as_ptr();
            for group in panel {
                // SAFETY: a group is 32 weights; the codes are there by this function's contract.
                unsafe {
                    let weights = group.0.as_ptr().cast::<v128>();
                    let (low, high) = (v128_load(weights), v128_load(weights.add(1)));
                    $(
                        let four = v128_load32_splat(code.add($row).cast());
                        acc[$row][0] = i32x4_relaxed_dot_i8x16_i7x16_add(low, four, acc[$row][0]);
                        acc[$row][1] = i32x4_relaxed_dot_i8x16_i7x16_add(high, four, acc[$row][1]);
                    )*
                    code = code.add($rows);
                }
            }
            $(store(acc[$row], &mut sums[$row]);)*
        }
    };
}

fused_tile!(fused_one, 1: 0);
fused_tile!(fused_two, 2: 0 1);
fused_tile!(fused_three, 3: 0 1 2);
fused_tile!(fused_four, 4: 0 1 2 3);

/// The same with sums of two groups in 16 bits.
macro_rules! paired_tile {
    ($name:ident, $rows:literal: $($row:literal)*) => {
        /// # Safety
        /// There are the codes of as many rows as named for each group. The panel has an even number
        /// of groups, whose pairs fit.
        #[target_feature(enable = "relaxed-simd")]
        unsafe fn $name(codes: &[FourCodes], panel: &[Group], sums: &mut [[i32; PANEL]]) {
            let ones = i16x8_splat(1);
            let mut acc = [[i32x4_splat(0); 2]; $rows];
            let mut code = codes.as_ptr();
            for groups in panel.as_chunks::<2>().0 {
                // SAFETY: two groups are 64 weights; the codes are there by this function's contract.
                unsafe {
                    let weights = groups.as_ptr().cast::<v128>();
                    let (low, high) = (v128_load(weights), v128_load(weights.add(1)));
                    let (next_low, next_high) = (v128_load(weights.add(2)), v128_load(weights.add(3)));
                    $(
                        let four = v128_load32_splat(code.add($row).cast());
                        let next = v128_load32_splat(code.add($rows + $row).cast());
                        let both = i16x8_add(
                            i16x8_relaxed_dot_i8x16_i7x16(low, four),
                            i16x8_relaxed_dot_i8x16_i7x16(next_low, next),
                        );
                        acc[$row][0] = i32x4_add(acc[$row][0], i32x4_dot_i16x8(both, ones));
                        let both = i16x8_add(
                            i16x8_relaxed_dot_i8x16_i7x16(high, four),
                            i16x8_relaxed_dot_i8x16_i7x16(next_high, next),
                        );
                        acc[$row][1] = i32x4_add(acc[$row][1], i32x4_dot_i16x8(both, ones));
                    )*
                    code = code.add(2 * $rows);
                }
            }
            $(store(acc[$row], &mut sums[$row]);)*
        }
    };
}

paired_tile!(paired_one, 1: 0);
paired_tile!(paired_two, 2: 0 1);
paired_tile!(paired_three, 3: 0 1 2);
paired_tile!(paired_four, 4: 0 1 2 3);

#[inline(always)]
fn store([low, high]: [v128; 2], sums: &mut [i32; PANEL]) {
    let to = sums.as_mut_ptr().cast::<v128>();
    // SAFETY: eight sums are two vectors, and wasm stores need no alignment.
    unsafe {
        v128_store(to, low);
        v128_store(to.add(1), high);
    }
}

/// See [`super::form::Product`].
#[target_feature(enable = "relaxed-simd")]
pub fn fused(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    let tile = match sums.len() {
        1 => fused_one,
        2 => fused_two,
        3 => fused_three,
        4 => fused_four,
        _ => return,
    };
    // SAFETY: the callers of a product kernel give the codes of as many rows as sums for each group.
    unsafe { tile(codes, panel.groups, sums) }
}

/// See [`super::form::Product`]; panels whose pairs do not fit are left to [`fused`].
#[target_feature(enable = "relaxed-simd")]
pub fn paired(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    let tile = match sums.len() {
        _ if !panel.pairs_fit => return fused(codes, panel, sums),
        1 => paired_one,
        2 => paired_two,
        3 => paired_three,
        4 => paired_four,
        _ => return,
    };
    // SAFETY: the callers of a product kernel give the codes of as many rows as sums for each group;
    // `pairs_fit` promises the rest.
    unsafe { tile(codes, panel.groups, sums) }
}

/// Whether the fused instruction is one of the machine's: those sum products in 32 bits, with codes that are too large as
/// well, which they take with sign (ARM) or without (x86-64). Several in its place saturate at 16 bits.
#[target_feature(enable = "relaxed-simd")]
pub fn fused_is_one() -> bool {
    let (weights, codes) = std::hint::black_box((i8x16_splat(127), u8x16_splat(255)));
    let sum = i32x4_relaxed_dot_i8x16_i7x16_add(weights, codes, i32x4_splat(0));
    [4 * 127 * 255, -4 * 127].contains(&i32x4_extract_lane::<0>(sum))
}

/// See [`Panel::pairs_fit`].
#[target_feature(enable = "relaxed-simd")]
pub fn pairs_fit(panel: &[Group]) -> bool {
    /// Of weights that are multiplied with codes up to 127 and summed.
    const MOST: i16 = i16::MAX / 127;
    let zero = i8x16_splat(0);
    let mut extremes = [i16x8_splat(0); 2];
    let (pairs, rest) = panel.as_chunks::<2>();
    for [first, second] in pairs {
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
    let outside = v128_or(i16x8_gt(greatest, i16x8_splat(MOST)), i16x8_lt(least, i16x8_splat(-MOST)));
    rest.is_empty() && !v128_any_true(outside)
}
