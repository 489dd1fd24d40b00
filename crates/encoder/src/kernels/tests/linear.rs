//! Whole linear layers: quantization, rescaling, bias, epilogue, any shape.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{Random, bits, name_skipped_variants, plain};
use crate::kernels::linear::linear_by;
use crate::kernels::pack::PackError;
use crate::kernels::quantize::{Code, RowScale, quantize_row};
use crate::kernels::variant::available;
use crate::kernels::{Epilogue, Layer, Scratch, Weights, linear};

/// The values that codes stand for.
fn read_back(codes: &[Code], row: RowScale) -> Vec<f64> {
    codes.iter().map(|&code| f64::from(i32::from(code) - row.zero) * f64::from(row.scale)).collect()
}

fn quantized(row: &[f32]) -> (Vec<Code>, RowScale) {
    let mut codes = vec![1; row.len().next_multiple_of(4)];
    let scale = quantize_row(row, &mut codes);
    (codes, scale)
}

#[test]
fn rows_are_read_back_within_half_a_step() {
    let mut random = Random(11);
    for count in [1, 2, 7, 8, 9, 31, 384] {
        let x = random.units(count);
        let (codes, row) = quantized(&x);
        assert!(codes.iter().all(|code| (0..=127).contains(&i32::from(*code))));
        assert!(codes[count..].iter().all(|code| *code == 0), "padding is zero");
        for (x, back) in x.iter().zip(read_back(&codes, row)) {
            let away = (f64::from(*x) - back).abs();
            // Half a step, and another half where both ends of the range round in the same direction.
            assert!(away <= f64::from(row.scale) * 1.001, "{away} from {x} with a scale of {}", row.scale);
        }
    }
}

#[test]
fn zero_is_exact_and_ties_go_to_even() {
    // A span of 127: a scale of one.
    let (codes, row) = quantized(&[-27.0, 0.0, 100.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5]);
    assert_eq!((row.scale, row.zero), (1.0, 27));
    let found: Vec<i32> = codes.iter().take(9).map(|code| i32::from(*code) - 27).collect();
    assert_eq!(found, [-27, 0, 100, 0, 2, 2, 0, -2, -2]);
    let (codes, row) = quantized(&[3.0, 5.0, 12.7]);
    assert_eq!((row.zero, i32::from(codes[2])), (0, 127), "zero is in the range of positive rows");
    let (codes, row) = quantized(&[-3.0, -5.0, -12.7]);
    assert_eq!((row.zero, i32::from(codes[2])), (127, 0), "and of negative ones");
}

#[test]
fn zeros_give_the_bias_and_what_is_not_finite_gives_nan() {
    let weights = Weights::pack(&[1; 9 * 3], 9, 3, &[0.5; 3]).unwrap();
    let run = |x: &[f32]| {
        let mut out = [7.0; 3];
        let layer = Layer { bias: &[1.0, 2.0, 3.0], ..plain(&weights) };
        linear(x, 1, layer, &mut Scratch::default(), &mut out);
        out
    };
    assert_eq!(run(&[0.0; 9]), [1.0, 2.0, 3.0]);
    assert_eq!(run(&[f32::MIN_POSITIVE / 2.0; 9]), [1.0, 2.0, 3.0]);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for at in [0, 8] {
            let mut x = [1.0; 9];
            x[at] = odd;
            assert!(run(&x).iter().all(|out| out.is_nan()), "{odd} at {at}");
        }
    }
    let mut x = [f32::MAX; 9];
    x[0] = f32::MIN;
    assert!(run(&x).iter().all(|out| out.is_nan()), "a span beyond f32");
    assert!(run(&[f32::MAX; 9]).iter().all(|out| *out == f32::INFINITY || out.is_finite()));
}

