//! Loading encoders and embedding texts.

use super::forward::{dot, forward, gelu};
use super::tiny;
use crate::import::{ImportedModel, import};
use crate::word_pieces::{self, WordPieces};
use crate::{EmbedError, Encoder, Pooling};

pub fn load(model: &ImportedModel) -> Encoder {
    Encoder::load(model.onnx.clone(), &model.tokenizer, &model.info).unwrap()
}

pub fn tiny_encoder() -> Encoder {
    load(&import(&tiny::folder()).unwrap())
}

/// Texts of various lengths against the f32 forward pass.
#[test]
fn vectors_agree_with_the_f32_model() {
    let encoder = tiny_encoder();
    let tokens = WordPieces::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap();
    for text in [
        "",
        "data",
        "the ownership of data",
        "threads share data between threads. The owner (of 42) is: 漢字!",
        &"share the data of the owner between threads ".repeat(20),
    ] {
        let expected = forward(&tiny::tensors(), &tokens.ids(text).unwrap(), Pooling::Mean, gelu);
        let vector = encoder.embed(text).unwrap();
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5);
        let cosine = dot(&vector, &expected);
        assert!(cosine > 0.99, "{cosine} for {text:?}");
    }
}

#[test]
fn different_texts_have_different_vectors() {
    let encoder = tiny_encoder();
    let [a, b] = ["the owner of data", "between threads!"].map(|text| encoder.embed(text).unwrap());
    assert!(dot(&a, &b) < 0.9, "{}", dot(&a, &b));
}

/// tokenizer.json's padding and truncation are ignored; the model's maximum applies.
#[test]
fn texts_are_truncated_at_the_maximum_of_word_pieces() {
    let tokens = WordPieces::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap();
    assert_eq!(tokens.ids("").unwrap(), [2, 3]);
    let long = tokens.ids(&"data ".repeat(10_000)).unwrap();
    assert_eq!(long.len(), tiny::MAX_TOKENS);
    assert_eq!((long[0], long[long.len() - 1]), (2, 3));
    let encoder = tiny_encoder();
    let head = "data ".repeat(tiny::MAX_TOKENS - 2);
    assert_eq!(encoder.embed(&head).unwrap(), encoder.embed(&format!("{head}the owner")).unwrap());
}

#[test]
fn corrections_apply_unless_the_model_knows_the_typed_word() {
    let encoder = tiny_encoder();
    for (typed, corrected, embedded) in [
        ("Thraed  data", "Thread  data", "thread data"),
        ("who owns the Thread?", "who owns the third?", "who owns the thread?"),
        ("(share) or\u{fffc}", "(sharing) or", "(share) or"),
        ("thread owner", "threadowner", "threadowner"),
        ("§ data", "data data", "data data"),
        ("data  owner", "data  owner", "data  owner"),
    ] {
        let vector = encoder.embed_corrected(typed, corrected).unwrap();
        assert_eq!(vector, encoder.embed_query(embedded).unwrap(), "{typed}");
    }
}

#[test]
fn threads_share_an_encoder_and_get_the_same_vectors() {
    let encoder = tiny_encoder();
    let expected = encoder.embed("share data between threads").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(encoder.embed("share data between threads").unwrap(), expected));
        }
    });
}

/// Any changed bit of either file is found before the file is read.
#[test]
fn altered_files_are_refused() {
    let model = import(&tiny::folder()).unwrap();
    for at in (0..model.onnx.len()).step_by(model.onnx.len() / 50) {
        let mut onnx = model.onnx.clone();
        onnx[at] ^= 1 << (at % 8);
        let error = Encoder::load(onnx, &model.tokenizer, &model.info).err().unwrap();
        assert!(matches!(error, EmbedError::Altered { file: "model.onnx", .. }), "{error}");
    }
    let error = Encoder::load(model.onnx.clone(), &model.tokenizer[1..], &model.info).err().unwrap();
    assert!(matches!(error, EmbedError::Altered { file: "tokenizer.bin", .. }), "{error}");
}

/// Files that match their model.json and still are no encoder.
#[test]
fn parts_that_do_not_fit_are_refused() {
    let check = |change: &dyn Fn(&mut ImportedModel), expected: &str| {
        let mut model = import(&tiny::folder()).unwrap();
        change(&mut model);
        model.info.onnx_sha256 = docfuse::format::sha256_hex(&model.onnx);
        model.info.tokenizer_sha256 = docfuse::format::sha256_hex(&model.tokenizer);
        let error = Encoder::load(model.onnx, &model.tokenizer, &model.info).err().unwrap().to_string();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    check(&|model| model.onnx.truncate(10_000), "ONNX model can't be read");
    check(&|model| model.onnx.clear(), "a graph expected");
    check(&|model| model.info.dimensions = 33, "output: a row of 33 or more numbers expected");
    check(&|model| model.info.max_tokens = 3, "max_tokens of 8 or more expected, 3 found");
    check(&|model| model.tokenizer.truncate(100), "tokenizer can't be read");
    check(&|model| replace(&mut model.onnx, b"ReduceSum", b"ReduceXum"), "needs the operator ReduceXum");
    check(&|model| replace(&mut model.onnx, b"attention_mask", b"attention_flag"), "attention_flag");
    check(&|model| replace(&mut model.onnx, b"sentence_embedding", b"sentence_vectoring"), "outputs");
    check(
        &|model| {
            model.tokenizer = with_piece("onemore", tiny::vocabulary().len());
        },
        "does not fit the model",
    );
}

/// The tokenizer with a piece of this id.
fn with_piece(piece: &str, id: usize) -> Vec<u8> {
    let mut json: serde_json::Value = serde_json::from_slice(&tiny::tokenizer()).unwrap();
    json["model"]["vocab"][piece] = id.into();
    word_pieces::pack(&serde_json::to_vec(&json).unwrap()).unwrap()
}

/// Replaces every occurrence. Both have one length, so the file's structure is kept.
fn replace(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
    }
}

/// model.json allows more word pieces than the position table has rows: an error for texts that need them.
#[test]
fn texts_beyond_the_position_table_are_an_error() {
    let mut model = import(&tiny::folder()).unwrap();
    model.info.max_tokens = 10 * tiny::POSITIONS;
    let encoder = load(&model);
    assert!(encoder.embed("data").is_ok());
    let error = encoder.embed(&"data ".repeat(1000)).unwrap_err();
    assert!(matches!(error, EmbedError::Run { tokens: 640, .. }), "{error}");
}

/// A vocabulary with gaps: as many pieces as rows, one id beyond the table.
#[test]
fn word_pieces_beyond_the_table_are_an_error() {
    let mut model = import(&tiny::folder()).unwrap();
    model.tokenizer = with_piece("thread", 100_000);
    model.info.tokenizer_sha256 = docfuse::format::sha256_hex(&model.tokenizer);
    let encoder = load(&model);
    assert!(encoder.embed("data").is_ok());
    let error = encoder.embed("one thread").unwrap_err();
    assert!(matches!(error, EmbedError::Vocabulary { found: 100_000, .. }), "{error}");
}
