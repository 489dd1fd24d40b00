//! One layer of a small encoder, bit for bit: its hash is the same natively and in both wasm modules.

#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{Random, hash, name_skipped_variants};
use crate::kernels::attention::attention_by;
use crate::kernels::linear::linear_by;
use crate::kernels::variant::{KernelVariant, available};
use crate::kernels::{
    AttentionScratch, Epilogue, Heads, Layer, Matrix, Scoring, Scratch, Weights, skip_layer_norm,
};

#[test]
fn a_layer_gives_the_same_bits_everywhere() {
    name_skipped_variants("a_layer_gives_the_same_bits_everywhere");
    for variant in available() {
        let found = layer(variant);
        assert!(found == EXPECTED, "{} gives {found:#x?}", variant.name);
    }
}

/// Hashes of the layer's output, one for each epilogue of its first feed-forward product.
fn layer(variant: &KernelVariant) -> [(Epilogue, u64); 4] {
    let mut random = Random(41);
    let (rows, heads) = (11, Heads { count: 3, size: 20 });
    let width = heads.count * heads.size;
    let mut dense = |inputs: usize, outputs: usize| {
        let codes = random.codes(inputs * outputs);
        let scales: Vec<f32> = random.units(outputs).iter().map(|scale| scale * 0.002).collect();
        (Weights::pack(&codes, inputs, outputs, &scales).unwrap(), random.units(outputs))
    };
    let layers = [(width, 3 * width), (width, width), (width, 100), (100, width)];
    let [joined, output, up, down] = layers.map(|(inputs, outputs)| dense(inputs, outputs));
    let [gain, shift] = [0; 2].map(|_| random.units(width));
    let x = random.units(rows * width);
    let scratch = &mut Scratch::default();
    let mut run = |x: &[f32], (weights, bias): &(Weights, Vec<f32>), epilogue| {
        let mut out = vec![0.0; rows * weights.outputs()];
        let layer = Layer { rotation: None, weights, bias, epilogue };
        linear_by(variant, x, rows, layer, scratch, &mut out);
        out
    };
    let qkv = run(&x, &joined, Epilogue::None);
    let matrices = [0, 1, 2].map(|part| Matrix { values: &qkv[part * width..], stride: 3 * width });
    let mut seen = vec![0.0; rows * width];
    let memory = &mut AttentionScratch::default();
    let scoring = Scoring { heads, scale: 0.223_606_8 };
    attention_by(variant, matrices, scoring, rows, memory, &mut seen);
    let seen = run(&seen, &output, Epilogue::None);
    let mut middle = vec![0.0; rows * width];
    skip_layer_norm(&seen, &x, &gain, &shift, 1e-12, &mut middle);
    [Epilogue::None, Epilogue::Gelu, Epilogue::GeluTanh, Epilogue::Relu].map(|epilogue| {
        let wide = run(&middle, &up, epilogue);
        let mut narrow = run(&wide, &down, Epilogue::None);
        narrow.iter_mut().zip(&middle).for_each(|(x, skip)| *x += skip);
        let shifts = shift.repeat(rows);
        let mut out = vec![0.0; rows * width];
        skip_layer_norm(&narrow, &shifts, &gain, &shift, 1e-12, &mut out);
        assert!(out.iter().all(|value| value.is_finite()));
        (epilogue, hash(&out))
    })
}

const EXPECTED: [(Epilogue, u64); 4] = [
    (Epilogue::None, 0x8fcc_767c_68d2_8732),
    (Epilogue::Gelu, 0xe089_347f_ef30_e5ac),
    (Epilogue::GeluTanh, 0xf887_4d18_52b7_9879),
    (Epilogue::Relu, 0xd09d_d680_13be_6d7e),
];
