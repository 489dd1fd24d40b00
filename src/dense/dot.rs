//! Dot products of 16-bit numbers and codes, the inner loops of vector search and of building the graph.
//!
//! [`dot8`] takes codes of eight bits, [`dot4`] of four; [`interleave`] puts numbers into the order that `dot4` reads.
//! Each chooses a kernel variant. Integer sums do not depend on their order, so all variants give the same sum, and
//! indexes and answers are the same everywhere. Kernels read whole chunks of fixed length, so no load passes the end of
//! a slice.

/// Number of four-bit codes in 16 bytes.
const CHUNK: usize = 32;

/// Offset of four-bit codes, which makes them non-negative.
pub(super) const OFFSET: i32 = 8;

/// Sum of the products of `wide` and `codes` (int8 in two's complement), up to the end of the shorter slice. Stays
/// below 2^31 for `MAX_DIMENSIONS` numbers of at most 4,095.
#[inline]
pub(super) fn dot8(wide: &[i16], codes: &[u8]) -> i32 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128::dot8(wide, codes);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was just detected.
        return unsafe { avx2::dot8(wide, codes) };
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    dot8_portable(wide, codes)
}

/// Sum of the products of `wide`, in the order of [`interleave`], and `codes`: numbers of 0 to 15, two per byte, the
/// first in the low bits. Ends with the shorter slice. Stays below 2^31 for `MAX_DIMENSIONS` numbers of at most 4,095.
#[inline]
pub(super) fn dot4(wide: &[i16], codes: &[u8]) -> i32 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128::dot4(wide, codes);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::dot4(wide, codes) };
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    dot4_portable(wide, codes)
}

/// Sum of the squares of eight-bit codes.
pub(super) fn squares8(codes: &[u8]) -> i32 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128::squares8(codes);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    codes.iter().map(|code| square(i32::from(*code as i8))).sum()
}

/// Sum of the squares of `count` four-bit codes, without their offset.
pub(super) fn squares4(codes: &[u8], count: usize) -> i32 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128::squares4(codes, count);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    squares4_portable(codes, count)
}

#[inline(always)]
fn square(number: i32) -> i32 {
    number * number
}

#[inline(always)]
fn squares4_portable(codes: &[u8], count: usize) -> i32 {
    let halves = codes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    halves.take(count).map(|code| square(i32::from(code) - OFFSET)).sum()
}

/// Puts numbers into the order of [`dot4`]: of each 32, first those at 0, 4, 8, …, then those at 1, 5, …, and so on, as
/// the 16-bit lanes of 16 bytes yield their codes. An incomplete chunk at the end keeps its order.
pub(super) fn interleave(numbers: &[i16]) -> Vec<i16> {
    let mut ordered = Vec::with_capacity(numbers.len());
    let (chunks, rest) = numbers.as_chunks::<CHUNK>();
    for chunk in chunks {
        (0..4).for_each(|first| ordered.extend(chunk.iter().skip(first).step_by(4)));
    }
    ordered.extend_from_slice(rest);
    ordered
}

#[inline(always)]
fn dot8_portable(wide: &[i16], codes: &[u8]) -> i32 {
    wide.iter().zip(codes).map(|(wide, code)| i32::from(*wide) * i32::from(*code as i8)).sum()
}

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
fn dot4_portable(wide: &[i16], codes: &[u8]) -> i32 {
    let Chunks { wide, codes, wide_rest, codes_rest } = chunks(wide, codes);
    let mut sum = 0;
    for (wide, codes) in wide.iter().zip(codes) {
        for (lane, pair) in codes.as_chunks::<2>().0.iter().enumerate() {
            for (place, code) in [pair[0] & 15, pair[0] >> 4, pair[1] & 15, pair[1] >> 4].iter().enumerate() {
                sum += i32::from(wide[place * 8 + lane]) * i32::from(*code);
            }
        }
    }
    sum + dot4_rest(wide_rest, codes_rest)
}

/// Numbers and four-bit codes in chunks of 32, and what remains of both.
struct Chunks<'a> {
    wide: &'a [[i16; CHUNK]],
    codes: &'a [[u8; CHUNK / 2]],
    wide_rest: &'a [i16],
    codes_rest: &'a [u8],
}

#[inline(always)]
fn chunks<'a>(wide: &'a [i16], codes: &'a [u8]) -> Chunks<'a> {
    let whole = (wide.len() / CHUNK).min(codes.len() / (CHUNK / 2));
    let (wide, wide_rest) = wide.split_at(whole * CHUNK);
    let (codes, codes_rest) = codes.split_at(whole * CHUNK / 2);
    Chunks { wide: wide.as_chunks().0, codes: codes.as_chunks().0, wide_rest, codes_rest }
}

