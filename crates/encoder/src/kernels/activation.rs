//! Functions of one number: the exponential, and the epilogues of linear layers.

use super::lanes::ROUNDER;
use super::number::{Number, Step};

/// Replaces every number by `$function` of it. A macro, because a function passed as a value would not be compiled for
/// the vectors of its caller (see [`super::lanes::vectorized`]).
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! each {
    ($numbers:expr, $function:expr) => {
        for number in $numbers {
            *number = $function(*number);
        }
    };
}

/// Replaces each number by the function of it, eight at a time.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
macro_rules! each {
    ($numbers:expr, $function:expr) => {{
        use super::lanes::{LANES, Lanes};
        let (eights, rest) = $numbers.as_chunks_mut::<LANES>();
        for eight in eights {
            $function(Lanes::load(eight)).store(eight);
        }
        if !rest.is_empty() {
            $function(Lanes::load_part(rest, 0.0)).store_part(rest);
        }
    }};
}

/// The function that a linear layer applies to each output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Epilogue {
    #[default]
    None,
    /// x · Φ(x) with the normal distribution function Φ, as in BERT; absolute error below 6e-7.
    Gelu,
    /// x · (1 + tanh(√(2/π)(x + 0.044715 x³))) / 2; absolute error below 1e-6.
    GeluTanh,
    /// max(x, 0).
    Relu,
    /// tanh x, absolute error below 3e-7.
    Tanh,
}

impl Epilogue {
    /// Applies it to every number. Called for many numbers at once: one at a time, each step would wait for the one
    /// before.
    #[inline(always)]
    pub(super) fn apply(self, numbers: &mut [f32]) {
        match self {
            Self::None => {}
            Self::Gelu => each!(numbers, gelu),
            Self::GeluTanh => each!(numbers, gelu_tanh),
            Self::Relu => each!(numbers, relu),
            Self::Tanh => each!(numbers, tanh),
        }
    }
}

#[inline(always)]
fn relu<N: Number>(x: N) -> N {
    x.greater(N::of(0.0))
}

/// Below it, eˣ counts as zero; e⁻⁸⁷ is close to the smallest normal f32.
const EXP_MIN: f32 = -87.0;
/// Above it, eˣ counts as e⁸⁸, which is 1.65e38.
const EXP_MAX: f32 = 88.0;
/// ln 2 = high + low. The high part has few enough bits that its product with an exponent is exact.
const LN2_HIGH: f32 = 0.693_145_75;
const LN2_LOW: f32 = 1.428_606_8e-6;
/// (eʳ − 1 − r) / r² for |r| ≤ ln 2 / 2, our own minimax fit: relative error of eʳ 3e-9 before rounding.
const EXP_TERMS: [f32; 5] = [0.499_999_94, 0.166_665_21, 0.041_668_39, 0.008_368_745, 0.001_381_453_9];

/// eˣ with a relative error below 1.5e-7 for −87 ≤ x ≤ 88; zero below, e⁸⁸ above, NaN for NaN.
///
/// x = n ln 2 + r with a whole n (Cody and Waite), then eˣ = 2ⁿ · eʳ by a polynomial.
#[inline(always)]
fn exp<N: Number>(x: N) -> N {
    let kept = x.greater(N::of(EXP_MIN)).lesser(N::of(EXP_MAX));
    let shifted = kept * N::of(std::f32::consts::LOG2_E) + N::of(ROUNDER);
    let n = shifted - N::of(ROUNDER);
    let r = (kept - n * N::of(LN2_HIGH)) - n * N::of(LN2_LOW);
    let mut series = N::of(EXP_TERMS[4]);
    for term in [EXP_TERMS[3], EXP_TERMS[2], EXP_TERMS[1], EXP_TERMS[0]] {
        series = series * r + N::of(term);
    }
    let mantissa = (series * (r * r) + r) + N::of(1.0);
    (mantissa * shifted.power_of_two()).zero_below(x, EXP_MIN)
}

/// 1 − Φ(a) ≈ ½ · (1 + Σ cᵢ aⁱ)⁻¹⁶ for a ≥ 0: the form of Abramowitz and Stegun 7.1.28, with
/// coefficients fitted anew so that the error of a · (1 − Φ(a)) is even (2.5e-7 before rounding).
const TAIL_TERMS: [f32; 6] =
    [0.049_864_14, 0.021_157_296, 0.003_249_316_7, 5.971_740_4e-5, 4.138_396_3e-5, 6.332_973_5e-6];

/// x · Φ(x) = max(x, 0) − |x| · (1 − Φ(|x|)), absolute error below 6e-7. Nothing cancels, and nothing needs clamping,
/// because the tail goes to zero.
#[inline(always)]
fn gelu<N: Number>(x: N) -> N {
    let a = x.magnitude();
    let mut base = N::of(TAIL_TERMS[5]);
    for term in [TAIL_TERMS[4], TAIL_TERMS[3], TAIL_TERMS[2], TAIL_TERMS[1], TAIL_TERMS[0], 1.0] {
        base = base * a + N::of(term);
    }
    let second = base * base;
    let fourth = second * second;
    let eighth = fourth * fourth;
    x.greater(N::of(0.0)) - a * (N::of(0.5) / (eighth * eighth))
}

/// √(2/π), times two: x (1 + tanh y) / 2 = x / (1 + e^(−2y)).
const TANH_SCALE: f32 = 1.595_769_2;

#[inline(always)]
fn gelu_tanh<N: Number>(x: N) -> N {
    let inner = x * N::of(TANH_SCALE) * (N::of(1.0) + N::of(0.044_715) * (x * x));
    x / (N::of(1.0) + exp(N::of(0.0) - inner))
}

/// tanh x = 2 / (1 + e^(−2x)) − 1.
#[inline(always)]
fn tanh<N: Number>(x: N) -> N {
    N::of(2.0) / (N::of(1.0) + exp(N::of(0.0) - (x + x))) - N::of(1.0)
}

/// Below it, a power of two counts as zero: it would be below the smallest normal f32.
const POWER_MIN: f32 = -126.0;
/// (2ᶠ − 1) / f for |f| ≤ ½, our own minimax fit: relative error of 2ᶠ 2.9e-6.
const POWER_TERMS: [f32; 4] = [0.693_124_2, 0.240_240_99, 0.055_906_426, 0.009_582_853];

/// 2ˣ for x ≤ 0, with a relative error below 3e-6, exactly 1 for 0; zero below −126, NaN for NaN.
///
/// x = n + f with a whole n, then 2ˣ = 2ⁿ · 2ᶠ by a polynomial, as precise as 16-bit weights need.
#[inline(always)]
fn power_of_two<N: Number>(x: N) -> N {
    let kept = x.greater(N::of(POWER_MIN));
    let shifted = kept + N::of(ROUNDER);
    let f = kept - (shifted - N::of(ROUNDER));
    let mut series = N::of(POWER_TERMS[3]);
    for term in [POWER_TERMS[2], POWER_TERMS[1], POWER_TERMS[0], 1.0] {
        series = series * f + N::of(term);
    }
    (series * shifted.power_of_two()).zero_below(x, POWER_MIN)
}

/// Replaces every number x by 2ˣ⁻ˢ, where s is at least the greatest number.
#[inline(always)]
pub fn powers_of_two_less(numbers: &mut [f32], s: f32) {
    each!(numbers, |x: Step| power_of_two(x - Step::of(s)));
}

/// Replaces every number by its exponential.
#[cfg(test)]
pub fn exponentials(numbers: &mut [f32]) {
    each!(numbers, exp);
}
