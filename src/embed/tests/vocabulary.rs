//! Packed tokenizers.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::tiny;
use crate::embed::tokens::WordPieces;
use crate::embed::vocabulary::{pack_tokenizer, unpack};

fn unpacked(json: &[u8]) -> Value {
    let packed = pack_tokenizer(json).unwrap();
    serde_json::from_slice(&unpack(&packed).unwrap().expect("packed")).unwrap()
}

fn with_vocabulary(vocabulary: Value) -> Value {
    json!({"version": "1.0", "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "a"}})
}

#[test]
fn packed_tokenizers_are_smaller_and_split_alike() {
    let json = tiny::tokenizer();
    let packed = pack_tokenizer(&json).unwrap();
    assert!(packed.len() < json.len(), "{} of {}", packed.len(), json.len());
    assert_eq!(unpacked(&json), serde_json::from_slice::<Value>(&json).unwrap());
    let ids = |file: &[u8]| {
        WordPieces::load(file, tiny::MAX_TOKENS)
            .unwrap()
            .ids("threads share the data, (not) owned: 漢字")
            .unwrap()
    };
    assert_eq!(ids(&packed), ids(&json));
}

/// Vocabularies that are no list stay JSON, and are read as JSON.
#[test]
fn other_vocabularies_stay_unchanged() {
    for vocabulary in [
        json!([["a", -1.5], ["b", -2.0]]),
        json!({}),
        json!({"a": 0, "b": 0}),
        json!({"a": 0, "": 1}),
        json!({"a": -1}),
        json!({"a": "0"}),
        json!({"a": 0, "b": 1u64 << 40}),
        json!({"a": 0, "b": u64::MAX}),
    ] {
        let json = serde_json::to_vec_pretty(&with_vocabulary(vocabulary)).unwrap();
        assert_eq!(pack_tokenizer(&json).unwrap(), json);
        assert_eq!(unpack(&json).unwrap(), None);
    }
    assert!(pack_tokenizer(b"[]").is_err());
}

#[test]
fn malformed_packed_tokenizers_are_refused() {
    let packed = pack_tokenizer(&tiny::tokenizer()).unwrap();
    let error = |file: &[u8]| WordPieces::load(file, tiny::MAX_TOKENS).err().unwrap().to_string();
    let cut = &packed[..packed.len() / 10 * 9];
    assert!(error(cut).contains("word pieces expected,"), "{}", error(cut));
    assert!(error(b"2\n{}\na\nb").contains("second line"), "{}", error(b"2\n{}\na\nb"));
    assert!(error(b"2").contains("second line"));
    let quote = [packed.as_slice(), b"\""].concat();
    assert!(error(&quote).contains("tokenizer can't be read"), "{}", error(&quote));
}

proptest! {
    #[test]
    fn any_vocabulary(pieces in proptest::collection::btree_map(".{1,6}", 0u32..200, 200..300)) {
        let mut ids = std::collections::HashSet::new();
        let pieces: serde_json::Map<String, Value> = pieces
            .into_iter()
            .filter(|(_, id)| ids.insert(*id))
            .map(|(piece, id)| (piece, id.into()))
            .collect();
        let tokenizer = with_vocabulary(pieces.into());
        prop_assert_eq!(unpacked(&serde_json::to_vec(&tokenizer).unwrap()), tokenizer);
    }

    #[test]
    fn any_lines_are_bounded(lines: Vec<Vec<u8>>, cut: proptest::sample::Index) {
        let line = |line: Vec<u8>| line.split(|byte| *byte == b'\n').next().unwrap().to_vec();
        let lines: Vec<Vec<u8>> = lines.into_iter().map(line).collect();
        let mut file = format!("{}\n}}}}\n", lines.len()).into_bytes();
        file.extend(lines.join(&b'\n'));
        if !lines.is_empty() {
            let json = unpack(&file).unwrap().expect("packed");
            prop_assert!(json.len() <= 7 * file.len(), "{} of {}", json.len(), file.len());
        }
        // Any result is fine for a truncated file; it must not panic.
        let _ = unpack(&file[..cut.index(file.len())]);
    }
}
