//! The product kernel for wasm simd128: weights widened to 16 bits, pairs of products summed to 32.
//!
//! Half a group (4 columns of 4 weights) widens to two vectors. Their products with the row's 4 codes, repeated twice,
//! give two partial sums for each column, which are added once at the end. Codes are 16-bit numbers already, so only
//! weights are widened, once for all rows. The weights of one step stay in vectors for all rows, and the rows'
//! sums stay in memory. V8 moves all loads of a basic block to its beginning; the branch after each row keeps it from
//! loading the codes of several rows and spilling the weights.

use std::arch::wasm32::*;

use super::pack::Panel;
use super::quantize::FourCodes;
use super::shapes::{GROUP, MAX_ROWS, PANEL, STEP};

/// Columns of half a panel.
const COLUMNS: usize = 4;

/// Distance between groups, in weights.
const NEXT: usize = PANEL * GROUP;

/// Sixteen weights, widened.
///
/// # Safety
/// `weights` points to 16 of them.
#[inline(always)]
unsafe fn extended(weights: *const i8) -> [v128; 2] {
    // SAFETY: the caller promises 16 weights.
    unsafe { [i16x8_load_extend_i8x8(weights), i16x8_load_extend_i8x8(weights.add(8))] }
}

/// The sums of one step's products, for two of the four columns, chosen by `$half`.
macro_rules! products {
    ($weights:ident, $codes:ident, $half:literal) => {
        i32x4_add(
            i32x4_add(
                i32x4_dot_i16x8($weights[0][$half], $codes[0]),
                i32x4_dot_i16x8($weights[1][$half], $codes[1]),
            ),
            i32x4_add(
                i32x4_dot_i16x8($weights[2][$half], $codes[2]),
                i32x4_dot_i16x8($weights[3][$half], $codes[3]),
            ),
        )
    };
}

/// # Safety
/// That of [`super::variant::Product`].
pub unsafe fn product(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    // Keeps the compiler from calling `memory.fill`, which is slow for so few bytes.
    let zero = std::hint::black_box(i32x4_splat(0));
    let mut partial = [[zero; 2]; MAX_ROWS];
    let partial = &mut partial[..sums.len()];
    for column in (0..PANEL).step_by(COLUMNS) {
        partial.fill([zero; 2]);
        let mut code = codes.as_ptr();
        for groups in panel.groups.as_chunks::<STEP>().0 {
            // SAFETY: a group is 32 weights, of which 16 begin at 4 · column; the caller promises the codes of as many
            // rows as sums for each group.
            unsafe {
                let from = groups.as_ptr().cast::<i8>().add(column * GROUP);
                let weights = [
                    extended(from),
                    extended(from.add(NEXT)),
                    extended(from.add(2 * NEXT)),
                    extended(from.add(3 * NEXT)),
                ];
                for [low, high] in &mut *partial {
                    let four = [
                        v128_load64_splat(code.cast()),
                        v128_load64_splat(code.add(1).cast()),
                        v128_load64_splat(code.add(2).cast()),
                        v128_load64_splat(code.add(3).cast()),
                    ];
                    *low = i32x4_add(*low, products!(weights, four, 0));
                    *high = i32x4_add(*high, products!(weights, four, 1));
                    code = code.add(STEP);
                }
            }
        }
        for ([low, high], sums) in partial.iter().zip(&mut *sums) {
            let even = i32x4_shuffle::<0, 2, 4, 6>(*low, *high);
            let odd = i32x4_shuffle::<1, 3, 5, 7>(*low, *high);
            let to = sums[column..column + COLUMNS].as_mut_ptr();
            // SAFETY: four sums are one vector, and wasm stores need no alignment.
            unsafe { v128_store(to.cast(), i32x4_add(even, odd)) };
        }
    }
}
