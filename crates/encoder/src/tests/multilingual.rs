//! The model of many languages with random weights, which tests of pages load as the fixture `multilingual`.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::path::Path;

use super::models::multilingual::{TOKENIZER, folder, folder_of};
use crate::import::import;
use crate::{EmbedError, Encoder, MODEL_FILE, QUERY_FILE, RowSource, TOKENIZER_FILE, Tokens, word_records};
use docfuse::model::INFO_FILE;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/multilingual");

/// The files of the imported model.
fn files() -> [(&'static str, Vec<u8>); 4] {
    let model = import(&folder()).unwrap();
    let info = serde_json::to_string_pretty(&model.info).unwrap() + "\n";
    [
        (INFO_FILE, info.into_bytes()),
        (MODEL_FILE, model.onnx),
        (QUERY_FILE, model.query.unwrap()),
        (TOKENIZER_FILE, model.tokenizer),
    ]
}

#[test]
fn the_fixture_is_what_the_import_makes() {
    for (name, made) in files() {
        let stored = std::fs::read(Path::new(FIXTURE).join(name)).unwrap();
        assert!(stored == made, "the import makes another {name}: run the ignored test `write_the_fixture`");
    }
}

#[test]
#[ignore = "writes the fixture"]
fn write_the_fixture() {
    std::fs::create_dir_all(FIXTURE).unwrap();
    for (name, made) in files() {
        std::fs::write(Path::new(FIXTURE).join(name), made).unwrap();
    }
}

/// A piece behind the vocabulary has a row of the word table, or is too many.
#[test]
fn added_pieces_need_a_row() {
    let mut json: serde_json::Value = serde_json::from_slice(TOKENIZER).unwrap();
    let pieces = json["model"]["vocab"].as_array().unwrap().len();
    json["added_tokens"].as_array_mut().unwrap().push(serde_json::json!({"id": pieces, "content": "<kbd>",
        "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}));
    let mut folder = folder_of(pieces + 1);
    folder.insert("tokenizer.json", serde_json::to_vec(&json).unwrap());
    let model = import(&folder).unwrap();
    let encoder = Encoder::load(model.onnx, &model.tokenizer, &model.info).unwrap();
    assert!(encoder.query_pieces("press <kbd>").unwrap().contains(&(pieces as u32)));
    assert_ne!(encoder.embed("press <kbd>").unwrap(), encoder.embed("press <pad>").unwrap());
    let mut folder = self::folder();
    folder.insert("tokenizer.json", serde_json::to_vec(&json).unwrap());
    let message = import(&folder).unwrap_err().to_string();
    assert!(message.contains(&format!("below {pieces} expected")), "{message}");
    json["normalizer"] = serde_json::json!({"type": "Lowercase"});
    folder.insert("tokenizer.json", serde_json::to_vec(&json).unwrap());
    let message = import(&folder).unwrap_err().to_string();
    assert!(message.ends_with("Lowercase found"), "{message}");
}

#[test]
fn queries_are_close_to_documents_in_every_script() {
    let model = import(&folder()).unwrap();
    let rows = RowSource::Records(word_records(&model.onnx).unwrap());
    let queries =
        Encoder::load_stored(model.query.clone().unwrap(), rows, &model.tokenizer, &model.info).unwrap();
    let altered = [&model.tokenizer[..], b"x"].concat();
    let error = Encoder::load(model.onnx.clone(), &altered, &model.info).err();
    assert!(matches!(error, Some(EmbedError::Altered { file: "tokenizer.bin", .. })), "{error:?}");
    let documents = Encoder::load(model.onnx, &model.tokenizer, &model.info).unwrap();
    let texts = [
        "Bitte einen Wert",
        "Введите значение",
        "値を入力してください",
        "请输入有效的值",
        "유효한 값",
        "أدخل قيمة",
    ];
    let vectors: Vec<Vec<f32>> = texts.iter().map(|text| documents.embed(text).unwrap()).collect();
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    for (at, text) in texts.iter().enumerate() {
        let query = queries.embed_query(text).unwrap();
        assert!(dot(&query, &vectors[at]) > 0.97, "{text}");
        let nearest =
            (0..texts.len()).max_by(|a, b| dot(&query, &vectors[*a]).total_cmp(&dot(&query, &vectors[*b])));
        assert_eq!(nearest, Some(at), "{text}");
    }
    assert!(Tokens::load(&model.tokenizer, 16).unwrap().count("値を入力").unwrap() > 1);
}
