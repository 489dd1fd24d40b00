//! `tests/fixtures/ask.json` has what `www/src/ask` does with the same texts; `www/test/ask-shared.test.ts` reads it too.

use serde_json::{Value, json};

use super::citations::CitationFilter;
use super::prompt::{REFUSAL, SYSTEM, estimate, prompt_within};
use super::prose::prose_of;
use super::sentences::sentences_of;
use super::written::Written;
use docfuse::search::ContextSection;

fn shared() -> Value {
    serde_json::from_str(include_str!("../../../../tests/fixtures/ask.json")).unwrap()
}

/// The cases of a kind, each with its text.
#[track_caller]
fn cases(kind: &str) -> Vec<(Value, String)> {
    let cases = shared()[kind].as_array().unwrap().clone();
    assert!(cases.len() > 5);
    cases
        .into_iter()
        .map(|case| (case.clone(), case["text"].as_str().unwrap_or_default().to_owned()))
        .collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// The text in pieces of `length` characters.
fn pieces(text: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(length).map(|piece| piece.iter().collect()).collect()
}

#[test]
fn the_answerer_is_told_the_same() {
    let shared = shared();
    assert_eq!((shared["system"].as_str(), shared["refusal"].as_str()), (Some(SYSTEM), Some(REFUSAL)));
    assert!(SYSTEM.contains(REFUSAL));
    for (case, text) in cases("estimates") {
        assert_eq!(estimate(&text), number(&case["tokens"]), "{text:?}");
    }
}

#[test]
fn the_same_sections_are_chosen() {
    for (case, text) in cases("prompts") {
        let section = |given: &Value| ContextSection {
            url: String::new(),
            id: String::new(),
            title: String::new(),
            breadcrumb: serde_json::from_value(given["breadcrumb"].clone()).unwrap(),
            version: String::new(),
            text: given["text"].as_str().unwrap().to_owned(),
            tokens: 1,
            cut: false,
        };
        let sections = case["sections"].as_array().unwrap().iter().map(section).collect();
        let mut asked = None;
        let prompt = prompt_within(number(&case["quota"]), case["question"].as_str().unwrap(), |most| {
            asked = Some(most);
            Ok(sections)
        });
        assert_eq!(json!(asked), case["asked"], "{case:#}");
        match prompt {
            Ok(prompt) => {
                let cut = prompt.sections.iter().any(|section| section.cut);
                assert_eq!((prompt.text, &json!(cut)), (text, &case["cut"]));
                assert_eq!(prompt.sections.len(), number(&case["given"]));
            }
            // This side says what to do, too.
            Err(error) => {
                assert!(error.to_string().starts_with(case["error"].as_str().unwrap()), "{error}: {case:#}");
            }
        }
    }
}

#[test]
fn the_same_citations_are_dropped_however_the_text_comes() {
    for (case, text) in cases("citations") {
        for length in 1..=text.chars().count() {
            let mut filter = CitationFilter::new(number(&case["sections"]));
            let pieces: String = pieces(&text, length).iter().map(|piece| filter.push(piece)).collect();
            assert_eq!(pieces + &filter.end(), case["expected"].as_str().unwrap(), "by {length}: {text:?}");
        }
    }
}

#[test]
fn the_same_is_a_refusal() {
    for (case, text) in cases("written") {
        for length in 1..=text.chars().count() {
            let mut written = Written::new(number(&case["sections"]));
            let mut shown: String = pieces(&text, length)
                .iter()
                .map(|piece| if written.is_over() { String::new() } else { written.push(piece) })
                .collect();
            shown += &written.end();
            assert_eq!(shown, case["expected"].as_str().unwrap(), "by {length}: {text:?}");
            assert_eq!(shown, written.text);
            assert_eq!(json!(written.is_refused), case["refused"], "{text:?}");
        }
    }
    let mut endless = Written::new(1);
    let pieces =
        (0..).take_while(|_| !endless.is_over() && endless.push("on and on [1]. ").len() > 5).count();
    assert!((1_300..1_400).contains(&pieces), "{pieces}");
}

#[test]
fn the_same_sentences_cite() {
    for (case, text) in cases("prose") {
        assert_eq!(json!(prose_of(&text)), case["expected"], "{text:?}");
    }
    for (case, text) in cases("sentences") {
        let found = sentences_of(&text, number(&case["sections"]));
        assert_eq!(json!(found), case["expected"], "{text:?}");
        assert_eq!(found.into_iter().map(|sentence| sentence.text).collect::<String>(), text);
    }
}
