//! The product kernels for aarch64: NEON, which every processor has, and its dot product, where it is detected.
//!
//! Both multiply 4 codes of one row, repeated in every lane, by 4 weights of four columns. The dot product multiplies
//! and sums in one instruction. Plain NEON multiplies to 16 bits, where two products of 7-bit codes fit, adds
//! neighbours in 16 bits, and adds pairs of these to the 32-bit sums.

use std::arch::aarch64::*;
use std::arch::asm;

use super::pack::{CodeGroup, Panel};
use super::quantize::FourCodes;
use super::shapes::PANEL;
use super::tiles::{by_rows, four};

/// A kernel. `$new` is one step: from the sums of four columns, and a row's codes and the weights of one group, to the
/// new sums.
macro_rules! kernel {
    ($product:ident, $tile:ident, $features:literal, |$acc:ident, $codes:ident, $weights:ident| $new:expr) => {
        /// # Safety
        /// That of [`super::variant::Product`].
        #[target_feature(enable = $features)]
        pub unsafe fn $product(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
            by_rows!($tile(codes, panel, sums): 1 2 3 4);
        }

        /// # Safety
        /// `codes` points to the codes of R rows for each group.
        #[target_feature(enable = $features)]
        unsafe fn $tile<const R: usize>(codes: *const FourCodes, panel: &[CodeGroup], sums: &mut [[i32; PANEL]]) {
            for half in [0, PANEL / 2] {
                let mut acc = [[vdupq_n_s32(0); 4]; R];
                for (index, group) in panel.iter().enumerate() {
                    // SAFETY: a group is four weights for each column; the caller promises the codes.
                    unsafe {
                        let from = group.0.as_ptr().add(4 * half);
                        let weights = [
                            vld1q_s8(from),
                            vld1q_s8(from.add(16)),
                            vld1q_s8(from.add(32)),
                            vld1q_s8(from.add(48)),
                        ];
                        for row in 0..R {
                            let code = four(codes.add(row * panel.len() + index));
                            let $codes = vreinterpretq_s8_s32(vdupq_n_s32(code));
                            for column in 0..4 {
                                let ($acc, $weights) = (acc[row][column], weights[column]);
                                acc[row][column] = $new;
                            }
                        }
                    }
                }
                for (acc, sums) in acc.iter().zip(&mut *sums) {
                    for (acc, sums) in acc.iter().zip(sums[half..].as_chunks_mut::<4>().0) {
                        // SAFETY: four sums are one vector.
                        unsafe { vst1q_s32(sums.as_mut_ptr(), *acc) };
                    }
                }
            }
        }
    };
}

kernel!(product_neon, tile_neon, "neon", |acc, codes, weights| {
    let low = vmull_s8(vget_low_s8(codes), vget_low_s8(weights));
    vpadalq_s16(acc, vpaddq_s16(low, vmull_high_s8(codes, weights)))
});
kernel!(product_dot, tile_dot, "neon,dotprod", |acc, codes, weights| {
    // `vdotq_s32` is not stable in Rust yet.
    let mut sum = acc;
    asm!(
        "sdot {sum:v}.4s, {codes:v}.16b, {weights:v}.16b",
        sum = inout(vreg) sum,
        codes = in(vreg) codes,
        weights = in(vreg) weights,
        options(pure, nomem, nostack, preserves_flags)
    );
    sum
});
