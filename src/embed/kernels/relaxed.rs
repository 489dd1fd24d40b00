//! The product kernel for wasm relaxed-simd: one instruction multiplies 16 weights with 16 codes and sums by fours.
//!
//! `i32x4.relaxed_dot_i8x16_i7x16_add` leaves open how an engine treats codes of 8 bits and sums of pairs beyond 16
//! bits; codes here have 7 bits and pairs stay below 2¹⁵, so that all engines give the exact sum.
//!
//! The instruction is one of the machine's on ARM with dot products and on x86-64 with AVX-VNNI. Elsewhere on x86-64
//! V8 puts five in its place; the three that would do (`i16x8.relaxed_dot_i8x16_i7x16`, `i32x4.dot_i16x8` with ones, an
//! addition) take a tenth less time there, but are three everywhere.

use std::arch::wasm32::*;

use super::pack::{GROUP, Group, PANEL};

/// Rows of one call: engines have 16 vectors on x86-64, of which 8 hold sums.
pub const ROWS: usize = 4;

/// A function for each number of rows: what is done for one row stands in the code once for each of them, so that the
/// sums stay in vectors whatever the module is optimised for.
macro_rules! tile {
    ($name:ident, $rows:literal: $($row:literal)*) => {
        /// # Safety
        /// As many rows as named, at a distance of `stride`, hold four codes for each group.
        #[target_feature(enable = "relaxed-simd")]
        unsafe fn $name(codes: &[u8], stride: usize, panel: &[Group], sums: &mut [[i32; PANEL]]) {
            let mut acc = [[i32x4_splat(0); 2]; $rows];
            let mut code = codes.as_ptr();
            for group in panel {
                // SAFETY: a group is 32 weights; the codes are there by this function's contract.
                unsafe {
                    let weights = group.0.as_ptr().cast::<v128>();
                    let (low, high) = (v128_load(weights), v128_load(weights.add(1)));
                    $(
                        let four = v128_load32_splat(code.add($row * stride).cast());
                        acc[$row][0] = i32x4_relaxed_dot_i8x16_i7x16_add(low, four, acc[$row][0]);
                        acc[$row][1] = i32x4_relaxed_dot_i8x16_i7x16_add(high, four, acc[$row][1]);
                    )*
                    code = code.add(GROUP);
                }
            }
            $(
                let to = sums[$row].as_mut_ptr().cast::<v128>();
                // SAFETY: eight sums are two vectors, and wasm stores need no alignment.
                unsafe {
                    v128_store(to, acc[$row][0]);
                    v128_store(to.add(1), acc[$row][1]);
                }
            )*
        }
    };
}

tile!(one, 1: 0);
tile!(two, 2: 0 1);
tile!(three, 3: 0 1 2);
tile!(four, 4: 0 1 2 3);

/// See [`super::form::Product`].
#[target_feature(enable = "relaxed-simd")]
pub fn product(codes: &[u8], stride: usize, panel: &[Group], sums: &mut [[i32; PANEL]]) {
    let tile = match sums.len() {
        1 => one,
        2 => two,
        3 => three,
        4 => four,
        _ => return,
    };
    // SAFETY: the callers of a product kernel give as many rows of codes as sums, each as long as the panel is deep.
    unsafe { tile(codes, stride, panel, sums) }
}
