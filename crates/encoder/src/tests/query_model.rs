//! The encoder of queries: its file, and the rows of its word table, which arrive later.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::path::Path;

use prost::Message;

use super::encoder::load;
use super::forward::{dot, forward, gelu};
use super::tiny;
use crate::import::{ImportedModel, import};
use crate::onnx::{EXTERNAL, ModelProto};
use crate::word_pieces::WordPieces;
use crate::{EmbedError, Encoder, Pooling, RowSource, first_rows, word_records};
use docfuse::format::sha256_hex;

const TEXT: &str = "the owner of data, between threads";

/// The model, and the records of its rows.
fn model() -> (ImportedModel, Vec<u8>) {
    let model = import(&tiny::folder()).unwrap();
    let records = word_records(&model.onnx).unwrap();
    (model, records)
}

fn open(model: &ImportedModel, rows: RowSource) -> Result<Encoder, EmbedError> {
    Encoder::load_stored(model.query.clone().unwrap(), rows, &model.tokenizer, &model.info)
}

/// Bytes of a record: two codes in a byte, and one scale for all 32 numbers.
const RECORD: usize = tiny::HIDDEN / 2 + 2;

#[test]
fn queries_are_close_to_the_f32_model_and_to_documents() {
    let (model, records) = model();
    assert_eq!(records.len(), tiny::vocabulary().len() * RECORD);
    let query = open(&model, RowSource::Records(records)).unwrap();
    let documents = load(&model);
    let tokens = WordPieces::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap();
    for text in ["", TEXT, "42 ?", &"share the data of the owner ".repeat(20)] {
        let vector = query.embed_query(text).unwrap();
        let expected = forward(&tiny::tensors(), &tokens.ids(text).unwrap(), Pooling::Mean, gelu);
        let cosine = dot(&vector, &expected);
        assert!(cosine > 0.97, "{cosine} for {text:?}");
        assert!(dot(&vector, &documents.embed(text).unwrap()) > 0.97);
    }
}

#[test]
fn few_codes_occur_and_the_word_table_is_in_the_other_file() {
    let (model, _) = model();
    let query = model.query.clone().unwrap();
    assert_eq!(model.info.query_sha256, Some(sha256_hex(&query)));
    assert!(query.len() < model.onnx.len());
    let graph = ModelProto::decode(query.as_slice()).unwrap().graph.unwrap();
    let full = ModelProto::decode(model.onnx.as_slice()).unwrap().graph.unwrap();
    for tensor in &graph.initializer {
        let same = full.initializer.iter().find(|other| other.name == tensor.name).unwrap();
        assert_eq!(same.dims, tensor.dims, "{}", tensor.name);
        if tensor.name.starts_with("words.") {
            assert_eq!((tensor.data_location, tensor.raw_data.len()), (EXTERNAL, 0));
            let entry = |key: &str| {
                let entry = tensor.external_data.iter().find(|entry| entry.key == key).unwrap();
                entry.value.clone()
            };
            assert_eq!(entry("location"), "model.onnx");
            let [offset, length] = ["offset", "length"].map(|key| entry(key).parse::<usize>().unwrap());
            assert_eq!(&model.onnx[offset..offset + length], &same.raw_data[..], "{}", tensor.name);
        } else if tensor.name.ends_with(".codes") {
            let largest = tensor.raw_data.iter().map(|byte| byte.cast_signed().unsigned_abs()).max();
            assert!(largest.is_some_and(|largest| (4..32).contains(&largest)), "{largest:?}");
        }
    }
}

