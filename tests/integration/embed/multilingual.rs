//! Vectors of the encoder of `docfuse model get multilingual`, beside those of the package that its weights come from.

use std::path::{Path, PathBuf};

use docfuse::model::{INFO_FILE, MODEL_FILE, ModelInfo, QUERY_FILE, TOKENIZER_FILE};
use docfuse_encoder::{Encoder, RowSource, word_records};

use super::reference::read;

/// Least mean cosine of documents' vectors, and of queries'.
const BARS: [f32; 2] = [0.99, 0.98];

fn folder(name: &str) -> PathBuf {
    std::env::var_os(name).unwrap_or_else(|| panic!("{name} names a folder")).into()
}

fn vectors(path: &Path, dimensions: usize) -> Vec<Vec<f32>> {
    let numbers: Vec<f32> =
        read(path).as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    numbers.chunks_exact(dimensions).map(<[f32]>::to_vec).collect()
}

#[test]
#[ignore = "needs the model, and the vectors that tests/scripts/multilingual.py makes"]
fn vectors_of_sentences_in_many_scripts() {
    let (model, given) = (folder("DOCFUSE_MULTILINGUAL"), folder("DOCFUSE_VECTORS"));
    let info: ModelInfo = serde_json::from_slice(&read(&model.join(INFO_FILE))).unwrap();
    let tokenizer = read(&model.join(TOKENIZER_FILE));
    let onnx = read(&model.join(MODEL_FILE));
    let rows = RowSource::Records(word_records(&onnx).unwrap());
    let documents = Encoder::load(onnx, &tokenizer, &info).unwrap();
    let queries = Encoder::load_stored(read(&model.join(QUERY_FILE)), rows, &tokenizer, &info).unwrap();
    let texts = String::from_utf8(read(&given.join("sentences.txt"))).unwrap();
    let files = ["passages.f32", "queries.f32"];
    let expected = files.map(|file| vectors(&given.join(file), info.dimensions));
    let mut cosines = [const { Vec::new() }; 2];
    for (at, text) in texts.lines().enumerate() {
        let passage = [documents.passage_prompt(), text].concat();
        let found = [documents.embed(&passage).unwrap(), queries.embed_query(text).unwrap()];
        for ((found, expected), cosines) in found.iter().zip(&expected).zip(&mut cosines) {
            cosines.push(found.iter().zip(&expected[at]).map(|(a, b)| a * b).sum::<f32>());
        }
    }
    for ((file, bar), cosines) in files.iter().zip(BARS).zip(&cosines) {
        let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
        let least = cosines.iter().copied().fold(1.0, f32::min);
        println!("{file}: {} texts, mean cosine {mean:.5}, least {least:.5}", cosines.len());
        assert!(cosines.len() >= 2000 && mean >= bar, "{file}: mean cosine {mean}, at least {bar} expected");
    }
}
