use docfuse::format::sha256_hex;
use docfuse_encoder::browser::{BrowserEncoder, BrowserEncoderLoader};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const MODEL: &[u8] = include_bytes!(concat!(env!("DOCFUSE_MODEL"), "/model.onnx"));
const TOKENIZER: &[u8] = include_bytes!(concat!(env!("DOCFUSE_MODEL"), "/tokenizer.bin"));
const INFO: &str = include_str!(concat!(env!("DOCFUSE_MODEL"), "/model.json"));

/// Texts; the f32 model's vectors follow one after another.
const TEXTS: &str = include_str!("../fixtures/embed/reference_texts.json");
const VECTORS: &[u8] = include_bytes!("../fixtures/embed/reference_vectors.f32");

pub fn info() -> JsValue {
    js_sys::JSON::parse(INFO).unwrap()
}

/// Loads the model in two parts, and the tokenizer, as the worker does: in parallel and in chunks.
fn load(model: &[u8], tokenizer: &[u8], info: JsValue) -> Result<BrowserEncoder, JsValue> {
    let (first, second) = model.split_at(model.len() / 3);
    let parts = [first, second, tokenizer];
    let mut loader = BrowserEncoderLoader::new(info, &parts.map(|part| part.len() as u32), false)?;
    for number in 0..parts.len() {
        loader.begin(number)?;
    }
    let mut chunks = parts.map(|part| part.chunks(60_000));
    let mut left = parts.len();
    while left > 0 {
        left = 0;
        for (number, chunks) in chunks.iter_mut().enumerate() {
            if let Some(chunk) = chunks.next() {
                loader.append(number, chunk)?;
                left += 1;
            }
        }
    }
    for (number, part) in parts.iter().enumerate() {
        loader.end(number, &sha256_hex(part), None)?;
    }
    loader.finish()
}

pub fn encoder() -> BrowserEncoder {
    load(MODEL, TOKENIZER, info()).unwrap()
}

#[wasm_bindgen_test]
fn vectors_agree_with_the_reference() {
    let encoder = encoder();
    let texts: Vec<String> = serde_wasm_bindgen::from_value(js_sys::JSON::parse(TEXTS).unwrap()).unwrap();
    let dimensions = encoder.dimensions();
    let reference: Vec<f32> =
        VECTORS.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    assert_eq!(reference.len(), texts.len() * dimensions);
    assert_eq!(texts.len(), 50);
    let mut sum = 0.0;
    for (text, expected) in texts.iter().zip(reference.chunks(dimensions)) {
        let vector = encoder.embed(text).unwrap();
        let cosine: f32 = vector.iter().zip(expected).map(|(a, b)| a * b).sum();
        assert!(cosine >= 0.97, "cosine {cosine} for {text:?}");
        sum += cosine;
    }
    let mean = sum / texts.len() as f32;
    assert!(mean >= 0.993, "mean cosine {mean}");
}

#[wasm_bindgen_test]
fn invalid_encoders_are_errors() {
    let failure = |model: &[u8], tokenizer: &[u8], info: JsValue| {
        told(load(model, tokenizer, info).err().expect("an error"))
    };
    let (code, message) = failure(&MODEL[..1000], TOKENIZER, info());
    assert!(code == "encoder" && message.contains("model"), "{code}: {message}");
    let (code, message) = failure(MODEL, b"{}", info());
    assert!(code == "encoder" && message.contains("tokenizer"), "{code}: {message}");
    let (code, message) = failure(MODEL, TOKENIZER, JsValue::NULL);
    assert!(code == "encoder" && message.contains("model description"), "{code}: {message}");
}

/// Code and message of an error.
fn told(error: JsValue) -> (String, String) {
    let code = js_sys::Reflect::get(&error, &"code".into()).unwrap().as_string().unwrap();
    (code, js_sys::Error::from(error).message().as_string().unwrap())
}

#[wasm_bindgen_test]
fn damaged_parts_are_refused_and_may_be_loaded_again() {
    let mut loader = BrowserEncoderLoader::new(info(), &[4, 0], false).unwrap();
    let mut bring = |content: &[u8]| {
        loader.begin(0)?;
        loader.append(0, content)?;
        let view = loader.content(0)?.to_vec();
        loader.end(0, &sha256_hex(b"part"), (content == b"Part").then(|| sha256_hex(&view)))
    };
    for content in [b"par".as_slice(), b"parts", b"Part"] {
        let (code, _) = told(bring(content).unwrap_err());
        assert_eq!(code, "damaged");
    }
    bring(b"part").unwrap();
    let (code, message) = told(loader.finish().err().expect("the tokenizer is missing"));
    assert!(code == "encoder" && message.contains("part 1"), "{code}: {message}");
}

#[wasm_bindgen_test]
fn refused_memory_has_an_error_code() {
    // Each is below the limit, but ten do not fit into memory.
    let mut loaders = Vec::new();
    let refused = (0..10).find_map(|_| {
        BrowserEncoderLoader::new(info(), &[500 << 20], false).map(|loader| loaders.push(loader)).err()
    });
    let (code, message) = told(refused.expect("4 GiB are all that there is"));
    assert!(code == "encoder-memory" && message.contains("524288000"), "{code}: {message}");
}
