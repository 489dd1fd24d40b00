//! Products of 16-bit codes by pairs, for attention: queries by keys, and weights by values.
//!
//! One instruction multiplies two successive codes of a row, repeated in every lane, by two codes of one column per
//! lane, and adds both products in 32 bits: `pmaddwd` on x86-64 (VNNI also adds them to the sum) and
//! `i32x4.dot_i16x8_s` in wasm. [`super::variant`] chooses.

use super::shapes::{ROWS, WIDTH};

/// Two codes of each column of a slab, to be multiplied by two successive codes of a row.
#[derive(Clone, Copy)]
#[cfg_attr(target_arch = "wasm32", repr(C, align(32)))]
#[cfg_attr(not(target_arch = "wasm32"), repr(C, align(64)))]
pub struct PairRow(pub [[i16; 2]; WIDTH]);

/// The pairs of two rows' codes, column by column.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub fn interleaved(first: &[i16; WIDTH], second: &[i16; WIDTH]) -> PairRow {
    PairRow(std::array::from_fn(|column| [first[column], second[column]]))
}

/// The pairs of two rows' codes, column by column.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub fn interleaved(first: &[i16; WIDTH], second: &[i16; WIDTH]) -> PairRow {
    use std::arch::wasm32::*;

    let mut pairs = PairRow([[0; 2]; WIDTH]);
    let to = pairs.0.as_mut_ptr().cast::<v128>();
    // SAFETY: eight codes are one vector and eight pairs two, and wasm loads and stores need no alignment.
    unsafe {
        let (first, second) = (v128_load(first.as_ptr().cast()), v128_load(second.as_ptr().cast()));
        v128_store(to, i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(first, second));
        v128_store(to.add(1), i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(first, second));
    }
    pairs
}

/// The sums of one call.
pub type PairSums = [[i32; WIDTH]; ROWS];

/// For i below the length of the slab,
/// `sums[row][column] = Σᵢ codes[row · stride + 2i] · slab[i][column][0] + codes[row · stride + 2i + 1] ·
/// slab[i][column][1]`. The sums wrap at 32 bits.
///
/// # Safety
/// The processor has the kernel's instructions, and there are at least `(ROWS − 1) · stride + 2 · slab.len()`
/// codes.
pub type PairProduct = unsafe fn(codes: &[i16], stride: usize, slab: &[PairRow], sums: &mut PairSums);

/// The reference, and the variant of machines without another; checks every index.
pub fn portable(codes: &[i16], stride: usize, slab: &[PairRow], sums: &mut PairSums) {
    *sums = [[0; WIDTH]; ROWS];
    for (at, pairs) in slab.iter().enumerate() {
        for (row, sums) in sums.iter_mut().enumerate() {
            let [a, b] = [0, 1].map(|of| i32::from(codes[row * stride + 2 * at + of]));
            for (sum, pair) in sums.iter_mut().zip(pairs.0) {
                let [c, d] = pair.map(i32::from);
                *sum = sum.wrapping_add((a * c).wrapping_add(b * d));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub mod x86 {
    use std::arch::x86_64::*;

    use super::{PairRow, PairSums, ROWS};

    /// Two codes as one integer.
    ///
    /// # Safety
    /// `codes` points to two codes.
    #[inline(always)]
    unsafe fn two(codes: *const i16) -> i32 {
        // SAFETY: the caller promises two codes.
        unsafe { codes.cast::<i32>().read_unaligned() }
    }

    /// Rows whose sums fit 16 vectors of 256 bits, beside the codes and the slab's row.
    const FEW: usize = 4;

    /// A kernel of 256-bit vectors, two to a row of the slab: `$step(acc, codes, pairs)` adds the products.
    macro_rules! kernel_256 {
        ($name:ident, $features:literal, $step:expr) => {
            /// # Safety
            /// That of [`super::PairProduct`].
            #[target_feature(enable = $features)]
            pub unsafe fn $name(codes: &[i16], stride: usize, slab: &[PairRow], sums: &mut PairSums) {
                for (sums, first) in sums.chunks_exact_mut(FEW).zip((0..ROWS).step_by(FEW)) {
                    let codes = &codes[first * stride..];
                    let mut acc = [[_mm256_setzero_si256(); 2]; FEW];
                    for (at, pairs) in slab.iter().enumerate() {
                        // SAFETY: a slab's row is 64 aligned bytes; the caller promises codes for all rows.
                        unsafe {
                            let pairs = pairs.0.as_ptr().cast::<__m256i>();
                            let pairs = [_mm256_load_si256(pairs), _mm256_load_si256(pairs.add(1))];
                            for row in 0..FEW {
                                let code = _mm256_set1_epi32(two(codes.as_ptr().add(row * stride + 2 * at)));
                                acc[row][0] = $step(acc[row][0], code, pairs[0]);
                                acc[row][1] = $step(acc[row][1], code, pairs[1]);
                            }
                        }
                    }
                    for (acc, sums) in acc.iter().zip(sums) {
                        let sums = sums.as_mut_ptr().cast::<__m256i>();
                        // SAFETY: 16 sums are two vectors, and the stores need no alignment.
                        unsafe {
                            _mm256_storeu_si256(sums, acc[0]);
                            _mm256_storeu_si256(sums.add(1), acc[1]);
                        }
                    }
                }
            }
        };
    }

    kernel_256!(pairs_avx2, "avx2", |acc, codes, pairs| _mm256_add_epi32(
        acc,
        _mm256_madd_epi16(codes, pairs)
    ));
    kernel_256!(pairs_avx_vnni, "avx2,avxvnni", |acc, codes, pairs| _mm256_dpwssd_avx_epi32(
        acc, codes, pairs
    ));
    // The same kernel for processors that have VNNI by AVX-512 alone.
    kernel_256!(pairs_avx512_vnni, "avx2,avx512vl,avx512vnni", |acc, codes, pairs| _mm256_dpwssd_epi32(
        acc, codes, pairs
    ));
}

/// # Safety
/// That of [`PairProduct`].
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub unsafe fn simd128(codes: &[i16], stride: usize, slab: &[PairRow], sums: &mut PairSums) {
    use std::arch::wasm32::*;

    let zero = i32x4_splat(0);
    let [mut first, mut second, mut third, mut fourth] = [[zero; 2]; ROWS];
    let mut code = codes.as_ptr();
    for pairs in slab {
        // SAFETY: a slab's row is 32 bytes; the caller promises codes for all rows.
        unsafe {
            let pairs = pairs.0.as_ptr().cast::<v128>();
            let pairs = [v128_load(pairs), v128_load(pairs.add(1))];
            let add = |sums: [v128; 2], row: usize| {
                let code = v128_load32_splat(code.add(row * stride).cast());
                [
                    i32x4_add(sums[0], i32x4_dot_i16x8(pairs[0], code)),
                    i32x4_add(sums[1], i32x4_dot_i16x8(pairs[1], code)),
                ]
            };
            first = add(first, 0);
            second = add(second, 1);
            third = add(third, 2);
            fourth = add(fourth, 3);
            code = code.add(2);
        }
    }
    for (acc, sums) in [first, second, third, fourth].iter().zip(sums) {
        let sums = sums.as_mut_ptr().cast::<v128>();
        // SAFETY: eight sums are two vectors, and wasm stores need no alignment.
        unsafe {
            v128_store(sums, acc[0]);
            v128_store(sums.add(1), acc[1]);
        }
    }
}
