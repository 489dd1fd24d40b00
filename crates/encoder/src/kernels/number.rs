//! The number type of element-wise functions: eight f32 in wasm, one natively, where the compiler vectorizes loops over
//! single numbers better than loops over eight.

use std::ops::{Add, Div, Mul, Sub};

/// One step of a loop over numbers.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub type Step = f32;
/// One step of a loop over numbers.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub type Step = super::lanes::Lanes;

/// A number, or eight; each operation is the IEEE one.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn of(value: f32) -> Self;
    /// The greater one; `self` where either is not a number.
    fn greater(self, other: Self) -> Self;
    /// The lesser one; `self` where either is not a number.
    fn lesser(self, other: Self) -> Self;
    fn magnitude(self) -> Self;
    /// Zero where `key` is below `limit`, elsewhere `self`.
    fn zero_below(self, key: Self, limit: f32) -> Self;
    /// 2ⁿ where `self` is n + [`super::lanes::ROUNDER`] with −127 < n < 128.
    fn power_of_two(self) -> Self;
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Number for f32 {
    #[inline(always)]
    fn of(value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn zero_below(self, key: Self, limit: f32) -> Self {
        if key < limit { 0.0 } else { self }
    }

    #[inline(always)]
    fn power_of_two(self) -> Self {
        Self::from_bits((self.to_bits() << 23).wrapping_add(127 << 23))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod eight {
    use std::arch::wasm32::*;

    use super::Number;
    use crate::kernels::lanes::Lanes;

    impl Number for Lanes {
        #[inline(always)]
        fn of(value: f32) -> Self {
            Self::splat(value)
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            self.max(other)
        }

        #[inline(always)]
        fn lesser(self, other: Self) -> Self {
            self.min(other)
        }

        #[inline(always)]
        fn magnitude(self) -> Self {
            Self(f32x4_abs(self.0), f32x4_abs(self.1))
        }

        #[inline(always)]
        fn zero_below(self, key: Self, limit: f32) -> Self {
            let limit = f32x4_splat(limit);
            Self(v128_andnot(self.0, f32x4_lt(key.0, limit)), v128_andnot(self.1, f32x4_lt(key.1, limit)))
        }

        #[inline(always)]
        fn power_of_two(self) -> Self {
            let one = i32x4_splat(127 << 23);
            Self(i32x4_add(i32x4_shl(self.0, 23), one), i32x4_add(i32x4_shl(self.1, 23), one))
        }
    }
}
