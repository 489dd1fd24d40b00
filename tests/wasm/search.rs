use docfuse::browser::SearchIndex;
use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::encoder::encoder;
use crate::golden::{FILES, MANIFEST};

fn get(value: &JsValue, key: &str) -> JsValue {
    Reflect::get(value, &key.into()).unwrap()
}

fn request(text: &str, mode: &str) -> JsValue {
    let request = Object::new();
    for (key, value) in [("text", JsValue::from(text)), ("mode", mode.into()), ("limit", 5.into())] {
        Reflect::set(&request, &key.into(), &value).unwrap();
    }
    request.into()
}

fn index() -> SearchIndex {
    SearchIndex::new(js_sys::JSON::parse(MANIFEST).unwrap()).unwrap()
}

/// Drives a query as the worker does. `broken` names the kind of file that arrives damaged.
fn ask(index: &mut SearchIndex, text: &str, mode: &str, vector: Option<&[f32]>, broken: &str) -> JsValue {
    for _ in 0..4 {
        let reply = index.query(request(text, mode), vector.map(<[f32]>::to_vec)).unwrap();
        let need = get(&reply, "need");
        if need.is_undefined() {
            return get(&reply, "answer");
        }
        for file in js_sys::Array::from(&need) {
            let name = get(&file, "name").as_string().unwrap();
            let (_, bytes) =
                FILES.iter().find(|(known, _)| *known == name).expect("a file of the golden index");
            let raw = gunzip(bytes);
            if !broken.is_empty() && name.starts_with(broken) {
                let error = index.supply(&name, raw[1..].to_vec()).expect_err("damage is an error");
                assert_eq!(get(&error, "code"), "damaged");
                assert_eq!(get(&error, "file"), JsValue::from(name));
            } else {
                index.supply(&name, raw).unwrap();
            }
        }
    }
    panic!("no answer after four rounds")
}

/// Opens what the build stored as gzip; in a page, DecompressionStream does.
fn gunzip(stored: &[u8]) -> Vec<u8> {
    if !stored.starts_with(&[0x1f, 0x8b]) {
        return stored.to_vec();
    }
    let mut raw = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(stored), &mut raw).unwrap();
    raw
}

fn urls(answer: &JsValue) -> Vec<String> {
    js_sys::Array::from(&get(answer, "hits"))
        .iter()
        .map(|hit| get(&hit, "url").as_string().unwrap())
        .collect()
}

#[wasm_bindgen_test]
fn words_find_sections() {
    let mut index = index();
    let answer = ask(&mut index, "Arc::new", "lexical", None, "");
    assert_eq!(urls(&answer)[0], "threads.html#sharing");
    assert!(get(&answer, "degraded").is_null());
    let hit = js_sys::Array::from(&get(&answer, "hits")).get(0);
    assert_eq!(get(&hit, "title"), "Threads");
    let excerpt = get(&hit, "excerpt").as_string().unwrap();
    let mark = js_sys::Array::from(&js_sys::Array::from(&get(&hit, "highlights")).get(0));
    let (from, to) = (mark.get(0).as_f64().unwrap() as usize, mark.get(1).as_f64().unwrap() as usize);
    assert_eq!(&excerpt[from..to], "Arc::new");
}

#[wasm_bindgen_test]
fn meaning_finds_sections_with_the_real_encoder() {
    let encoder = encoder();
    let mut index = index();
    let text = "passing messages between workers";
    let vector = encoder.embed(text).unwrap();
    for mode in ["dense", "hybrid"] {
        let answer = ask(&mut index, text, mode, Some(&vector), "");
        assert_eq!(urls(&answer)[0], "threads.html#channels", "{mode}");
        assert!(get(&answer, "degraded").is_null());
    }
}

#[wasm_bindgen_test]
fn one_side_answers_for_the_other() {
    let vector = encoder().embed("owner of a value").unwrap();
    for (broken, retriever) in [("lexical", "lexical"), ("dense", "dense")] {
        let mut index = index();
        let answer = ask(&mut index, "owner of a value", "hybrid", Some(&vector), broken);
        assert_eq!(urls(&answer)[0], "ownership.html#ownership", "{broken}");
        let problem = js_sys::Array::from(&get(&answer, "degraded")).get(0);
        assert_eq!(get(&problem, "retriever"), retriever);
        assert!(get(&problem, "file").as_string().unwrap().starts_with(broken));
        index.forget_failures();
        let answer = ask(&mut index, "owner of a value", "hybrid", Some(&vector), "");
        assert!(get(&answer, "degraded").is_null(), "a second try heals");
    }
}

#[wasm_bindgen_test]
fn without_a_vector_the_answer_says_why() {
    let mut index = index();
    index.encoder_unavailable("loading".into(), "the encoder is loading".into());
    let answer = ask(&mut index, "threads", "hybrid", None, "");
    assert!(!urls(&answer).is_empty());
    let problem = js_sys::Array::from(&get(&answer, "degraded")).get(0);
    assert_eq!(get(&problem, "code"), "loading");
}

#[wasm_bindgen_test]
fn what_is_not_an_index_is_an_error() {
    for manifest in [JsValue::NULL, Object::new().into(), "text".into()] {
        let error = SearchIndex::new(manifest).err().expect("an error");
        assert_eq!(get(&error, "code"), "manifest");
    }
    let error = index().query(JsValue::NULL, None).expect_err("an error");
    assert_eq!(get(&error, "code"), "request");
}
