//! The product kernel for wasm simd128: weights widened to 16 bits, pairs of products summed to 32.
//!
//! Half a group (4 columns of 4 codes) widens to two vectors; their products with the row's 4 codes, repeated
//! twice, leave two partial sums for each column, which are added once at the end. The codes come as 16-bit numbers,
//! so that only weights are widened here, once for all rows of the call.

use std::arch::wasm32::*;

use super::pack::{GROUP, Group, PANEL, Panel};
use super::quantize::FourCodes;

/// Rows of one call: engines have 16 vectors on x86-64, of which 8 hold sums.
pub const ROWS: usize = 4;
/// Columns of half a panel.
const COLUMNS: usize = 4;

/// A function for each number of rows: what is done for one row stands in the code once for each of them, so that the
/// sums stay in vectors whatever the module is optimised for.
macro_rules! tile {
    ($name:ident, $rows:literal: $($row:literal)*) => {
        /// # Safety
        /// There are the codes of as many rows as named for each group.
        unsafe fn $name(codes: &[FourCodes], panel: &[Group], sums: &mut [[i32; PANEL]]) {
            for column in (0..PANEL).step_by(COLUMNS) {
                let mut acc = [[i32x4_splat(0); 2]; $rows];
                let mut code = codes.as_ptr();
                for group in panel {
                    // SAFETY: 16 weights of a group's 32 begin at 4 · column; the codes are there by this function's
                    // contract.
                    unsafe {
                        let weights = group.0.as_ptr().add(column * GROUP);
                        let low = i16x8_load_extend_i8x8(weights);
                        let high = i16x8_load_extend_i8x8(weights.add(8));
                        $(
                            let four = v128_load64_splat(code.add($row).cast());
                            acc[$row][0] = i32x4_add(acc[$row][0], i32x4_dot_i16x8(low, four));
                            acc[$row][1] = i32x4_add(acc[$row][1], i32x4_dot_i16x8(high, four));
                        )*
                        code = code.add($rows);
                    }
                }
                $(
                    let [low, high] = acc[$row];
                    let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
                    let odd = i32x4_shuffle::<1, 3, 5, 7>(low, high);
                    let to = sums[$row][column..column + COLUMNS].as_mut_ptr();
                    // SAFETY: four sums are one vector, and wasm stores need no alignment.
                    unsafe { v128_store(to.cast(), i32x4_add(even, odd)) };
                )*
            }
        }
    };
}

tile!(one, 1: 0);
tile!(two, 2: 0 1);
tile!(three, 3: 0 1 2);
tile!(four, 4: 0 1 2 3);

/// See [`super::form::Product`].
pub fn product(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    let tile = match sums.len() {
        1 => one,
        2 => two,
        3 => three,
        4 => four,
        _ => return,
    };
    // SAFETY: the callers of a product kernel give the codes of as many rows as sums for each group.
    unsafe { tile(codes, panel.groups, sums) }
}
