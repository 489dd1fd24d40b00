//! Importing, loading and running a cross-encoder.

#![allow(
    clippy::disallowed_methods,
    reason = "compares a model of the repository with what the import writes"
)]

use std::path::Path;

use safetensors::tensor::Dtype;
use serde_json::json;

use super::forward::relevance;
use super::tiny;
use crate::import::{ImportedModel, import};
use crate::word_pieces::WordPieces;
use crate::{CrossEncoder, EmbedError, Encoder, ModelKind};

fn imported() -> ImportedModel {
    import(&tiny::cross_encoder_folder()).unwrap()
}

fn load(model: &ImportedModel) -> Result<CrossEncoder, EmbedError> {
    CrossEncoder::load(model.onnx.clone(), &model.tokenizer, &model.info)
}

/// Queries and texts.
fn pairs() -> Vec<(String, String)> {
    let long = "share the data of the owner between threads ".repeat(20);
    let pairs = [
        ("thread", "threads share data"),
        ("who is the owner", "the ownership of data, between threads (7)"),
        ("the owner of data?", "thread. thread: thread!"),
        ("漢字", "a text of 42 words, é"),
        ("data", ""),
        ("", "data"),
        ("", ""),
        ("data of the owner", &long),
        (&long, "data of the owner"),
        (&long, &long),
    ];
    pairs.map(|(query, text)| (query.to_owned(), text.to_owned())).into()
}

#[test]
fn scores_agree_with_the_f32_model() {
    let model = imported();
    assert_eq!((model.info.kind, model.info.dimensions), (ModelKind::CrossEncoder, 1));
    assert_eq!((model.info.name.as_str(), model.info.max_tokens), ("tiny-cross-encoder", tiny::POSITIONS));
    let encoder = load(&model).unwrap();
    let tokens = WordPieces::load(&model.tokenizer, model.info.max_tokens).unwrap();
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    for (query, text) in pairs() {
        let (ids, types) = tokens.pair(&query, &text).unwrap();
        found.push(encoder.score(&query, &[&text]).unwrap());
        expected.push(relevance(&tiny::cross_encoder_tensors(), &ids, &types));
    }
    let span = expected.iter().fold(0f32, |span, score| span.max((score - expected[0]).abs()));
    assert!(span > 1.0, "different pairs have different scores: {expected:?}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 0.1 * span, "{found}, not {expected} of a span of {span}");
    }
}

#[test]
fn pairs_are_truncated_text_before_query() {
    let model = imported();
    let tokens = WordPieces::load(&model.tokenizer, 16).unwrap();
    let long = "data ".repeat(100);
    for (query, text, of_query, of_text) in [
        ("data", "owner owner", 3, 3),
        ("data", long.as_str(), 3, 13),
        (&long, "owner owner", 8, 3),
        (&long, &long, 8, 8),
        ("", &long, 2, 14),
        (&long, "", 8, 1),
    ] {
        let (ids, types) = tokens.pair(query, text).unwrap();
        let count = |kind| types.iter().filter(|found| **found == kind).count();
        assert_eq!((count(0), count(1)), (of_query, of_text), "{types:?}");
        assert!(ids.len() <= 16 && ids[0] == 2 && ids.last() == Some(&3), "{ids:?}");
        assert!(types.is_sorted());
    }
}

#[test]
fn the_text_and_its_side_count() {
    let encoder = load(&imported()).unwrap();
    let score = |query, text| encoder.score(query, &[text]).unwrap();
    assert_eq!(score("owner", "share data"), score("owner", "share  data"));
    assert_ne!(score("owner", "share data"), score("owner", "share thread"));
    assert_ne!(score("owner", "share data"), score("share data", "owner"), "types tell them apart");
    let lines = encoder.score("owner", &["share", "", "data", "data", "thread"]).unwrap();
    assert_eq!(lines, score("owner", "share\ndata\nthread"));
}