/// What remains after the last complete chunk, which is not interleaved.
#[inline(always)]
fn dot4_rest(wide: &[i16], codes: &[u8]) -> i32 {
    let halves = codes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    wide.iter().zip(halves).map(|(wide, code)| i32::from(*wide) * i32::from(code)).sum()
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Chunks, chunks};
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi32, _mm256_and_si256, _mm256_broadcastsi128_si256,
        _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set_m128i, _mm256_setzero_si256, _mm256_srli_epi16,
        _mm256_storeu_si256,
    };

    /// The portable kernel, compiled for vectors of 16 numbers.
    #[target_feature(enable = "avx2")]
    pub fn dot8(wide: &[i16], codes: &[u8]) -> i32 {
        super::dot8_portable(wide, codes)
    }

    /// Each register holds 16 bytes twice. The lower half yields the codes in the low bits, the upper half those in the
    /// high bits, 16 times as large, so its sum is divided at the end.
    #[target_feature(enable = "avx2")]
    pub fn dot4(wide: &[i16], codes: &[u8]) -> i32 {
        use std::arch::x86_64::_mm_set1_epi16;
        let Chunks { wide, codes, wide_rest, codes_rest } = chunks(wide, codes);
        let mask = _mm256_set_m128i(_mm_set1_epi16(0xf0), _mm_set1_epi16(0x0f));
        let mut sums = _mm256_setzero_si256();
        for (wide, codes) in wide.iter().zip(codes) {
            // SAFETY: the loads read 16, 32 and 32 bytes, which the arrays have, and ask for no alignment.
            let (codes, first, second) = unsafe {
                (
                    _mm_loadu_si128(codes.as_ptr().cast::<__m128i>()),
                    _mm256_loadu_si256(wide.as_ptr().cast::<__m256i>()),
                    _mm256_loadu_si256(wide.as_ptr().add(16).cast::<__m256i>()),
                )
            };
            let codes = _mm256_broadcastsi128_si256(codes);
            let low = _mm256_and_si256(codes, mask);
            let high = _mm256_and_si256(_mm256_srli_epi16::<8>(codes), mask);
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(low, first));
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(high, second));
        }
        let mut lanes = [0i32; 8];
        // SAFETY: the store writes 32 bytes, which the array has, and asks for no alignment.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), sums) };
        let (once, sixteenfold) = lanes.split_at(4);
        once.iter().sum::<i32>()
            + (sixteenfold.iter().sum::<i32>() >> 4)
            + super::dot4_rest(wide_rest, codes_rest)
    }
}

