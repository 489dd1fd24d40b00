//! Eight f32 at a time: two vectors of wasm simd128; natively an array, which the compiler vectorizes.
//!
//! Each operation is the IEEE one in each lane, so a function over lanes gives the same bits everywhere. The wasm code
//! uses intrinsics because the browser build is optimised for size, and then the compiler does not vectorize arrays.

use std::ops::{Add, Div, Mul, Sub};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::arch::wasm32::*;

use super::quantize::Code;

/// Lanes of a vector; a sum over a row is split into as many partial sums.
pub const LANES: usize = 8;

/// 1.5 · 2²³: adding it to a number of magnitude below 2²² rounds that number to an integer, ties to even, and
/// leaves the integer in the low bits of the sum.
pub const ROUNDER: f32 = 12_582_912.0;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy)]
pub struct Lanes(pub(super) v128, pub(super) v128);

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[derive(Clone, Copy)]
pub struct Lanes([f32; LANES]);

impl Lanes {
    /// The first values of `from`, and `fill` in the lanes beyond its end.
    #[inline(always)]
    pub fn load_part(from: &[f32], fill: f32) -> Self {
        if from.len() >= LANES {
            return Self::load(from);
        }
        let mut all = [fill; LANES];
        all[..from.len()].copy_from_slice(from);
        Self::load(&all)
    }

    /// Writes as many lanes as fit into `to`.
    #[inline(always)]
    pub fn store_part(self, to: &mut [f32]) {
        if to.len() >= LANES {
            return self.store(to);
        }
        let mut all = [0.0; LANES];
        self.store(&mut all);
        to.copy_from_slice(&all[..to.len()]);
    }

    /// Writes the low 16 bits of as many lanes as fit into `to`. For a number plus [`ROUNDER`], these are the rounded
    /// integer.
    #[inline(always)]
    pub fn store_low(self, to: &mut [i16]) {
        let low = self.low();
        if let Some(to) = to.first_chunk_mut::<LANES>() {
            *to = low;
        } else {
            to.copy_from_slice(&low[..to.len()]);
        }
    }

    /// The sum of the lanes, in one fixed order: halves, quarters, eighths.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        let mut l = [0.0; LANES];
        self.store(&mut l);
        // Keeps LLVM from narrowing the vectors of the loop before this reduction.
        #[cfg(not(target_arch = "wasm32"))]
        let l = std::hint::black_box(l);
        ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]))
    }

    /// The greatest lane. Ignores NaN except in the first lane.
    #[inline(always)]
    pub fn greatest(self) -> f32 {
        let mut lanes = [0.0; LANES];
        self.store(&mut lanes);
        lanes.into_iter().reduce(|a, b| if a < b { b } else { a }).unwrap_or(0.0)
    }

    /// The largest magnitude of a lane; NaN is larger than infinity.
    #[inline(always)]
    pub fn greatest_magnitude(self) -> f32 {
        let mut lanes = [0.0; LANES];
        self.store(&mut lanes);
        f32::from_bits(lanes.into_iter().fold(0, |greatest, lane| greatest.max(lane.abs().to_bits())))
    }

    /// See [`Self::greatest`].
    #[inline(always)]
    pub fn least(self) -> f32 {
        let mut lanes = [0.0; LANES];
        self.store(&mut lanes);
        lanes.into_iter().reduce(|a, b| if b < a { b } else { a }).unwrap_or(0.0)
    }
}

/// `b` where `a < b`, else `a`.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn greater(a: v128, b: v128) -> v128 {
    f32x4_pmax(a, b)
}

