//! A model of many languages with random weights: unigram pieces, positions as XLM-R has them, no token types. Tests of
//! pages load it as the fixture `multilingual`.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::path::Path;

use safetensors::tensor::Dtype;

use super::tiny;
use crate::embed::import::{ModelFolder, import};
use crate::embed::{
    EmbedError, Encoder, INFO_FILE, MODEL_FILE, QUERY_FILE, RowSource, TOKENIZER_FILE, Tokens, word_records,
};

const TOKENIZER: &[u8] = include_bytes!("../../../tests/fixtures/unigram/tokenizer.json");
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/multilingual");

/// Rows of positions that XLM-R leaves to padding.
const PADDING: usize = 2;

pub fn folder() -> ModelFolder {
    let json: serde_json::Value = serde_json::from_slice(TOKENIZER).unwrap();
    folder_of(json["model"]["vocab"].as_array().unwrap().len())
}

/// The folder with as many rows of words.
fn folder_of(pieces: usize) -> ModelFolder {
    let mut tensors = tiny::tensors();
    let mut resize = |name: &str, rows: usize| {
        let (shape, values) = tensors.get_mut(name).unwrap();
        shape[0] = rows;
        *values = tiny::random(name, rows * tiny::HIDDEN).collect();
    };
    resize("embeddings.word_embeddings.weight", pieces);
    resize("embeddings.position_embeddings.weight", tiny::POSITIONS + PADDING);
    resize("embeddings.token_type_embeddings.weight", 1);
    let mut config = tiny::config();
    config["model_type"] = "xlm-roberta".into();
    config["vocab_size"] = pieces.into();
    config["type_vocab_size"] = 1.into();
    config["max_position_embeddings"] = (tiny::POSITIONS + PADDING).into();
    config["pad_token_id"] = 1.into();
    let mut folder = tiny::folder();
    folder.insert("config.json", serde_json::to_vec(&config).unwrap());
    folder.insert("tokenizer.json", TOKENIZER.to_vec());
    folder.insert("model.safetensors", tiny::safetensors(&tensors, Dtype::F32));
    folder.insert(ModelFolder::README, b"---\nlanguage: multilingual\nlicense: mit\n---\n# tiny\n".to_vec());
    folder
}

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
