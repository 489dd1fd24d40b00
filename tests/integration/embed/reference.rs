//! Embeds 50 texts: queries, sentences, code, other scripts, an empty text, texts longer than the model takes.
//!
//! `tests/fixtures/embed` holds the texts and the f32 model's vectors, which `tests/scripts/reference_vectors.py`
//! computes. `tests/scripts/onnxruntime_check.py` runs ONNX Runtime on the same texts.

use std::path::{Path, PathBuf};

use docfuse::model::{INFO_FILE, MODEL_FILE, ModelInfo, TOKENIZER_FILE};
use docfuse_encoder::Encoder;

/// Minimum cosine of each vector to the f32 model's; [`MEAN_BAR`] is that of their mean. Texts without a word have the
/// lowest: only the special word pieces, with their quantization error, count there.
const BAR: f32 = 0.97;
const MEAN_BAR: f32 = 0.993;

pub(super) fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn model_folder() -> PathBuf {
    let folder = std::env::var_os("DOCFUSE_MODEL").unwrap_or_else(|| {
        panic!(
            "this test needs the model all-MiniLM-L6-v2: run ./pkg-build.sh test, which creates it, or set \
             DOCFUSE_MODEL to the folder that `docfuse model import HF_DIR --out FOLDER` wrote"
        )
    });
    folder.into()
}

#[test]
fn the_quantized_encoder_stays_close_to_the_f32_model() {
    let folder = model_folder();
    let info: ModelInfo = serde_json::from_slice(&read(&folder.join(INFO_FILE))).unwrap();
    let encoder =
        Encoder::load(read(&folder.join(MODEL_FILE)), &read(&folder.join(TOKENIZER_FILE)), &info).unwrap();

    let fixtures = crate::command::repository().join("tests/fixtures/embed");
    let texts: Vec<String> = serde_json::from_slice(&read(&fixtures.join("reference_texts.json"))).unwrap();
    let vectors = read(&fixtures.join("reference_vectors.f32"));
    let vectors: Vec<f32> =
        vectors.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    assert_eq!((texts.len(), vectors.len()), (50, 50 * info.dimensions));

    let cosines: Vec<f32> = texts
        .iter()
        .zip(vectors.chunks_exact(info.dimensions))
        .map(|(text, expected)| encoder.embed(text).unwrap().iter().zip(expected).map(|(a, b)| a * b).sum())
        .collect();
    let below: Vec<_> = texts.iter().zip(&cosines).filter(|(_, cosine)| **cosine < BAR).collect();
    assert!(below.is_empty(), "cosine to the f32 model below {BAR}: {below:?}");
    let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
    let least = cosines.iter().fold(1.0f32, |least, cosine| least.min(*cosine));
    assert!(mean >= MEAN_BAR, "mean cosine to the f32 model {mean}, at least {MEAN_BAR} expected");
    println!("cosine to the f32 model: at least {least:.5}, mean {mean:.5}");
}
