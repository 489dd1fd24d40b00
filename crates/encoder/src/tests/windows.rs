//! Windows of long texts: nothing is lost, every window fits, boundaries are good.

use std::ops::Range;

use proptest::prelude::*;

use super::encoder::tiny_encoder;
use super::tiny;
use crate::{Encoder, Tokens};
use docfuse::model::{MIN_WINDOW, WindowSettings};

fn tokens() -> Tokens {
    Tokens::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap()
}

const DEFAULT: WindowSettings = WindowSettings { length: usize::MAX, overlap: 32 };

/// What must hold for any windows of `text`.
fn check(tokens: &Tokens, prefix: &str, text: &str) -> Vec<Range<usize>> {
    check_with(DEFAULT, tokens, prefix, text)
}

fn check_with(settings: WindowSettings, tokens: &Tokens, prefix: &str, text: &str) -> Vec<Range<usize>> {
    let windows = crate::windows::windows(tokens, settings, prefix, text).unwrap();
    let (prefix, _) = crate::windows::fitted_prefix(tokens, settings, prefix).unwrap();
    assert_eq!(windows[0].start, 0);
    assert_eq!(windows[windows.len() - 1].end, text.len());
    for pair in windows.windows(2) {
        assert!(pair[0].start < pair[1].start && pair[0].end < pair[1].end, "{pair:?}");
        let gap = text.get(pair[0].end..pair[1].start).unwrap_or_default();
        assert!(gap.trim().is_empty(), "lost {gap:?}");
    }
    for window in &windows {
        let joined = format!("{prefix}\n{}", &text[window.clone()]);
        let count = tokens.pieces(&joined).unwrap().len();
        assert!(count <= tokens.budget_of(settings.length), "{count} pieces in {joined:?}");
    }
    windows
}

#[test]
fn a_text_that_fits_is_one_window() {
    let encoder = tiny_encoder();
    for text in ["", "  \n ", "the owner of data"] {
        assert_eq!(
            encoder.windows(DEFAULT, "threads", text).unwrap(),
            std::slice::from_ref(&(0..text.len()))
        );
    }
    let exact = "data ".repeat(tiny::MAX_TOKENS - 2);
    assert_eq!(encoder.windows(DEFAULT, "", &exact).unwrap().len(), 1);
    assert_eq!(encoder.windows(DEFAULT, "data", &exact).unwrap().len(), 2);
}

#[test]
fn windows_end_at_lines_and_sentences_and_overlap() {
    let tokens = tokens();
    let line = "share the data of the owner between threads .\n";
    let text = line.repeat(20);
    let windows = check(&tokens, "the owner", &text);
    assert!(windows.len() > 4, "{windows:?}");
    for pair in windows.windows(2) {
        assert_eq!(pair[1].start % line.len(), 0, "begins with a line");
        assert!(pair[1].start < pair[0].end, "overlaps");
    }
    let text = "Share data between threads. The owner of the data is the owner! ".repeat(12);
    for window in &check(&tokens, "", &text) {
        assert!(text[window.clone()].trim_end().ends_with(['.', '!']), "{:?}", &text[window.clone()]);
    }
}

#[test]
fn an_author_sets_length_and_overlap() {
    let tokens = tokens();
    assert_eq!(WindowSettings::default(), DEFAULT);
    let text = "share data between threads of the owner ".repeat(40);
    let count =
        |length, overlap| check_with(WindowSettings { length, overlap }, &tokens, "the owner", &text).len();
    assert!(count(MIN_WINDOW, 0) > count(usize::MAX, 0));
    assert_eq!(count(tiny::MAX_TOKENS, 4), count(100_000, 4), "no more than the model takes");
    assert!(count(MIN_WINDOW, 7) > count(MIN_WINDOW, 0));
    let apart = check_with(WindowSettings { length: MIN_WINDOW, overlap: 0 }, &tokens, "", &text);
    assert!(apart.windows(2).all(|pair| pair[0].end <= pair[1].start), "{apart:?}");
    check_with(WindowSettings { length: MIN_WINDOW, overlap: 1_000 }, &tokens, &"threads ".repeat(30), &text);
}

#[test]
fn long_prefixes_are_cut_to_whole_words_in_half_a_window() {
    let encoder = tiny_encoder();
    let prefix = "threads ".repeat(30);
    let joined = encoder.window_text(DEFAULT, &prefix, "data").unwrap();
    // 23 of 46 pieces; a word of two pieces is not split.
    assert_eq!(joined, format!("{}\ndata", ["threads"; 11].join(" ")));
    assert_eq!(encoder.window_text(DEFAULT, "", "data").unwrap(), "data");
    assert_eq!(encoder.window_text(DEFAULT, "the owner", "data").unwrap(), "the owner\ndata");
    check(&tokens(), &prefix, &"data of threads ".repeat(40));
    check(&tokens(), &"x".repeat(1 << 20), &"data of threads ".repeat(40));
}

/// The windows do not depend on the number of chunks read.
#[test]
fn texts_of_many_chunks_lose_nothing() {
    let tokens = tokens();
    let sentence = "The owner of é漢字 shares data between threads. ";
    let text = sentence.repeat(200_000 / sentence.len());
    let pieces = tokens.pieces(&text).unwrap();
    let once = tokens.pieces(sentence).unwrap().len();
    assert_eq!(pieces.len(), once * (200_000 / sentence.len()));
    assert!(pieces.windows(2).all(|pair| pair[0].bytes.end <= pair[1].bytes.start));
    check(&tokens, "data", &text);
    check(&tokens, "data", &"漢".repeat(100_000));
    check(&tokens, "", &"a".repeat(300_000));
}

/// The encoder does not truncate windows.
#[test]
fn windows_are_not_truncated_by_the_encoder() {
    let encoder: Encoder = tiny_encoder();
    let text = "share data between threads of the owner. ".repeat(12);
    for window in encoder.windows(DEFAULT, "ownership", &text).unwrap() {
        let joined = encoder.window_text(DEFAULT, "ownership", &text[window]).unwrap();
        let longer = format!("{joined} owner");
        let cut = tokens().ids(&joined).unwrap().len();
        assert!(cut <= tiny::MAX_TOKENS);
        if cut < tiny::MAX_TOKENS {
            assert_ne!(encoder.embed(&joined).unwrap(), encoder.embed(&longer).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_and_prefix(prefix in "\\PC{0,80}", words in prop::collection::vec("\\PC{0,12}|[a-z]{1,9}|[\\n.!?]", 0..200)) {
        check(&tokens(), &prefix, &words.join(" "));
    }
}