/// Intrinsics, because the compiler does not vectorise loops in the size-optimized wasm modules.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use super::{Chunks, chunks};
    use std::arch::wasm32::{
        i16x8_load_extend_i8x8, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_splat, u16x8_shr, u16x8_splat, v128, v128_and, v128_load,
    };

    /// Eight numbers at a time.
    pub fn dot8(wide: &[i16], codes: &[u8]) -> i32 {
        let len = wide.len().min(codes.len());
        let (wide, wide_rest) = wide[..len].as_chunks::<8>();
        let (codes, codes_rest) = codes[..len].as_chunks::<8>();
        let mut sums = i32x4_splat(0);
        for (wide, codes) in wide.iter().zip(codes) {
            // SAFETY: the loads read 16 and 8 bytes, which is what the arrays have, and ask for no alignment.
            let (wide, codes) =
                unsafe { (v128_load(wide.as_ptr().cast()), i16x8_load_extend_i8x8(codes.as_ptr().cast())) };
            sums = i32x4_add(sums, i32x4_dot_i16x8(wide, codes));
        }
        sum(sums) + super::dot8_portable(wide_rest, codes_rest)
    }

    /// 32 numbers at a time. Codes in high bits are multiplied in place, 16 times as large, and their sum is divided at
    /// the end.
    pub fn dot4(wide: &[i16], codes: &[u8]) -> i32 {
        let Chunks { wide, codes, wide_rest, codes_rest } = chunks(wide, codes);
        let (low, high) = (u16x8_splat(0x0f), u16x8_splat(0xf0));
        let (mut once, mut sixteenfold) = (i32x4_splat(0), i32x4_splat(0));
        for (wide, codes) in wide.iter().zip(codes) {
            // SAFETY: the load reads 16 bytes, which the array has, and asks for no alignment.
            let first = unsafe { v128_load(codes.as_ptr().cast()) };
            let second = u16x8_shr(first, 8);
            let product = |codes: v128, place: usize| {
                // SAFETY: the load reads 16 bytes from place 8 × `place` on, and the array has 4 × 16 bytes.
                i32x4_dot_i16x8(codes, unsafe { v128_load(wide.as_ptr().add(8 * place).cast()) })
            };
            once = i32x4_add(once, product(v128_and(first, low), 0));
            sixteenfold = i32x4_add(sixteenfold, product(v128_and(first, high), 1));
            once = i32x4_add(once, product(v128_and(second, low), 2));
            sixteenfold = i32x4_add(sixteenfold, product(v128_and(second, high), 3));
        }
        sum(once) + (sum(sixteenfold) >> 4) + super::dot4_rest(wide_rest, codes_rest)
    }

    /// Eight codes at a time.
    pub fn squares8(codes: &[u8]) -> i32 {
        let (codes, rest) = codes.as_chunks::<8>();
        let mut sums = i32x4_splat(0);
        for codes in codes {
            // SAFETY: the load reads 8 bytes, which the array has, and asks for no alignment.
            let codes = unsafe { i16x8_load_extend_i8x8(codes.as_ptr().cast()) };
            sums = i32x4_add(sums, i32x4_dot_i16x8(codes, codes));
        }
        sum(sums) + rest.iter().map(|code| super::square(i32::from(*code as i8))).sum::<i32>()
    }

    /// 32 codes at a time.
    pub fn squares4(codes: &[u8], count: usize) -> i32 {
        let (whole, rest) = codes.split_at(count / 32 * 16);
        let (low, offset) = (u16x8_splat(0x0f), i16x8_splat(super::OFFSET as i16));
        let mut sums = i32x4_splat(0);
        for codes in whole.as_chunks::<16>().0 {
            // SAFETY: the load reads 16 bytes, which the array has, and asks for no alignment.
            let codes = unsafe { v128_load(codes.as_ptr().cast()) };
            for shift in [0, 4, 8, 12] {
                let numbers = i16x8_sub(v128_and(u16x8_shr(codes, shift), low), offset);
                sums = i32x4_add(sums, i32x4_dot_i16x8(numbers, numbers));
            }
        }
        sum(sums) + super::squares4_portable(rest, count % 32)
    }

    fn sum(lanes: v128) -> i32 {
        i32x4_extract_lane::<0>(lanes)
            + i32x4_extract_lane::<1>(lanes)
            + i32x4_extract_lane::<2>(lanes)
            + i32x4_extract_lane::<3>(lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers including the largest, in all lengths up to three chunks and a remainder.
    #[cfg_attr(not(target_family = "wasm"), test)]
    #[cfg_attr(target_family = "wasm", wasm_bindgen_test::wasm_bindgen_test)]
    fn all_variants_give_the_same_sum() {
        #[cfg(target_arch = "x86_64")]
        if !is_x86_feature_detected!("avx2") {
            use std::io::Write;
            // Not eprintln!, whose output the test runner hides for passing tests.
            let line =
                "all_variants_give_the_same_sum: skipped for avx2, which this processor does not have\n";
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for len in 0..100usize {
            let wide: Vec<i16> = (0..len)
                .map(|_| match random() % 4 {
                    0 => -4_095,
                    1 => 4_095,
                    _ => (random() % 8_191) as i16 - 4_095,
                })
                .collect();
            let codes: Vec<u8> = (0..len).map(|_| random() as u8).collect();
            assert_eq!(dot8(&wide, &codes), dot8_portable(&wide, &codes), "{len} numbers");
            let halves = &codes[..len.div_ceil(2)];
            let ordered = interleave(&wide);
            assert_eq!(dot4(&ordered, halves), dot4_portable(&ordered, halves), "{len} numbers");
            let plain: i32 =
                (0..len).map(|at| i32::from(wide[at]) * i32::from(halves[at / 2] >> (at % 2 * 4) & 15)).sum();
            assert_eq!(dot4(&ordered, halves), plain, "{len} numbers");
            let number = |at: usize| i32::from(halves[at / 2] >> (at % 2 * 4) & 15) - OFFSET;
            assert_eq!(squares4(halves, len), (0..len).map(|at| number(at) * number(at)).sum::<i32>());
            let squares = codes.iter().map(|code| i32::from(*code as i8).pow(2)).sum::<i32>();
            assert_eq!(squares8(&codes), squares, "{len} numbers");
        }
    }

    #[cfg_attr(not(target_family = "wasm"), test)]
    #[cfg_attr(target_family = "wasm", wasm_bindgen_test::wasm_bindgen_test)]
    fn the_largest_sums_fit() {
        let numbers = vec![4_095; super::super::MAX_DIMENSIONS];
        assert_eq!(dot8(&numbers, &vec![0x80; numbers.len()]), -2_146_959_360);
        assert_eq!(dot4(&numbers, &vec![0xff; numbers.len() / 2]), 251_596_800);
    }
}
