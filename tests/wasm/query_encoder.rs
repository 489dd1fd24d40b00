//! The encoder of queries of a tiny model, whose rows arrive when a query needs them.

use docfuse::format::sha256_hex;
use docfuse_encoder::browser::{BrowserEncoder, BrowserEncoderLoader};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const MODEL: &[u8] = include_bytes!("../fixtures/encoder/query.onnx");
const FIRST: &[u8] = include_bytes!("../fixtures/encoder/first.bin");
const ROWS: &[u8] = include_bytes!("../fixtures/encoder/rows.bin");
const TOKENIZER: &[u8] = include_bytes!("../fixtures/encoder/tokenizer.bin");
const INFO: &str = include_str!("../fixtures/encoder/model.json");
/// Texts, and the bits of the vectors that native code gives.
const VECTORS: &str = include_str!("../fixtures/encoder/vectors.json");

/// Bytes of a row's record: 32 codes and a scale.
const RECORD: usize = 18;

fn load(first: &[u8]) -> Result<BrowserEncoder, JsValue> {
    let info = js_sys::JSON::parse(INFO).unwrap();
    let parts = [MODEL, first, TOKENIZER];
    let mut loader = BrowserEncoderLoader::new(info, &parts.map(|part| part.len() as u32), true)?;
    for (number, part) in parts.iter().enumerate() {
        loader.begin(number)?;
        loader.append(number, part)?;
        loader.end(number, &sha256_hex(part), None)?;
    }
    loader.finish()
}

#[wasm_bindgen_test]
fn vectors_are_those_of_native_code_once_their_rows_are_there() {
    let mut encoder = load(FIRST).unwrap();
    let vectors: Vec<(String, Vec<u32>)> =
        serde_wasm_bindgen::from_value(js_sys::JSON::parse(VECTORS).unwrap()).unwrap();
    assert_eq!(vectors.len(), 4);
    let mut supplied = 0;
    for (text, expected) in vectors {
        let missing = encoder.missing_rows(&text, &text).unwrap();
        if !missing.is_empty() {
            let error: JsValue = encoder.embed(&text).unwrap_err();
            let message = js_sys::Error::from(error).message().as_string().unwrap();
            assert!(message.contains("rows of the query's word pieces"), "{message}");
        }
        for id in missing {
            let record = &ROWS[id as usize * RECORD..][..RECORD];
            assert!(encoder.supply_row(id, &record[1..]).is_err());
            encoder.supply_row(id, record).unwrap();
            supplied += 1;
        }
        let found = encoder.embed(&text).unwrap();
        let found: Vec<u32> = found.into_iter().map(f32::to_bits).collect();
        assert_eq!(found, expected, "{text:?}");
    }
    assert!(supplied > 5, "{supplied}");
}

#[wasm_bindgen_test]
fn damaged_first_rows_are_errors() {
    for first in [&FIRST[..FIRST.len() - 1], &FIRST[1..], b"\xff\xff\xff\xff\x0f"] {
        let error: JsValue = load(first).err().expect("an error");
        let message = js_sys::Error::from(error).message().as_string().unwrap();
        assert!(message.contains("the encoder's word rows"), "{message}");
    }
}
