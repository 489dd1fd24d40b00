use docfuse::format::sha256_hex;
use docfuse_encoder::browser::{BrowserCrossEncoder, BrowserEncoderLoader};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const MODEL: &[u8] = include_bytes!("../fixtures/cross_encoder/model.onnx");
const TOKENIZER: &[u8] = include_bytes!("../fixtures/cross_encoder/tokenizer.bin");
const INFO: &str = include_str!("../fixtures/cross_encoder/model.json");

/// Queries, texts, and the bits of the scores that native code gives.
const SCORES: &str = include_str!("../fixtures/cross_encoder/scores.json");

fn loader() -> BrowserEncoderLoader {
    let info = js_sys::JSON::parse(INFO).unwrap();
    let parts = [MODEL, TOKENIZER];
    let mut loader = BrowserEncoderLoader::new(info, &parts.map(|part| part.len() as u32), false).unwrap();
    for (number, part) in parts.iter().enumerate() {
        loader.begin(number).unwrap();
        loader.append(number, part).unwrap();
        loader.end(number, &sha256_hex(part), None).unwrap();
    }
    loader
}

pub fn cross_encoder() -> BrowserCrossEncoder {
    loader().finish_cross_encoder().unwrap()
}

#[wasm_bindgen_test]
fn scores_have_the_bits_of_native_code() {
    let encoder = cross_encoder();
    let scores: Vec<(String, String, u32)> =
        serde_wasm_bindgen::from_value(js_sys::JSON::parse(SCORES).unwrap()).unwrap();
    assert_eq!(scores.len(), 10);
    for (query, text, expected) in scores {
        let score = encoder.score(&query, "", "", &text).unwrap();
        assert_eq!(score.to_bits(), expected, "{score} for {query:?} and {text:?}");
    }
}

#[wasm_bindgen_test]
fn a_cross_encoder_is_no_encoder() {
    let error: JsValue = loader().finish().err().expect("an error");
    let message = js_sys::Error::from(error).message().as_string().unwrap();
    assert!(message.starts_with("a sentence encoder expected, found a cross-encoder"), "{message}");
}
