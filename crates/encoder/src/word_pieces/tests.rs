//! The crate's `Tokenizer` gives the same pieces and places.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Value, json};
use tokenizers::{Tokenizer, TruncationDirection};

use super::{WordPieces, pack};
use crate::tests::tiny;

/// What both make of texts.
struct Both {
    whole: Tokenizer,
    parts: WordPieces,
}

impl Both {
    fn of(json: &[u8], max_tokens: usize) -> Both {
        let mut whole = Tokenizer::from_bytes(json).unwrap();
        whole.with_padding(None);
        whole.with_truncation(None).unwrap();
        Both { whole, parts: WordPieces::load(&pack(json).unwrap(), max_tokens).unwrap() }
    }

    fn check(&self, text: &str) {
        let expected = self.whole.encode(text, false).unwrap();
        let found = self.parts.encode(text).unwrap();
        assert_eq!(found.get_ids(), expected.get_ids(), "{text:?}");
        assert_eq!(found.get_tokens(), expected.get_tokens(), "{text:?}");
        assert_eq!(found.get_offsets(), expected.get_offsets(), "{text:?}");
        assert_eq!(found.get_word_ids(), expected.get_word_ids(), "{text:?}");
        if text.len() < super::CHUNK_BYTES {
            let mut expected = self.whole.encode(text.trim_start(), false).unwrap();
            expected.truncate(self.parts.budget, 0, TruncationDirection::Right);
            let expected = self.whole.post_process(expected, None, true).unwrap();
            assert_eq!(self.parts.ids(text).unwrap(), expected.get_ids(), "{text:?}");
        }
    }

    /// A query and a text that need no cut.
    fn check_pair(&self, query: &str, text: &str) {
        let expected = self.whole.encode((query, text), true).unwrap();
        let (ids, types) = self.parts.pair(query, text).unwrap();
        assert_eq!(ids, expected.get_ids());
        assert_eq!(types, expected.get_type_ids());
    }
}

/// The tiny tokenizer with some members replaced.
fn with(changes: &[(&str, Value)]) -> Vec<u8> {
    let mut tokenizer: Value = serde_json::from_slice(&tiny::tokenizer()).unwrap();
    for (pointer, value) in changes {
        *tokenizer.pointer_mut(pointer).unwrap() = value.clone();
    }
    serde_json::to_vec(&tokenizer).unwrap()
}

fn normalizer(clean: bool, han: bool, accents: Value, lowercase: bool) -> Value {
    json!({"type": "BertNormalizer", "clean_text": clean, "handle_chinese_chars": han, "strip_accents": accents,
        "lowercase": lowercase})
}

/// The kinds of tokenizers that are taken.
fn taken() -> Vec<Vec<u8>> {
    let bert = json!({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]});
    vec![
        tiny::tokenizer(),
        with(&[("/normalizer", normalizer(true, true, json!(false), false))]),
        with(&[("/normalizer", normalizer(false, false, json!(true), true))]),
        with(&[(
            "/normalizer",
            json!({"type": "Sequence", "normalizers": [normalizer(true, false, json!(null), true)]}),
        )]),
        with(&[("/normalizer", json!(null))]),
        with(&[(
            "/pre_tokenizer",
            json!({"type": "Sequence", "pretokenizers": [{"type": "BertPreTokenizer"}]}),
        )]),
        with(&[("/post_processor", bert)]),
        with(&[("/post_processor", json!(null))]),
        with(&[
            ("/model/max_input_chars_per_word", json!(5)),
            ("/model/continuing_subword_prefix", json!("@")),
        ]),
    ]
}

const TEXTS: [&str; 9] = [
    "",
    "  \n ",
    "Threads share the DATA, (not) owned: 漢字。",
    "the[SEP]owner [CLS][CLS] [UNK [MASK] ##ship [SEP",
    "e\u{301}te\u{301} été ﬁne Å \u{0} \u{fffd}\u{200d} a\u{ad}b",
    "don't e.g. x_y-z 1.5 \u{1f600} a\u{2028}b\u{3000}c",
    "ⅷ Ⅷ İstanbul ß ẞ ŉ",
    "한국어 日本語テキスト ไทย हिन्दी العربية",
    "\r\n\t\u{7f}\u{85}",
];

#[test]
fn pieces_are_those_of_the_tokenizers_crate() {
    for json in taken() {
        let both = Both::of(&json, 4_000);
        TEXTS.iter().for_each(|text| both.check(text));
        both.check(&"threads".repeat(10_000));
        both.check_pair("the owner", "of data");
        let added = |with: bool| both.whole.get_vocab_size(with);
        assert_eq!(both.parts.vocabulary(), added(true));
    }
}