/// The definition in f64, for the quantized rows.
fn reference(
    x: &[f32],
    codes: &[i8],
    (inputs, outputs): (usize, usize),
    scales: &[f32],
    bias: &[f32],
) -> Vec<f64> {
    let mut out = Vec::new();
    for x in x.chunks_exact(inputs) {
        let (x, row) = quantized(x);
        let x = read_back(&x, row);
        for column in 0..outputs {
            let sum: f64 =
                (0..inputs).map(|input| x[input] * f64::from(codes[input * outputs + column])).sum();
            out.push(sum * f64::from(scales[column]) + f64::from(bias[column]));
        }
    }
    out
}

#[test]
fn any_shape_by_any_variant() {
    name_skipped_variants("any_shape_by_any_variant");
    let mut random = Random(12);
    let shapes = [(1, 1, 1), (3, 5, 7), (4, 16, 16), (13, 33, 17), (12, 384, 40), (5, 64, 15), (97, 20, 33)];
    for (rows, inputs, outputs) in shapes {
        let x = random.units(rows * inputs);
        let codes = random.codes(inputs * outputs);
        let scales: Vec<f32> = random.units(outputs).iter().map(|scale| scale.abs() / 100.0).collect();
        let bias = random.units(outputs);
        let weights = Weights::pack(&codes, inputs, outputs, &scales).unwrap();
        assert_eq!((weights.inputs(), weights.outputs()), (inputs, outputs));
        let expected = reference(&x, &codes, (inputs, outputs), &scales, &bias);
        let mut first: Option<Vec<f32>> = None;
        for variant in available() {
            let mut out = vec![f32::NAN; rows * outputs];
            let scratch = &mut Scratch::default();
            linear_by(variant, &x, rows, Layer { bias: &bias, ..plain(&weights) }, scratch, &mut out);
            for (out, expected) in out.iter().zip(&expected) {
                let away = (f64::from(*out) - expected).abs();
                assert!(away <= 1e-5 * expected.abs().max(1.0), "{}: {out}, not {expected}", variant.name);
            }
            let first = first.get_or_insert_with(|| out.clone());
            assert_eq!(bits(first), bits(&out), "{} at {rows}, {inputs}, {outputs}", variant.name);
        }
    }
}

/// A row's outputs depend neither on the rows beside it nor on what the scratch was used for before.
#[test]
fn rows_are_independent() {
    let mut random = Random(13);
    let (rows, inputs, outputs) = (61, 30, 18);
    let x = random.units(rows * inputs);
    let weights = Weights::pack(&random.codes(inputs * outputs), inputs, outputs, &[0.01; 18]).unwrap();
    let mut scratch = Scratch::default();
    let mut all = vec![0.0; rows * outputs];
    let layer = Layer { epilogue: Epilogue::Gelu, ..plain(&weights) };
    linear(&x, rows, layer, &mut scratch, &mut all);
    for (x, expected) in x.chunks_exact(inputs).zip(all.chunks_exact(outputs)) {
        let mut out = vec![0.0; outputs];
        linear(x, 1, layer, &mut scratch, &mut out);
        assert_eq!(bits(&out), bits(expected));
    }
    linear(&[], 0, plain(&weights), &mut scratch, &mut []);
}

#[test]
fn contradicting_weights_are_refused() {
    let pack = |codes: usize, inputs, outputs, scales: usize| {
        Weights::pack(&vec![0; codes], inputs, outputs, &vec![1.0; scales]).err()
    };
    assert_eq!(pack(6, 2, 3, 3), None);
    assert_eq!(pack(5, 2, 3, 3), Some(PackError::Codes { inputs: 2, outputs: 3, expected: 6, found: 5 }));
    assert_eq!(pack(6, 2, 3, 2), Some(PackError::Scales { expected: 3, found: 2 }));
    assert_eq!(pack(0, 0, 3, 3), Some(PackError::Size { inputs: 0, outputs: 3 }));
    assert_eq!(pack(0, 2, 0, 0), Some(PackError::Size { inputs: 2, outputs: 0 }));
    assert!(matches!(pack(4, usize::MAX, 2, 2), Some(PackError::Size { .. })));
    assert!(matches!(pack(4, 2, usize::MAX, 2), Some(PackError::Codes { .. })));
}
