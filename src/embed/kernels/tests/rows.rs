//! Layer normalisation and embedding rows.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::Random;
use crate::embed::kernels::embedding::RowError;
use crate::embed::kernels::{dequantize_rows_int4, skip_layer_norm};

#[test]
fn layer_norm_of_a_sum() {
    let mut random = Random(31);
    for (rows, width) in [(1, 1), (2, 7), (3, 8), (2, 9), (12, 384), (1, 100)] {
        let x: Vec<f32> = random.units(rows * width).iter().map(|x| x * 5.0 + 3.0).collect();
        let skip = random.units(rows * width);
        let [gain, shift] = [0; 2].map(|_| random.units(width));
        let mut out = vec![f32::NAN; rows * width];
        skip_layer_norm(&x, &skip, &gain, &shift, 1e-12, &mut out);
        for row in 0..rows {
            let at = |column| row * width + column;
            let sums: Vec<f64> =
                (0..width).map(|column| f64::from(x[at(column)]) + f64::from(skip[at(column)])).collect();
            let mean = sums.iter().sum::<f64>() / width as f64;
            let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / width as f64;
            for column in 0..width {
                let unit = (sums[column] - mean) / (variance + 1e-12).sqrt();
                let expected = unit * f64::from(gain[column]) + f64::from(shift[column]);
                let found = f64::from(out[at(column)]);
                let near = (found - expected).abs() < 2e-5;
                assert!(near || width == 1, "{found}, not {expected}, at width {width}");
            }
        }
    }
}

/// What ONNX Runtime 1.23.2 gives for uint8 codes with `bits` = 4 and without zero points.
#[test]
fn int4_rows() {
    let (rows, width) = (2, 70);
    let code = |row: usize, column: usize| (row * width + column) * 5 % 16;
    let mut codes = vec![0; rows * width / 2];
    for row in 0..rows {
        for column in 0..width {
            codes[(row * width + column) / 2] |= (code(row, column) << (column % 2 * 4)) as u8;
        }
    }
    let scales = [1.0, 2.0, 4.0, 0.5, 0.25, 8.0];
    let mut out = vec![0.0; 3 * width];
    dequantize_rows_int4(&codes, &scales, width, &[1, 0, 1], &mut out).unwrap();
    for (row, out) in [1, 0, 1].into_iter().zip(out.chunks_exact(width)) {
        for (column, out) in out.iter().enumerate() {
            assert_eq!(*out, (code(row, column) as f32 - 8.0) * scales[row * 3 + column / 32]);
        }
    }
    for id in [2, -1, i64::MAX, i64::MIN] {
        let refused = dequantize_rows_int4(&codes, &scales, width, &[0, id], &mut out[..2 * width]);
        assert_eq!(refused, Err(RowError::Id { rows: 2, found: id }));
    }
    let short = dequantize_rows_int4(&codes, &scales[1..], width, &[0], &mut out[..width]);
    assert!(matches!(short, Err(RowError::Table { what: "scales", expected: 6, found: 5, .. })));
    let room = dequantize_rows_int4(&codes, &scales, width, &[0], &mut out[1..width]);
    assert_eq!(room, Err(RowError::Room { expected: width, found: width - 1 }));
    assert_eq!(dequantize_rows_int4(&[], &[], 0, &[0], &mut []), Ok(()));
    let mut odd = [0.0; 3];
    dequantize_rows_int4(&[0x98, 0x0a], &[1.0], 3, &[0], &mut odd).unwrap();
    assert_eq!(odd, [0.0, 1.0, 2.0]);
}
