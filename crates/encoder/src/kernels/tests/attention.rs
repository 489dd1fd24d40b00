//! Attention against its definition in f64.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{Random, bits};
use crate::kernels::{AttentionScratch, Heads, Matrix, Scoring, attention};

fn reference([q, k, v]: [Matrix; 3], scoring: Scoring, rows: usize) -> Vec<f64> {
    let Scoring { heads, scale } = scoring;
    let width = heads.count * heads.size;
    let at = |m: &Matrix, row: usize, column: usize| f64::from(m.values[row * m.stride + column]);
    let mut out = vec![0.0; rows * width];
    for head in 0..heads.count {
        let columns = head * heads.size..(head + 1) * heads.size;
        for query in 0..rows {
            let scores: Vec<f64> = (0..rows)
                .map(|key| {
                    let dot: f64 = columns.clone().map(|c| at(&q, query, c) * at(&k, key, c)).sum();
                    dot * f64::from(scale)
                })
                .collect();
            let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> = scores.iter().map(|score| (score - greatest).exp()).collect();
            let sum: f64 = weights.iter().sum();
            for column in columns.clone() {
                let value: f64 = (0..rows).map(|key| weights[key] * at(&v, key, column)).sum();
                out[query * width + column] = value / sum;
            }
        }
    }
    out
}

/// Runs attention over one matrix of queries, keys and values side by side.
fn run(qkv: &[f32], heads: Heads, rows: usize, scratch: &mut AttentionScratch) -> (Vec<f32>, Vec<f64>) {
    let width = heads.count * heads.size;
    let matrices = [0, 1, 2].map(|part| Matrix { values: &qkv[part * width..], stride: 3 * width });
    let scoring = Scoring { heads, scale: 1.0 / (heads.size as f32).sqrt() };
    let mut out = vec![f32::NAN; rows * width];
    attention(matrices, scoring, rows, scratch, &mut out);
    (out, reference(matrices, scoring, rows))
}

#[test]
fn any_shape() {
    let mut random = Random(21);
    let mut scratch = AttentionScratch::default();
    for (rows, count, size) in
        [(1, 1, 1), (2, 3, 5), (12, 12, 32), (6, 2, 64), (24, 2, 32), (33, 1, 17), (130, 2, 32), (5, 3, 8)]
    {
        let heads = Heads { count, size };
        let qkv: Vec<f32> = random.units(rows * 3 * count * size).iter().map(|x| x * 4.0).collect();
        let (out, expected) = run(&qkv, heads, rows, &mut scratch);
        let mut squares = 0.0;
        for (out, expected) in out.iter().zip(&expected) {
            let away = f64::from(*out) - expected;
            assert!(away.abs() < 3e-3, "{out}, not {expected}, at {rows} rows");
            squares += away * away;
        }
        let error = (squares / out.len() as f64).sqrt();
        assert!(error < 5e-4, "root of the mean square {error:e} at {rows} rows of values up to 4");
        let (again, _) = run(&qkv, heads, rows, &mut AttentionScratch::default());
        assert_eq!(bits(&out), bits(&again), "a used scratch changes nothing");
    }
}

/// Sums are largest where all numbers of a row have the same magnitude, and all weights are equal.
#[test]
fn the_largest_sums_have_room() {
    let scratch = &mut AttentionScratch::default();
    for (rows, size) in [(2, 1), (9, 32), (9, 33), (9, 64), (9, 384), (3000, 2)] {
        let heads = Heads { count: 1, size };
        let mut qkv = vec![1.0; rows * 3 * size];
        // One key is the negative of all queries, and only its value is zero.
        qkv[size..2 * size].fill(-1.0);
        qkv[2 * size..3 * size].fill(0.0);
        let matrices = [0, 1, 2].map(|part| Matrix { values: &qkv[part * size..], stride: 3 * size });
        let scoring = Scoring { heads, scale: 20.0 / size as f32 };
        let mut out = vec![f32::NAN; rows * size];
        attention(matrices, scoring, rows, scratch, &mut out);
        assert!(out.iter().all(|out| (out - 1.0).abs() < 0.02), "{rows} rows of {size}: {:?}", &out[..1]);
    }
}

#[test]
fn scores_that_are_not_finite_do_not_panic() {
    let heads = Heads { count: 1, size: 4 };
    let scratch = &mut AttentionScratch::default();
    let mut qkv = [1.0; 36];
    qkv[0] = f32::NAN;
    let (out, _) = run(&qkv, heads, 3, scratch);
    assert!(out[..4].iter().all(|out| out.is_nan()) && out[4..].iter().all(|out| (out - 1.0).abs() < 1e-4));
}
