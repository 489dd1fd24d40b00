//! The product kernels for x86-64: AVX2, and VNNI as of AVX-VNNI and as of AVX-512, chosen at run time. Vectors have 256
//! bits: those of 512 gained nothing.
//!
//! All three multiply 4 codes of one row, repeated in every lane, by 4 weights of one column per lane. The two VNNI
//! variants multiply and sum in one instruction. AVX2's `maddubs` sums pairs of products in saturating 16 bits, which
//! 7-bit codes never overflow: 2 · 127 · 128 < 2¹⁵. If the products of two groups also fit 16 bits
//! ([`Panel::pairs_fit`]), they are added before they are widened: five instructions instead of six.

use std::arch::x86_64::*;

use super::pack::{CodeGroup, MOST_IN_16_BITS, Panel};
use super::quantize::FourCodes;
use super::shapes::{PANEL, STEP};
use super::tiles::{by_rows, four};

/// A tile of a kernel of 256-bit vectors, two of a panel's four at a time. `$new` is one step: from the sums of eight
/// columns, and the codes and weights of one or two groups, to the new sums. `$ones` are 16-bit ones.
macro_rules! tile_256 {
    ($tile:ident, $features:literal, [$($group:literal)*],
        |$acc:ident, $ones:ident, $codes:ident, $weights:ident| $new:expr) => {
        /// # Safety
        /// `codes` points to the codes of R rows for each group.
        #[target_feature(enable = $features)]
        unsafe fn $tile<const R: usize>(
            codes: *const FourCodes,
            panel: &[CodeGroup],
            sums: &mut [[i32; PANEL]],
        ) {
            const GROUPS: usize = [$($group),*].len();
            let $ones = _mm256_set1_epi16(1);
            for half in [0, 2] {
                let mut acc = [[_mm256_setzero_si256(); 2]; R];
                for (index, groups) in panel.as_chunks::<GROUPS>().0.iter().enumerate() {
                    // SAFETY: a group is 128 aligned bytes; the caller promises the codes.
                    unsafe {
                        let from = groups.as_ptr().cast::<__m256i>().add(half);
                        let weights = [$([
                            _mm256_load_si256(from.add(4 * $group)),
                            _mm256_load_si256(from.add(4 * $group + 1)),
                        ]),*];
                        for row in 0..R {
                            let codes = codes.add(row * panel.len() + index * GROUPS);
                            let $codes = [$(_mm256_set1_epi32(four(codes.add($group)))),*];
                            for column in 0..2 {
                                let ($acc, $weights) = (acc[row][column], [$(weights[$group][column]),*]);
                                acc[row][column] = $new;
                            }
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

tile_256!(tile_avx2, "avx2", [0], |acc, ones, codes, weights| {
    _mm256_add_epi32(acc, _mm256_madd_epi16(_mm256_maddubs_epi16(codes[0], weights[0]), ones))
});
// For panels whose `pairs_fit`.
tile_256!(tile_avx2_pairs, "avx2", [0 1], |acc, ones, codes, weights| {
    let first = _mm256_maddubs_epi16(codes[0], weights[0]);
    let second = _mm256_maddubs_epi16(codes[1], weights[1]);
    _mm256_add_epi32(acc, _mm256_madd_epi16(_mm256_add_epi16(first, second), ones))
});
tile_256!(tile_avx_vnni, "avx2,avxvnni", [0], |acc, _ones, codes, weights| {
    _mm256_dpbusd_avx_epi32(acc, codes[0], weights[0])
});
// The same kernel for processors that have VNNI by AVX-512 alone.
tile_256!(tile_avx512_vnni, "avx2,avx512vl,avx512vnni", [0], |acc, _ones, codes, weights| {
    _mm256_dpbusd_epi32(acc, codes[0], weights[0])
});

/// # Safety
/// That of [`super::variant::Product`].
#[target_feature(enable = "avx2")]
pub unsafe fn product_avx2(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    if panel.pairs_fit {
        by_rows!(tile_avx2_pairs(codes, panel, sums): 1 2 3);
    } else {
        by_rows!(tile_avx2(codes, panel, sums): 1 2 3);
    }
}

/// # Safety
/// That of [`super::variant::Product`].
#[target_feature(enable = "avx2,avxvnni")]
pub unsafe fn product_avx_vnni(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    by_rows!(tile_avx_vnni(codes, panel, sums): 1 2 3 4 5 6);
}

/// # Safety
/// That of [`super::variant::Product`].
#[target_feature(enable = "avx2,avx512vl,avx512vnni")]
pub unsafe fn product_avx512_vnni(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    by_rows!(tile_avx512_vnni(codes, panel, sums): 1 2 3 4 5 6);
}

/// See [`Panel::pairs_fit`]. The kernel adds the products of two inputs to those of two inputs of the next group.
pub fn pairs_fit(panel: &[CodeGroup]) -> bool {
    panel.as_chunks::<STEP>().0.iter().all(|[first, second]| {
        let pairs = first.0.as_chunks::<2>().0.iter().zip(second.0.as_chunks::<2>().0);
        pairs.fold(true, |fit, (&[a, b], &[c, d])| {
            let sum =
                |part: fn(i16) -> i16| [a, b, c, d].map(|weight| part(weight.into())).iter().sum::<i16>();
            fit & (sum(|weight| weight.max(0)) <= MOST_IN_16_BITS)
                & (sum(|weight| weight.min(0)) >= -MOST_IN_16_BITS)
        })
    })
}
