//! Layer normalisation and embedding rows.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use half::f16;

use super::Random;
use crate::kernels::{dequantize_row, record_bytes, skip_layer_norm};

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
    for width in [70, 3, 1, 64] {
        let code = |column: usize| (width + column) * 5 % 16;
        let scales = [2.0, 0.25, -8.0];
        let mut record = vec![0; width.div_ceil(2)];
        for column in 0..width {
            record[column / 2] |= (code(column) << (column % 2 * 4)) as u8;
        }
        let blocks = width.div_ceil(32);
        record.extend(scales[..blocks].iter().flat_map(|scale| f16::from_f32(*scale).to_le_bytes()));
        assert_eq!(record.len(), record_bytes(width));
        let mut out = vec![f32::NAN; width];
        dequantize_row(&record, &mut out);
        for (column, out) in out.iter().enumerate() {
            assert_eq!(*out, (code(column) as f32 - 8.0) * scales[column / 32]);
        }
    }
}
