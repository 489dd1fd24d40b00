//! The element-wise functions against f64.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::kernels::activation::{Epilogue, exponentials, powers_of_two_less};
use crate::kernels::lanes::LANES;

/// Applies a function to a number, within a whole vector and in the rest after it.
fn of(function: impl Fn(&mut [f32]), x: f32) -> f32 {
    let mut numbers = [x; LANES + 3];
    function(&mut numbers);
    assert!(numbers.iter().all(|number| number.to_bits() == numbers[0].to_bits()), "all numbers alike");
    numbers[0]
}

fn applied(epilogue: Epilogue, x: f32) -> f32 {
    of(|numbers| epilogue.apply(numbers), x)
}

/// Evenly spaced, with both ends.
fn grid(from: f32, to: f32, steps: usize) -> impl Iterator<Item = f32> {
    (0..=steps).map(move |step| from + (to - from) * (step as f32 / steps as f32))
}

/// Φ(x) = ½ + φ(x) · Σ x^(2n+1) / (1 · 3 · … · (2n+1)).
fn normal_distribution(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..400 {
        term *= x * x / f64::from(2 * n + 1);
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[test]
fn exponential() {
    let exp = |x| of(exponentials, x);
    for x in grid(-87.0, 88.0, 400_000) {
        let expected = f64::from(x).exp();
        let error = (f64::from(exp(x)) - expected).abs() / expected;
        assert!(error < 1.5e-7, "e^{x}: relative error {error:e}");
    }
    assert_eq!(exp(0.0), 1.0);
    assert_eq!(exp(-87.1), 0.0);
    assert_eq!(exp(f32::NEG_INFINITY), 0.0);
    assert_eq!(exp(f32::MIN), 0.0);
    assert_eq!(exp(f32::INFINITY), exp(88.0));
    assert!(exp(f32::NAN).is_nan());
}

#[test]
fn powers() {
    let power = |x| of(|numbers| powers_of_two_less(numbers, 0.0), x);
    for x in grid(-126.0, 0.0, 400_000) {
        let expected = f64::from(x).exp2();
        let error = (f64::from(power(x)) - expected).abs() / expected;
        assert!(error < 3e-6, "2^{x}: relative error {error:e}");
    }
    assert_eq!([power(0.0), power(-126.1), power(f32::MIN), power(f32::NEG_INFINITY)], [1.0, 0.0, 0.0, 0.0]);
    assert!(power(f32::NAN).is_nan());
    assert_eq!(of(|numbers| powers_of_two_less(numbers, 2.5), 2.5), 1.0);
}

#[test]
fn gelu() {
    let gelu = |x| applied(Epilogue::Gelu, x);
    let mut worst: f64 = 0.0;
    for x in grid(-10.0, 10.0, 400_000) {
        let expected = f64::from(x) * normal_distribution(f64::from(x));
        worst = worst.max((f64::from(gelu(x)) - expected).abs());
    }
    assert!(worst < 6e-7, "absolute error {worst:e}");
    assert_eq!([gelu(0.0), gelu(-50.0), gelu(-1e30), gelu(1e30)], [0.0, 0.0, 0.0, 1e30]);
    assert!(gelu(f32::NAN).is_nan());
}

#[test]
fn gelu_by_tanh() {
    let gelu = |x| applied(Epilogue::GeluTanh, x);
    for x in grid(-10.0, 10.0, 400_000) {
        let exact = f64::from(x);
        let inner = (2.0 / std::f64::consts::PI).sqrt() * (exact + 0.044_715 * exact.powi(3));
        let expected = exact * 0.5 * (1.0 + inner.tanh());
        let error = (f64::from(gelu(x)) - expected).abs();
        assert!(error < 1e-6, "{x}: absolute error {error:e}");
    }
    assert_eq!([gelu(0.0), gelu(1e4)], [0.0, 1e4]);
    assert!(gelu(-1e4).abs() < 1e-30);
    assert!(gelu(f32::NAN).is_nan());
}

#[test]
fn tanh() {
    let tanh = |x| applied(Epilogue::Tanh, x);
    for x in grid(-20.0, 20.0, 400_000) {
        let error = (f64::from(tanh(x)) - f64::from(x).tanh()).abs();
        assert!(error < 3e-7, "{x}: absolute error {error:e}");
    }
    let ends = [0.0, 1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY].map(tanh);
    assert_eq!(ends, [0.0, 1.0, -1.0, 1.0, -1.0]);
    assert!(tanh(f32::NAN).is_nan());
}

#[test]
fn relu() {
    let relu = |x| applied(Epilogue::Relu, x);
    assert_eq!([relu(-1.5), relu(0.0), relu(2.5)], [0.0, 0.0, 2.5]);
}