/// `b` where `b < a`, else `a`.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn lesser(a: v128, b: v128) -> v128 {
    f32x4_pmin(a, b)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Lanes {
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        let all = f32x4_splat(value);
        Self(all, all)
    }

    /// The first eight values.
    #[inline(always)]
    pub fn load(from: &[f32]) -> Self {
        let from = from[..LANES].as_ptr().cast::<v128>();
        // SAFETY: the slice has eight values, and wasm loads need no alignment.
        unsafe { Self(v128_load(from), v128_load(from.add(1))) }
    }

    /// Writes the first eight values.
    #[inline(always)]
    pub fn store(self, to: &mut [f32]) {
        let to = to[..LANES].as_mut_ptr().cast::<v128>();
        // SAFETY: the slice has room for eight values, and wasm stores need no alignment.
        unsafe {
            v128_store(to, self.0);
            v128_store(to.add(1), self.1);
        }
    }

    /// The greater one; `self` where either is not a number.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self(greater(self.0, other.0), greater(self.1, other.1))
    }

    /// The lesser one; `self` where either is not a number.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(lesser(self.0, other.0), lesser(self.1, other.1))
    }

    /// `sums − zero · columns` of the first eight integers, as f32.
    #[inline(always)]
    pub fn from_sums(sums: &[i32], columns: &[i32], zero: i32) -> Self {
        let (sums, columns) =
            (sums[..LANES].as_ptr().cast::<v128>(), columns[..LANES].as_ptr().cast::<v128>());
        let zero = i32x4_splat(zero);
        // SAFETY: both slices have eight values, and wasm loads need no alignment.
        let [sums0, sums1, columns0, columns1] = unsafe {
            [v128_load(sums), v128_load(sums.add(1)), v128_load(columns), v128_load(columns.add(1))]
        };
        Self(
            f32x4_convert_i32x4(i32x4_sub(sums0, i32x4_mul(columns0, zero))),
            f32x4_convert_i32x4(i32x4_sub(sums1, i32x4_mul(columns1, zero))),
        )
    }

    /// The first eight integers.
    #[inline(always)]
    pub fn from_integers(integers: &[i32]) -> Self {
        let from = integers[..LANES].as_ptr().cast::<v128>();
        // SAFETY: the slice has eight values, and wasm loads need no alignment.
        let [low, high] = unsafe { [v128_load(from), v128_load(from.add(1))] };
        Self(f32x4_convert_i32x4(low), f32x4_convert_i32x4(high))
    }

    /// The magnitude of the larger one; NaN is larger than infinity.
    #[inline(always)]
    pub fn max_magnitude(self, other: Self) -> Self {
        // Magnitudes of f32 are ordered as their bits are.
        let larger = |a, b| i32x4_max(f32x4_abs(a), f32x4_abs(b));
        Self(larger(self.0, other.0), larger(self.1, other.1))
    }

    /// The low 16 bits of each lane.
    #[inline(always)]
    fn low(self) -> [i16; LANES] {
        let low = i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(self.0, self.1);
        let mut to = [0; LANES];
        // SAFETY: the array has room for eight numbers of two bytes, and wasm stores need no alignment.
        unsafe { v128_store(to.as_mut_ptr().cast(), low) };
        to
    }

    /// Writes eight codes: the bits of the lanes less `base`, kept within 0..=127.
    #[inline(always)]
    pub fn store_codes(self, base: i32, to: &mut [Code]) {
        let to = to[..LANES].as_mut_ptr();
        let base = i32x4_splat(base);
        let wide = i16x8_narrow_i32x4(i32x4_sub(self.0, base), i32x4_sub(self.1, base));
        let wide = i16x8_max(i16x8_min(wide, i16x8_splat(127)), i16x8_splat(0));
        // SAFETY: the slice has room for eight codes of two bytes, and wasm stores need no alignment.
        unsafe {
            v128_store(to.cast(), wide);
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Lanes {
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    /// The first eight values.
    #[inline(always)]
    pub fn load(from: &[f32]) -> Self {
        let mut lanes = [0.0; LANES];
        lanes.copy_from_slice(&from[..LANES]);
        Self(lanes)
    }

    /// Writes the first eight values.
    #[inline(always)]
    pub fn store(self, to: &mut [f32]) {
        to[..LANES].copy_from_slice(&self.0);
    }

    /// The greater one; `self` where either is not a number.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.with(other, |a, b| if a < b { b } else { a })
    }

    /// The lesser one; `self` where either is not a number.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.with(other, |a, b| if b < a { b } else { a })
    }

    /// `sums − zero · columns` of the first eight integers, as f32.
    #[inline(always)]
    pub fn from_sums(sums: &[i32], columns: &[i32], zero: i32) -> Self {
        let (sums, columns) = (&sums[..LANES], &columns[..LANES]);
        let mut lanes = [0.0; LANES];
        for lane in 0..LANES {
            lanes[lane] = sums[lane].wrapping_sub(columns[lane].wrapping_mul(zero)) as f32;
        }
        Self(lanes)
    }

    /// The first eight integers.
    #[inline(always)]
    pub fn from_integers(integers: &[i32]) -> Self {
        let integers = &integers[..LANES];
        let mut lanes = [0.0; LANES];
        for lane in 0..LANES {
            lanes[lane] = integers[lane] as f32;
        }
        Self(lanes)
    }

    /// The magnitude of the larger one; NaN is larger than infinity.
    #[inline(always)]
    pub fn max_magnitude(self, other: Self) -> Self {
        // Magnitudes of f32 are ordered as their bits are.
        self.with(other, |a, b| f32::from_bits(a.abs().to_bits().max(b.abs().to_bits())))
    }

    /// The low 16 bits of each lane.
    #[inline(always)]
    fn low(self) -> [i16; LANES] {
        self.0.map(|lane| lane.to_bits() as i16)
    }

    /// Writes eight codes: the bits of the lanes less `base`, kept within 0..=127.
    #[inline(always)]
    pub fn store_codes(self, base: i32, to: &mut [Code]) {
        let to = &mut to[..LANES];
        for lane in 0..LANES {
            to[lane] = self.0[lane].to_bits().cast_signed().wrapping_sub(base).clamp(0, 127) as Code;
        }
    }

    #[inline(always)]
    fn with(self, other: Self, work: impl Fn(f32, f32) -> f32) -> Self {
        let mut lanes = [0.0; LANES];
        for lane in 0..LANES {
            lanes[lane] = work(self.0[lane], other.0[lane]);
        }
        Self(lanes)
    }
}

macro_rules! arithmetic {
    ($trait:ident, $method:ident, $vector:ident, $operator:tt) => {
        impl $trait for Lanes {
            type Output = Self;

            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($vector(self.0, other.0), $vector(self.1, other.1))
            }

            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(other, |a, b| a $operator b)
            }
        }
    };
}

arithmetic!(Add, add, f32x4_add, +);
arithmetic!(Sub, sub, f32x4_sub, -);
arithmetic!(Mul, mul, f32x4_mul, *);
arithmetic!(Div, div, f32x4_div, /);

/// Calls `$work`, compiled for the machine's vectors: on x86-64 for AVX2 if the processor has it, elsewhere for the
/// target's baseline.
///
/// `$work` and all its callees must be `#[inline(always)]` to be compiled for these vectors. The bits do not change:
/// the compiler neither reorders nor fuses f32 operations.
macro_rules! vectorized {
    ($work:ident($($operand:ident: $type:ty),* $(,)?)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn wide($($operand: $type),*) {
                $work($($operand),*);
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: AVX2 was detected just now.
                unsafe { wide($($operand),*) }
            } else {
                $work($($operand),*);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        $work($($operand),*);
    }};
}
pub(super) use vectorized;
