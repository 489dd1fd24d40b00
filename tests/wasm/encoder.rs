use docfuse::browser::BrowserEncoder;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const MODEL: &[u8] = include_bytes!(concat!(env!("DOCFUSE_MODEL"), "/model.onnx"));
const TOKENIZER: &[u8] = include_bytes!(concat!(env!("DOCFUSE_MODEL"), "/tokenizer.json"));
const INFO: &str = include_str!(concat!(env!("DOCFUSE_MODEL"), "/model.json"));

/// Texts and the f32 model's vectors of them, one after another.
const TEXTS: &str = include_str!("../fixtures/embed/reference_texts.json");
const VECTORS: &[u8] = include_bytes!("../fixtures/embed/reference_vectors.f32");

pub fn info() -> JsValue {
    js_sys::JSON::parse(INFO).unwrap()
}

pub fn encoder() -> BrowserEncoder {
    BrowserEncoder::new(MODEL, TOKENIZER, info()).unwrap()
}

#[wasm_bindgen_test]
fn vectors_are_those_of_the_reference() {
    let encoder = encoder();
    let texts: Vec<String> = serde_wasm_bindgen::from_value(js_sys::JSON::parse(TEXTS).unwrap()).unwrap();
    let dimensions = encoder.dimensions();
    let reference: Vec<f32> =
        VECTORS.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    assert_eq!(reference.len(), texts.len() * dimensions);
    assert_eq!(texts.len(), 50);
    for (text, expected) in texts.iter().zip(reference.chunks(dimensions)) {
        let vector = encoder.embed(text).unwrap();
        let cosine: f32 = vector.iter().zip(expected).map(|(a, b)| a * b).sum();
        assert!(cosine >= 0.999, "cosine {cosine} for {text:?}");
    }
}

#[wasm_bindgen_test]
fn a_damaged_encoder_is_an_error() {
    let message = |model: &[u8], tokenizer: &[u8], info: JsValue| {
        let error = BrowserEncoder::new(model, tokenizer, info).err().expect("an error");
        js_sys::Error::from(error).message().as_string().unwrap()
    };
    assert!(message(&MODEL[..1000], TOKENIZER, info()).contains("model.onnx"));
    assert!(message(MODEL, b"{}", info()).contains("tokenizer.json"));
    assert!(message(MODEL, TOKENIZER, JsValue::NULL).contains("model description"));
}
