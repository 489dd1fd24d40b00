//! The product kernel for x86-64: AVX2, AVX-VNNI and AVX-512 VNNI, chosen while running.
//!
//! All three multiply 4 codes of one row, repeated in every lane, with 4 weights of as many columns as a vector has
//! lanes. The two VNNI forms sum in one instruction. AVX2's `maddubs` sums pairs of products in saturating 16 bits,
//! which 7-bit codes never fill: 2 · 127 · 128 < 2¹⁵.

use std::arch::x86_64::*;

use super::pack::{Group, PANEL, Panel};
use super::quantize::FourCodes;

/// Rows of one call: sums, weights and the repeated codes have to fit 16 vectors of 256 bits.
pub const AVX2_ROWS: usize = 4;
/// Without the steps in between, two more rows fit.
pub const AVX_VNNI_ROWS: usize = 6;
/// 32 vectors of 512 bits, two for a row of sums.
pub const AVX512_ROWS: usize = 12;

/// Calls `$tile::<R>` with R the number of rows.
macro_rules! by_rows {
    ($tile:ident ($codes:expr, $panel:expr, $sums:expr) : $($rows:literal)*) => {
        match $sums.len() {
            // SAFETY: the callers of a product kernel give the codes of as many rows as sums for each group.
            $($rows => unsafe { $tile::<$rows>($codes.as_ptr(), $panel.groups, $sums) },)*
            _ => {}
        }
    };
}

/// Four codes as one integer.
///
/// # Safety
/// They can be read there.
#[inline(always)]
unsafe fn four(codes: *const FourCodes) -> i32 {
    // SAFETY: by this function's contract.
    unsafe { codes.cast::<i32>().read_unaligned() }
}

/// See [`super::form::Product`].
#[target_feature(enable = "avx512f,avx512vnni")]
pub fn product_avx512_vnni(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    by_rows!(tile_avx512_vnni(codes, panel, sums): 1 2 3 4 5 6 7 8 9 10 11 12);
}

/// # Safety
/// From `codes` on there are those of R rows for each group.
#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn tile_avx512_vnni<const R: usize>(
    codes: *const FourCodes,
    panel: &[Group],
    sums: &mut [[i32; PANEL]],
) {
    let mut acc = [[_mm512_setzero_si512(); 2]; R];
    for (index, group) in panel.iter().enumerate() {
        // SAFETY: a group is 128 aligned bytes; the codes are there by this function's contract.
        unsafe {
            let weights = group.0.as_ptr().cast::<__m512i>();
            let weights = [_mm512_load_si512(weights), _mm512_load_si512(weights.add(1))];
            for row in 0..R {
                let code = _mm512_set1_epi32(four(codes.add(row * panel.len() + index)));
                acc[row][0] = _mm512_dpbusd_epi32(acc[row][0], code, weights[0]);
                acc[row][1] = _mm512_dpbusd_epi32(acc[row][1], code, weights[1]);
            }
        }
    }
    for (acc, sums) in acc.iter().zip(sums) {
        let sums = sums.as_mut_ptr().cast::<__m512i>();
        // SAFETY: 32 sums are two vectors, and the stores need no alignment.
        unsafe {
            _mm512_storeu_si512(sums, acc[0]);
            _mm512_storeu_si512(sums.add(1), acc[1]);
        }
    }
}

/// A kernel of 256-bit vectors, of which it takes two of a panel's four at a time: `$step(acc, ones, codes, weights)` adds
/// the products of four.
macro_rules! kernel_256 {
    ($product:ident, $tile:ident, $features:literal, $step:expr, $($rows:literal)*) => {
        /// See [`super::form::Product`].
        #[target_feature(enable = $features)]
        pub fn $product(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
            by_rows!($tile(codes, panel, sums): $($rows)*);
        }

        /// # Safety
        /// From `codes` on there are those of R rows for each group.
        #[target_feature(enable = $features)]
        unsafe fn $tile<const R: usize>(
            codes: *const FourCodes,
            panel: &[Group],
            sums: &mut [[i32; PANEL]],
        ) {
            let ones = _mm256_set1_epi16(1);
            for half in [0, 2] {
                let mut acc = [[_mm256_setzero_si256(); 2]; R];
                for (index, group) in panel.iter().enumerate() {
                    // SAFETY: a group is 128 aligned bytes; the codes are there by this function's contract.
                    unsafe {
                        let weights = group.0.as_ptr().cast::<__m256i>().add(half);
                        let weights = [_mm256_load_si256(weights), _mm256_load_si256(weights.add(1))];
                        for row in 0..R {
                            let code = _mm256_set1_epi32(four(codes.add(row * panel.len() + index)));
                            acc[row][0] = $step(acc[row][0], ones, code, weights[0]);
                            acc[row][1] = $step(acc[row][1], ones, code, weights[1]);
                        }
                    }
                }
                for (acc, sums) in acc.iter().zip(&mut *sums) {
                    // SAFETY: 32 sums are four vectors, and the stores need no alignment.
                    unsafe {
                        let sums = sums.as_mut_ptr().cast::<__m256i>().add(half);
                        _mm256_storeu_si256(sums, acc[0]);
                        _mm256_storeu_si256(sums.add(1), acc[1]);
                    }
                }
            }
        }
    };
}

kernel_256!(
    product_avx2,
    tile_avx2,
    "avx2",
    |acc, ones, codes, weights| {
        _mm256_add_epi32(acc, _mm256_madd_epi16(_mm256_maddubs_epi16(codes, weights), ones))
    },
    1 2 3 4
);
kernel_256!(
    product_avx_vnni,
    tile_avx_vnni,
    "avx2,avxvnni",
    |acc, _ones, codes, weights| _mm256_dpbusd_avx_epi32(acc, codes, weights),
    1 2 3 4 5 6
);
// The same kernel in the encoding that a machine with AVX-512 has, so that tests run it there.
#[cfg(test)]
kernel_256!(
    product_avx512_vnni_256,
    tile_avx512_vnni_256,
    "avx2,avx512vl,avx512vnni",
    |acc, _ones, codes, weights| _mm256_dpbusd_epi32(acc, codes, weights),
    1 2 3 4 5 6
);
