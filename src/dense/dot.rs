//! The one computation that searching and building spend their time on: a dot product of 16 bit numbers and int8
//! codes.
//!
//! [`dot`] chooses between forms of it. Sums of integers do not depend on their order, so all forms give the same
//! number, and the same index is built and the same answer given everywhere.

/// Sum of the products of `wide` and `codes` (int8 in two's complement), element by element, up to the shorter
/// one's end. The caller sees to it that the sum stays below 2^31; see `MAX_DIMENSIONS`.
#[inline]
pub(super) fn dot(wide: &[i16], codes: &[u8]) -> i32 {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return dot_simd128(wide, codes);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { dot_avx2(wide, codes) };
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    dot_portable(wide, codes)
}

#[inline(always)]
fn dot_portable(wide: &[i16], codes: &[u8]) -> i32 {
    wide.iter().zip(codes).map(|(wide, code)| i32::from(*wide) * i32::from(*code as i8)).sum()
}

/// [`dot_portable`], which the compiler widens to 16 numbers at a time once it may.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dot_avx2(wide: &[i16], codes: &[u8]) -> i32 {
    dot_portable(wide, codes)
}

/// Eight numbers at a time. Written out, because the browser module is optimised for size, which leaves loops as
/// they are.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn dot_simd128(wide: &[i16], codes: &[u8]) -> i32 {
    use std::arch::wasm32::{
        i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128_load,
    };
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
    i32x4_extract_lane::<0>(sums)
        + i32x4_extract_lane::<1>(sums)
        + i32x4_extract_lane::<2>(sums)
        + i32x4_extract_lane::<3>(sums)
        + dot_portable(wide_rest, codes_rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every length up to some blocks and a rest, with the largest values that occur among others.
    #[cfg_attr(not(target_family = "wasm"), test)]
    #[cfg_attr(target_family = "wasm", wasm_bindgen_test::wasm_bindgen_test)]
    fn all_forms_give_the_same_sum() {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for len in 0..100 {
            let wide: Vec<i16> = (0..len)
                .map(|_| match random() % 4 {
                    0 => -4_095,
                    1 => 4_095,
                    _ => (random() % 8_191) as i16 - 4_095,
                })
                .collect();
            let codes: Vec<u8> = (0..len).map(|_| random() as u8).collect();
            assert_eq!(dot(&wide, &codes), dot_portable(&wide, &codes), "{len} numbers");
        }
    }
}