#[test]
fn models_of_the_other_kind_are_refused() {
    let model = imported();
    let error = Encoder::load(model.onnx, &model.tokenizer, &model.info).err().unwrap().to_string();
    assert!(error.starts_with("a sentence encoder expected, found a cross-encoder"), "{error}");
    let mut model = import(&tiny::folder()).unwrap();
    let error = load(&model).err().unwrap().to_string();
    assert!(error.starts_with("a cross-encoder expected, found a sentence encoder"), "{error}");
    model.info.kind = ModelKind::CrossEncoder;
    let error = load(&model).err().unwrap();
    assert!(matches!(error, EmbedError::Signature { what: "inputs", .. }), "{error}");
    let mut altered = imported();
    altered.onnx[5000] ^= 1;
    let error = load(&altered).err().unwrap();
    assert!(matches!(error, EmbedError::Altered { file: "model.onnx", .. }), "{error}");
    let mut wide = imported();
    wide.info.dimensions = 2;
    let error = load(&wide).err().unwrap();
    assert!(matches!(error, EmbedError::Signature { what: "output", .. }), "{error}");
}

#[test]
fn scores_that_are_not_finite_are_errors() {
    let mut tensors = tiny::cross_encoder_tensors();
    tensors.get_mut("classifier.weight").unwrap().1.fill(f32::MAX);
    let tensors = tensors.into_iter().map(|(name, tensor)| (tiny::classifier_name(&name), tensor)).collect();
    let mut folder = tiny::cross_encoder_folder();
    folder.insert("model.safetensors", tiny::safetensors(&tensors, Dtype::F32));
    let encoder = load(&import(&folder).unwrap()).unwrap();
    let error = encoder.score("data", &["owner"]).unwrap_err();
    assert!(matches!(error, EmbedError::NoScore { .. }), "{error}");
}

/// One changed key of config.json, and what the error must contain.
#[test]
fn errors_name_unsupported_classifiers() {
    let bad = |key: &str, value: serde_json::Value, expected: &str| {
        let mut config = tiny::config();
        config["architectures"] = json!(["BertForSequenceClassification"]);
        config[key] = value;
        let mut folder = tiny::cross_encoder_folder();
        folder.insert("config.json", serde_json::to_vec(&config).unwrap());
        let error = import(&folder).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    bad("id2label", json!({"0": "NO", "1": "YES"}), "id2label: one label, as cross-encoders have expected");
    bad("type_vocab_size", 1.into(), "type_vocab_size: 2 or more for a cross-encoder expected, found 1");
    bad("architectures", json!(["BertModel"]), "modules.json expected");
    bad(
        "architectures",
        json!(["XLMRobertaForSequenceClassification"]),
        "architectures: \"BertForSequenceClassification\" of a cross-encoder expected, found \"XLMRobertaFor",
    );
    let mut folder = tiny::cross_encoder_folder();
    folder.insert(
        "tokenizer.json",
        include_bytes!("../../../../tests/fixtures/unigram/tokenizer.json").to_vec(),
    );
    let error = import(&folder).unwrap_err().to_string();
    assert!(error.contains("\"WordPiece\" of a cross-encoder expected, found \"Unigram\""), "{error}");
    let mut folder = tiny::cross_encoder_folder();
    folder.insert("model.safetensors", tiny::safetensors(&tiny::tensors(), Dtype::F32));
    let error = import(&folder).unwrap_err().to_string();
    assert!(error.contains("pooler.dense.weight expected"), "{error}");
}

/// The stored model is this one, and its scores are the same bits here and in the browser, which `tests/wasm` checks. To
/// write it anew: `UPDATE_GENERATED=1 cargo test --lib cross_encoder`.
#[test]
fn the_stored_model_has_these_scores() {
    let model = imported();
    let encoder = load(&model).unwrap();
    let scores: Vec<(String, String, u32)> = pairs()
        .into_iter()
        .map(|(query, text)| {
            let score = encoder.score(&query, &[&text]).unwrap();
            (query, text, score.to_bits())
        })
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/cross_encoder");
    for (name, content) in [
        ("model.onnx", model.onnx),
        ("tokenizer.bin", model.tokenizer),
        ("model.json", serde_json::to_vec_pretty(&model.info).unwrap()),
        ("scores.json", serde_json::to_vec_pretty(&scores).unwrap()),
    ] {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &content).unwrap();
        }
        let found = std::fs::read(&path).unwrap_or_default();
        assert!(found == content, "{name} differs; run UPDATE_GENERATED=1 cargo test --lib cross_encoder");
    }
}