#[test]
fn what_a_page_cannot_do_is_refused_by_name() {
    for (pointer, value, expected) in [
        ("/normalizer", json!({"type": "NFKC"}), "normalizer \"BertNormalizer\" expected, \"NFKC\" found"),
        (
            "/pre_tokenizer",
            json!({"type": "Whitespace"}),
            "\"BertPreTokenizer\" expected, \"Whitespace\" found",
        ),
        ("/pre_tokenizer", json!(null), "\"BertPreTokenizer\" expected, none found"),
        (
            "/post_processor",
            json!({"type": "RobertaProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2], "trim_offsets": true,
                "add_prefix_space": true}),
            "\"BertProcessing\" expected, \"RobertaProcessing\" found",
        ),
        (
            "/model",
            json!({"type": "WordLevel", "vocab": {"[UNK]": 1, "a": 4}, "unk_token": "[UNK]"}),
            "\"WordPiece\" or \"Unigram\" expected, \"WordLevel\" found",
        ),
        ("/model/unk_token", json!("[NONE]"), "a piece \"[NONE]\" for unknown words expected"),
        ("/added_tokens/0/lstrip", json!(true), "\"[PAD]\" with lstrip found"),
        ("/added_tokens/0/normalized", json!(true), "\"[PAD]\" with normalized found"),
        ("/added_tokens/0/single_word", json!(true), "\"[PAD]\" with single_word found"),
        ("/model/vocab", json!({"[UNK]": 1, "a": 1}), "one word piece without line breaks for each id"),
        ("/model/vocab", json!({"[UNK]": 1, "a\nb": 2}), "one word piece without line breaks for each id"),
        ("/model/vocab", json!({"[UNK]": 1, "a": 1 << 30}), "ids of word pieces up to"),
    ] {
        let error = pack(&with(&[(pointer, value)])).unwrap_err();
        assert!(error.contains(expected), "{pointer}: {error}");
    }
    assert!(pack(b"[]").unwrap_err().contains("tokenizer.json of Hugging Face tokenizers expected, another"));
}

#[test]
fn damaged_files_are_refused() {
    let whole = pack(&tiny::tokenizer()).unwrap();
    let load =
        |file: &[u8]| WordPieces::load(file, tiny::MAX_TOKENS).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(load(&whole), Ok(()));
    for end in 0..whole.len() {
        assert!(load(&whole[..end]).is_err(), "{end}");
    }
    assert!(load(&[&whole[..], b"a"].concat()).unwrap_err().contains("tokenizer"));
    assert!(load(&tiny::tokenizer()).unwrap_err().contains("import the model again"));
    assert!(WordPieces::load(&whole, 3).is_err());
}

/// Compares both for a real tokenizer, DOCFUSE_TOKENIZER, on the lines of a file of JSON strings, DOCFUSE_TEXTS, and on 100,000
/// generated strings.
#[test]
#[ignore = "needs a real tokenizer and texts"]
#[allow(clippy::disallowed_methods, reason = "reads what its caller names")]
fn real_texts_have_the_same_pieces() {
    let read = |name: &str| std::fs::read(std::env::var(name).expect(name)).unwrap();
    let both = Both::of(&read("DOCFUSE_TOKENIZER"), 512);
    let texts = String::from_utf8(read("DOCFUSE_TEXTS")).unwrap();
    let texts: Vec<String> = texts.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    texts.iter().for_each(|text| both.check(text));
    let mut bits = tiny::random("texts", 100_000 * 24).map(|x| ((x + 1.0) * 8_388_608.0) as u32);
    let mut next = move || bits.next().unwrap();
    for _ in 0..100_000 {
        let mut text = String::new();
        for _ in 0..next() % 12 {
            match next() % 8 {
                0 => text.push(char::from_u32(next() % 0x3000).unwrap_or(' ')),
                1 => text.push(char::from_u32(next() % 0x11_0000).unwrap_or('\n')),
                2 => text.push(char::from_u32(0x300 + next() % 0x70).unwrap()),
                3 => text += ["[SEP]", "[MASK]", "[UNK]", " ", "##", "\u{200b}"][next() as usize % 6],
                _ => write!(text, "{} ", texts[next() as usize % texts.len()].split(' ').next().unwrap())
                    .unwrap(),
            }
        }
        both.check(&text);
    }
    println!("{} texts and 100,000 generated strings: the same pieces", texts.len());
}

proptest! {
    #[test]
    fn any_text(text: String, kind in 0..taken().len()) {
        Both::of(&taken()[kind], 64).check(&text);
    }

    #[test]
    fn any_file(file: Vec<u8>) {
        let file = [&crate::WORD_PIECES_MAGIC[..], &file].concat();
        if let Ok(tokens) = WordPieces::load(&file, 64) {
            let _ = tokens.ids("any text");
        }
    }
}
