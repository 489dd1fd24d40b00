//! The functions of one number against f64.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::embed::kernels::activation::{Epilogue, exp};
use crate::embed::kernels::lanes::{LANES, Lanes};

fn of(function: impl Fn(Lanes) -> Lanes, x: f32) -> f32 {
    let mut out = [0.0; LANES];
    function(Lanes::splat(x)).store(&mut out);
    assert!(out.iter().all(|lane| lane.to_bits() == out[0].to_bits()), "all lanes alike");
    out[0]
}

/// What an epilogue makes of a number, in whole vectors and behind them.
fn applied(epilogue: Epilogue, x: f32) -> f32 {
    let mut numbers = [x; LANES + 3];
    epilogue.apply(&mut numbers);
    assert!(numbers.iter().all(|number| number.to_bits() == numbers[0].to_bits()), "all numbers alike");
    numbers[0]
}

/// Evenly, both ends included.
fn grid(from: f32, to: f32, steps: usize) -> impl Iterator<Item = f32> {
    (0..=steps).map(move |step| from + (to - from) * (step as f32 / steps as f32))
}

/// Φ(x) − ½ = φ(x) · Σ x^(2n+1) / (1 · 3 · … · (2n+1)); all terms positive for positive x.
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
    for x in grid(-87.0, 88.0, 400_000) {
        let expected = f64::from(x).exp();
        let error = (f64::from(of(exp, x)) - expected).abs() / expected;
        assert!(error < 1.5e-7, "e^{x}: relative error {error:e}");
    }
    assert_eq!(of(exp, 0.0), 1.0);
    assert_eq!(of(exp, -87.1), 0.0);
    assert_eq!(of(exp, f32::NEG_INFINITY), 0.0);
    assert_eq!(of(exp, f32::MIN), 0.0);
    assert_eq!(of(exp, f32::INFINITY), of(exp, 88.0));
    assert!(of(exp, f32::NAN).is_nan());
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
fn relu() {
    let relu = |x| applied(Epilogue::Relu, x);
    assert_eq!([relu(-1.5), relu(0.0), relu(2.5)], [0.0, 0.0, 2.5]);
}