#[test]
fn rows_that_are_missing_are_named_and_can_be_supplied() {
    let (model, records) = model();
    let all = open(&model, RowSource::Records(records.clone())).unwrap();
    let ids = all.query_pieces(TEXT).unwrap();
    let few = |ids: &[u32]| RowSource::First(first_rows(&records, RECORD, ids));
    let mut encoder = open(&model, few(&[0, 2, 3])).unwrap();
    let mut missing: Vec<u32> = ids.iter().copied().filter(|id| ![2, 3].contains(id)).collect();
    missing.sort_unstable();
    missing.dedup();
    assert_eq!(encoder.missing_rows(TEXT, TEXT).unwrap(), missing);
    let error = encoder.embed_query(TEXT).unwrap_err();
    assert!(matches!(error, EmbedError::Rows { .. }), "{error}");
    assert!(encoder.missing_rows("", "").unwrap().is_empty());
    assert_eq!(encoder.embed_query("").unwrap(), all.embed_query("").unwrap());
    for &id in &missing {
        let record = &records[id as usize * RECORD..][..RECORD];
        let short = encoder.supply_row(id, &record[1..]).unwrap_err();
        assert!(matches!(short, EmbedError::Rows { .. }), "{short}");
        encoder.supply_row(id, record).unwrap();
        // A second copy changes nothing.
        encoder.supply_row(id, &[0; RECORD]).unwrap();
    }
    let beyond = encoder.supply_row(tiny::vocabulary().len() as u32, &[0; RECORD]).unwrap_err();
    assert!(matches!(beyond, EmbedError::Rows { .. }), "{beyond}");
    assert!(encoder.missing_rows(TEXT, TEXT).unwrap().is_empty());
    assert_eq!(encoder.embed_query(TEXT).unwrap(), all.embed_query(TEXT).unwrap(), "the same bits");
    // Corrections count.
    assert_eq!(encoder.missing_rows("Thraed", "thread").unwrap(), Vec::<u32>::new());
    assert_ne!(encoder.missing_rows("Thraed", "Thraed").unwrap(), Vec::<u32>::new());
}

#[test]
fn damaged_rows_are_errors() {
    let (model, records) = model();
    let refused = |rows: RowSource, expected: &str| {
        let error = open(&model, rows).err().unwrap();
        assert!(matches!(error, EmbedError::Rows { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{expected:?} not in {error}");
    };
    refused(RowSource::Inside, "records expected, none found");
    refused(RowSource::Records(records[1..].to_vec()), "bytes of all rows");
    refused(RowSource::Records(Vec::new()), "bytes of all rows");
    let first = first_rows(&records, RECORD, &[0, 2, 7]);
    for cut in 0..first.len() {
        assert!(open(&model, RowSource::First(first[..cut].to_vec())).is_err(), "{cut}");
    }
    let mut twice = first.clone();
    twice[2] = 0;
    refused(RowSource::First(twice), "rising ids");
    let mut beyond = first.clone();
    beyond[3] = 127;
    refused(RowSource::First(beyond), "rising ids");
    let mut many = first;
    many[0] = 127;
    refused(RowSource::First(many), "number of first rows");
    let mut query = model.query.clone().unwrap();
    query[100] ^= 1;
    let altered = Encoder::load_stored(query, RowSource::Records(records), &model.tokenizer, &model.info);
    assert!(matches!(altered.err(), Some(EmbedError::Altered { file: "query.onnx", .. })));
}

/// What the tests of the command and in wasm and the fuzzer read: the folder of the model, the records of its rows, and
/// vectors as the bits of their numbers.
#[test]
fn the_stored_model_is_that_of_the_import() {
    let (model, records) = model();
    let encoder = open(&model, RowSource::Records(records.clone())).unwrap();
    let vectors: Vec<(&str, Vec<u32>)> = [TEXT, "", "who shares data? 7", "漢字"]
        .into_iter()
        .map(|text| {
            let vector = encoder.embed_query(text).unwrap();
            (text, vector.into_iter().map(f32::to_bits).collect())
        })
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/encoder");
    let stored = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, content).unwrap();
        }
        std::fs::read(&path).unwrap_or_default()
    };
    for (name, content) in [
        ("model.onnx", model.onnx),
        ("query.onnx", model.query.unwrap()),
        ("rows.bin", records.clone()),
        ("first.bin", first_rows(&records, RECORD, &[0, 1, 2, 3, 80])),
        ("tokenizer.bin", model.tokenizer),
        ("model.json", serde_json::to_vec_pretty(&model.info).unwrap()),
    ] {
        let found = stored(name, &content);
        assert!(found == content, "{name} differs; run UPDATE_GENERATED=1 cargo test --lib query_model");
    }
    let known: Vec<(String, Vec<u32>)> =
        serde_json::from_slice(&stored("vectors.json", &serde_json::to_vec(&vectors).unwrap())).unwrap();
    assert_eq!(known.len(), vectors.len());
    for ((text, found), (known_text, known)) in vectors.iter().zip(&known) {
        assert_eq!((*text, found), (known_text.as_str(), known));
    }
}
