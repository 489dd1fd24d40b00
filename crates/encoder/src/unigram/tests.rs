#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::path::Path;

use serde_json::json;
use tokenizers::Tokenizer;

use super::json::pack;
use super::layout::{Parts, Prefix, STRIPS_RIGHT, Special, Template, write};
use super::*;

/// 1,000 pieces in thirteen scripts, and a hundred rules, by SentencePiece; `tests/scripts/pieces.py` made it.
const JSON: &[u8] = include_bytes!("../../../../tests/fixtures/unigram/tokenizer.json");

const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "Bitte einen gültigen Wert eingeben.",
    "Введите правильное значение",
    "أدخل قيمة صحيحة",
    "正しい値を入力してください。 もう一度",
    "请输入有效的值",
    "유효한 값을 입력하세요",
    "โปรดป้อนค่าที่ถูกต้อง",
    "Ｆｕｌｌ　ｗｉｄｔｈ and ﬁne™ x²",
    "e\u{301}te\u{301}, カ\u{3099}",
    "two  spaces   and\ttab\nline \r\n end  ",
    "a<s>b </s>  <unk><s",
    "▁▁marks ▁of words",
    "\u{200b}\u{1}",
    "\u{1f600}\u{1f600} unknown \u{e000}\u{e001}x\u{e000}",
    "👩‍👩‍👧 🇩🇪",
];

fn ours(json: &[u8]) -> Unigram {
    Unigram::load(&pack(json).unwrap().expect("a unigram model"), 10_000).unwrap()
}

fn theirs(tokenizer: &Tokenizer, text: &str) -> Vec<u32> {
    tokenizer.encode(text, false).unwrap().get_ids().to_vec()
}

fn found(tokens: &Unigram, text: &str) -> Vec<u32> {
    tokens.encode(text).iter().map(|piece| piece.id).collect()
}

#[test]
fn pieces_are_those_of_the_tokenizers_crate() {
    let (ours, crates) = (ours(JSON), Tokenizer::from_bytes(JSON).unwrap());
    for text in TEXTS {
        assert_eq!(found(&ours, text), theirs(&crates, text), "{text:?}");
        let whole = crates.encode(text.trim_start(), true).unwrap();
        assert_eq!(ours.ids(text).unwrap(), whole.get_ids(), "{text:?}");
    }
}

/// A step of tokenizer.json, its value, and a text on which it matters.
#[test]
fn other_splits_are_those_of_the_tokenizers_crate() {
    let space = serde_json::json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": true});
    let mut never = space.clone();
    never["prepend_scheme"] = "never".into();
    let mut whole = space.clone();
    whole["split"] = false.into();
    let old = serde_json::json!({"type": "Metaspace", "replacement": "▁", "add_prefix_space": true});
    let both = serde_json::json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, old]});
    for pre_tokenizer in [space, never, whole, old, both] {
        let mut json: serde_json::Value = serde_json::from_slice(JSON).unwrap();
        json["pre_tokenizer"] = pre_tokenizer.clone();
        let json = serde_json::to_vec(&json).unwrap();
        let (ours, crates) = (ours(&json), Tokenizer::from_bytes(&json).unwrap());
        for text in TEXTS {
            assert_eq!(found(&ours, text), theirs(&crates, text), "{text:?}, {pre_tokenizer}");
        }
    }
}

/// A tokenizer.json with other values at these places. Where the fixture has none, it is added.
fn changed(changes: &[(&str, serde_json::Value)]) -> Vec<u8> {
    let mut json: serde_json::Value = serde_json::from_slice(JSON).unwrap();
    for (name, value) in changes {
        json[*name] = value.clone();
    }
    serde_json::to_vec(&json).unwrap()
}

fn assert_same(json: &[u8], texts: &[&str], what: &dyn std::fmt::Display) {
    let (ours, crates) = (ours(json), Tokenizer::from_bytes(json).unwrap());
    for text in texts.iter().chain(TEXTS) {
        assert_eq!(found(&ours, text), theirs(&crates, text), "{text:?}, {what}");
    }
}

