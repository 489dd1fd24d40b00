//! Rotations against their definition, and layers with rotation against layers without.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{Random, hash, name_skipped_variants, plain};
use crate::kernels::linear::linear_by;
use crate::kernels::variant::available;
use crate::kernels::{Layer, Rotation, Scratch, Weights, linear};

const SIZES: [usize; 3] = [4, 16, 64];

#[test]
fn only_powers_of_four_within_bounds() {
    let found: Vec<usize> = (0..=1024).filter(|groups| Rotation::of(*groups).is_some()).collect();
    assert_eq!(found, SIZES);
    let rotation = Rotation::of(16).unwrap();
    let fitting: Vec<usize> = (1..=400).filter(|width| rotation.fits(*width)).collect();
    assert_eq!(fitting, [128, 256, 384]);
}

#[test]
fn blocks_are_multiplied_with_the_matrix() {
    let mut random = Random(17);
    for size in SIZES {
        let rotation = Rotation::of(size).unwrap();
        let block = size * Rotation::GROUP;
        let row = random.units(3 * block);
        let mut rotated = vec![f32::NAN; row.len()];
        rotation.rotate_unscaled(&row, &mut rotated);
        for (at, found) in rotated.iter().enumerate() {
            let (first, i, lane) = (at / block * block, at % block / Rotation::GROUP, at % Rotation::GROUP);
            let column = (0..size).map(|j| rotation.at(i, j) * row[first + j * Rotation::GROUP + lane]);
            let expected: f64 = column.map(f64::from).sum();
            let away = (f64::from(found * rotation.scale()) - expected).abs();
            assert!(away < 1e-6, "{found} at {at}, {size} groups: {expected} expected");
        }
        let mut back = vec![0.0; row.len()];
        rotation.rotate_unscaled(&rotated, &mut back);
        for (back, x) in back.iter().zip(&row) {
            assert!((back * rotation.scale().powi(2) - x).abs() < 1e-6, "its own inverse");
        }
    }
}

/// One column is much larger than the others in every row, as in transformers, and its weight is not.
#[test]
fn rotation_reduces_the_error() {
    let mut random = Random(19);
    let (rows, inputs) = (9, 128);
    let rotation = Rotation::of(16).unwrap();
    let mut x = random.units(rows * inputs);
    x.iter_mut().skip(77).step_by(inputs).for_each(|out| *out = 60.0);
    let weights = random.units(inputs);
    let mut rotated_weights = vec![0.0; inputs];
    rotation.rotate_unscaled(&weights, &mut rotated_weights);
    rotated_weights.iter_mut().for_each(|weight| *weight *= rotation.scale());
    let error = |rotation: Option<Rotation>, weights_now: &[f32]| {
        let step = weights_now.iter().fold(0_f32, |most, weight| most.max(weight.abs())) / 127.0;
        let codes: Vec<i8> = weights_now.iter().map(|weight| (weight / step).round() as i8).collect();
        let packed = Weights::pack(&codes, inputs, 1, &[step]).unwrap();
        let mut out = vec![0.0; rows];
        linear(&x, rows, Layer { rotation, ..plain(&packed) }, &mut Scratch::default(), &mut out);
        let expected =
            x.chunks_exact(inputs).map(|x| x.iter().zip(&weights).map(|(x, w)| x * w).sum::<f32>());
        out.iter().zip(expected).map(|(out, expected)| (out - expected).powi(2)).sum::<f32>()
    };
    let (plain, rotated) = (error(None, &weights), error(Some(rotation), &rotated_weights));
    assert!(rotated * 4.0 < plain, "{rotated} with, {plain} without");
}

#[test]
fn every_variant_gives_the_same_bits() {
    name_skipped_variants("every_variant_gives_the_same_bits");
    let mut random = Random(23);
    let (rows, inputs, outputs) = (7, 512, 20);
    let x = random.units(rows * inputs);
    let weights = Weights::pack(&random.codes(inputs * outputs), inputs, outputs, &[0.01; 20]).unwrap();
    for variant in available() {
        let found = SIZES.map(|size| {
            let mut out = vec![0.0; rows * outputs];
            let layer = Layer { rotation: Rotation::of(size), ..plain(&weights) };
            linear_by(variant, &x, rows, layer, &mut Scratch::default(), &mut out);
            hash(&out)
        });
        assert!(found == EXPECTED, "{} gives {found:#x?}", variant.name);
    }
}

const EXPECTED: [u64; 3] = [0x7f8c_5073_a87d_39a1, 0xe0b4_a10e_cfe3_1ce3, 0x2ebe_0617_969c_ef41];