/// The steps of `SpmConverter` in transformers, with and without a split at white space.
#[test]
fn normalizers_of_later_conversions_are_those_of_the_tokenizers_crate() {
    let own: serde_json::Value = serde_json::from_slice(JSON).unwrap();
    let map = own["normalizer"]["normalizers"][0].clone();
    assert_eq!(map["type"], "Precompiled");
    let strip = json!({"type": "Strip", "strip_left": false, "strip_right": true});
    let replace = json!({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"});
    let metaspace =
        json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true});
    let both = json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace]});
    let texts =
        ["a  ", "  a", "a \t\u{3000} ", "a  ▁ b", "▁  b", "a   b  c ", "a  <s>  b ", "a  <s>", "   ", "a ▁"];
    for steps in [vec![&map, &strip, &replace], vec![&strip, &replace], vec![&map, &replace], vec![&strip]] {
        for pre_tokenizer in [&metaspace, &both] {
            let normalizer = json!({"type": "Sequence", "normalizers": steps});
            let json = changed(&[("normalizer", normalizer), ("pre_tokenizer", pre_tokenizer.clone())]);
            assert_same(&json, &texts, pre_tokenizer);
        }
    }
}

/// Pieces that are there twice, and added ones behind the vocabulary.
#[test]
fn odd_vocabularies_are_those_of_the_tokenizers_crate() {
    let own: serde_json::Value = serde_json::from_slice(JSON).unwrap();
    let mut model = own["model"].clone();
    let vocabulary = model["vocab"].as_array_mut().unwrap();
    let twice = vocabulary.iter().find(|piece| piece[0] == "ng").unwrap().clone();
    let count = vocabulary.len() + 2;
    vocabulary.extend([json!([twice[0], -30.0]), json!([twice[0], -0.5])]);
    let added = |id: usize, content: &str, strip: bool, normalized: bool| {
        json!({"id": id, "content": content, "single_word": false, "lstrip": strip, "rstrip": strip,
            "normalized": normalized, "special": !normalized})
    };
    let mut all = own["added_tokens"].as_array().unwrap().clone();
    // The file may have other ids than the crate gives.
    all.extend([
        added(count, "<kbd>", false, false),
        added(count + 5, "ﬁne", false, true),
        added(count + 2, "val", false, true),
        added(count + 3, "value", true, true),
    ]);
    let strip = json!({"type": "Strip", "strip_left": false, "strip_right": true});
    let normalizer = json!({"type": "Sequence", "normalizers": [own["normalizer"]["normalizers"][0], strip]});
    let texts = [
        "king long ng",
        "press <kbd>a</kbd> <kbd>",
        "a fine valve of value  value values, ｖａｌｕｅ ﬁne",
        "a  value",
        "value",
        "a  fine ",
    ];
    for normalizer in [own["normalizer"].clone(), normalizer] {
        let changes =
            [("model", model.clone()), ("added_tokens", all.clone().into()), ("normalizer", normalizer)];
        let json = changed(&changes);
        assert_same(&json, &texts, &changes[2].1);
        assert_eq!(ours(&json).vocabulary(), count + 3);
        assert!(!ours(&json).knows("<kbd>").unwrap());
    }
}

/// 2,000 sentences and more in thirteen scripts, and the 250,002 pieces of multilingual-e5-small.
#[test]
#[ignore = "needs the files that tests/scripts/pieces.py makes"]
fn unigram_pieces_of_many_scripts() {
    let folder = std::env::var("DOCFUSE_PIECES").expect("DOCFUSE_PIECES names the folder of pieces.py");
    let read = |name: &str| std::fs::read(Path::new(&folder).join(name)).unwrap();
    let json = read("large.json");
    let (ours, crates) = (ours(&json), Tokenizer::from_bytes(&json).unwrap());
    let sentences = String::from_utf8(read("sentences.txt")).unwrap();
    let other: Vec<&str> =
        sentences.lines().filter(|text| found(&ours, text) != theirs(&crates, text)).collect();
    assert!(sentences.lines().count() >= 2000);
    assert!(other.is_empty(), "{} of {}: {other:#?}", other.len(), sentences.lines().count());
}

#[test]
fn pieces_know_their_places() {
    let tokens = ours(JSON);
    let text = "Введите  値を入力。ﬁn\nend";
    let pieces = tokens.pieces(text).unwrap();
    let mut last = 0;
    for piece in &pieces {
        assert!(text.is_char_boundary(piece.bytes.start) && text.is_char_boundary(piece.bytes.end));
        assert!(piece.bytes.start >= last || !piece.starts_word, "{piece:?}");
        last = last.max(piece.bytes.end);
    }
    let words: Vec<&str> =
        pieces.iter().filter(|piece| piece.starts_word).map(|piece| &text[piece.bytes.clone()]).collect();
    assert!(words.contains(&"e") || words.contains(&"en") || words.contains(&"end"), "{words:?}");
    assert_eq!(last, text.len());
    assert_eq!(tokens.count(text).unwrap(), pieces.len());
}

#[test]
fn long_texts_are_cut_before_white_space() {
    let tokens = ours(JSON);
    let text = "слово ".repeat(30_000);
    let text = text.trim_end();
    let pieces = tokens.pieces(text).unwrap();
    assert_eq!(pieces.len(), 30_000 * tokens.pieces("слово").unwrap().len());
    assert!(tokens.ids(text).unwrap().len() == 10_000);
}

#[test]
fn what_is_not_supported_is_named() {
    let bad = |pointer: &str, value: serde_json::Value, expected: &str| {
        let mut json: serde_json::Value = serde_json::from_slice(JSON).unwrap();
        *json.pointer_mut(pointer).unwrap() = value;
        let error = pack(&serde_json::to_vec(&json).unwrap()).unwrap_err();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    bad("/model/unk_id", serde_json::Value::Null, "model.unk_id expected");
    bad("/model/byte_fallback", true.into(), "byte_fallback");
    bad("/model/vocab", serde_json::json!([["a\n", -1.0]]), "without line breaks expected");
    bad("/model/vocab", serde_json::json!({"a": 1}), "model.vocab");
    let strip = serde_json::json!({"type": "Strip", "strip_left": true, "strip_right": true});
    bad("/normalizer", strip, "Strip found");
    bad("/normalizer", serde_json::json!({"type": "Lowercase"}), "Lowercase found");
    bad("/normalizer/normalizers/0/precompiled_charsmap", "AAAA".into(), "a length expected");
    bad("/pre_tokenizer", serde_json::json!({"type": "ByteLevel"}), "ByteLevel");
    bad("/pre_tokenizer/replacement", "_".into(), "replacement ▁ expected");
    bad("/post_processor/single", serde_json::json!([]), "a text expected");
    assert_eq!(pack(br#"{"model": {"type": "WordPiece", "vocab": {}}}"#), Ok(None));
    assert_eq!(pack(b"[]"), Ok(None));
}

fn parts() -> Parts {
    Parts {
        unknown: 0,
        strips_end: false,
        collapses: Some(' '),
        splits_white_space: false,
        keeps_whole: false,
        prefix: Prefix::All,
        template: Template { before: vec![0], after: vec![] },
        special: vec![Special { text: "<m>".into(), id: 0, flags: STRIPS_RIGHT }],
        rules: [("A".to_owned(), "a".to_owned())].into(),
        pieces: vec![("<unk>".into(), 0.0), ("▁".into(), -2.0), ("a".into(), -1.0), ("▁aa".into(), -2.5)],
    }
}

#[test]
fn damaged_files_are_errors() {
    let file = write(&parts());
    assert_eq!(found(&Unigram::load(&file, 16).unwrap(), "Aa <m> aaa"), [3, 1, 0, 3, 2]);
    for length in 0..file.len() {
        assert!(Unigram::load(&file[..length], 16).is_err(), "{length} bytes");
    }
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut bytes = file.clone();
            bytes[at] ^= 1 << bit;
            // Whatever it is now, it gives pieces or an error.
            if let Ok(tokens) = Unigram::load(&bytes, 16) {
                tokens.encode("Aa <m> aaa xyz");
            }
        }
    }
    let refused = |change: &dyn Fn(&mut Parts), expected: &str| {
        let mut parts = parts();
        change(&mut parts);
        let error = Unigram::load(&write(&parts), 16).err().unwrap().to_string();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    refused(&|parts| parts.unknown = 4, "an unknown piece below 4 expected, 4 found");
    refused(&|parts| parts.template.after = vec![0; 14], "15 special pieces");
    refused(&|parts| parts.special[0].text.clear(), "1 to 1024 bytes expected, 0 found");
    refused(&|parts| parts.special[0].text = "x".repeat(1025), "1025 found");
    refused(&|parts| parts.pieces[1].1 = f32::NAN, "finite scores");
    refused(&|parts| parts.pieces[1].0 = "a\nb".into(), "texts of pieces expected");
    refused(&|parts| drop(parts.rules.insert(String::new(), "x".into())), "rising order");
    refused(&|parts| drop(parts.rules.insert("b".into(), "x".repeat(65))), "at most 64 bytes");
}
