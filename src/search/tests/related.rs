//! Related words: "ferry" and "boat" stand in sections on one topic, never together.

use super::hybrid::{at, numbers};
use super::*;
use crate::ids::SectionId;
use crate::index::Ranking;
use crate::index::tests::built::{dense_input, info};

const WORDS: [&str; 4] = ["ferry", "boat", "bread", "cake"];

/// Words of one section each.
const RARER: [&str; 12] = [
    "birch", "cedar", "ebony", "hazel", "juniper", "larch", "maple", "olive", "poplar", "rowan", "spruce",
    "willow",
];

/// Each word in three sections; the first two at 0 degrees, the others at 90.
fn site(ranking: Ranking) -> Site {
    let texts: Vec<(String, String)> = (0..12)
        .map(|number| (format!("p{number}"), format!("{} {}", WORDS[number / 3], RARER[number])))
        .collect();
    let docs: Vec<(&str, &str, &str)> =
        texts.iter().map(|(url, text)| (url.as_str(), url.as_str(), text.as_str())).collect();
    let sections: Vec<SectionId> = (0..12).map(SectionId).collect();
    let vectors: Vec<f32> =
        (0..12).flat_map(|number| at(if number < 6 { 0.0 } else { 90.0 } + number as f32)).collect();
    let info = info();
    let input = dense_input(&sections, &vectors, &info);
    let settings = IndexSettings { lexicon: true, ranking, ..settings() };
    Site::new(Host::new(build(&plain(&docs), Some(&input), &settings, &|_, _, _| {}).unwrap()))
}

/// Word by word, what to try and the queries with it.
fn offered(answer: &Answer) -> Vec<(&str, Vec<(&str, &str)>)> {
    answer
        .related
        .iter()
        .map(|Related { word, related }| {
            let tries = related.iter().map(|it| (it.word.as_str(), it.query.as_str())).collect();
            (word.as_str(), tries)
        })
        .collect()
}

fn asks_vectors(site: &Site) -> bool {
    site.asked.iter().any(|(file, _)| file.starts_with("termvectors-"))
}

#[test]
fn a_rare_word_is_offered_what_is_used_alike() {
    for vector in [None, Some(&at(0.0)[..])] {
        let mut site = site(Ranking::default());
        let answer = site.answer_with(&request("the Ferry, at night", Mode::Hybrid), vector);
        assert_eq!(offered(&answer), [("Ferry", vec![("boat", "the boat, at night")])]);
        let answer = site.answer_with(&request("cake", Mode::Hybrid), vector);
        assert_eq!(offered(&answer), [("cake", vec![("bread", "bread")])]);
        let answer = site.answer_with(&request("fery", Mode::Hybrid), vector);
        assert_eq!(offered(&answer), [("fery", vec![("boat", "boat")])], "of the correction");
        for text in ["ferry boat", "\"ferry\"", "cake -ferry", "cedar", "unknown"] {
            let answer = site.answer_with(&request(text, Mode::Hybrid), vector);
            assert!(offered(&answer).iter().all(|(word, _)| *word == "cake"), "{text}");
        }
    }
}

#[test]
fn the_rarest_words_of_a_long_query_are_looked_up() {
    let mut site = site(Ranking::default());
    let mut asked = |rarer: usize| {
        let text = format!("ferry {}", RARER[..rarer].join(" "));
        site.answer(&request(&text, Mode::Hybrid)).related.len()
    };
    assert_eq!(asked(5), 1);
    assert_eq!(asked(6), 0, "six words are rarer");
}

#[test]
fn an_unfinished_word_is_offered_nothing() {
    let mut site = site(Ranking::default());
    let typed = |text: &str| Request { prefix: true, ..request(text, Mode::Hybrid) };
    assert!(site.answer(&typed("ferr")).related.is_empty());
    assert!(!site.answer(&typed("ferry")).related.is_empty());
}

#[test]
fn a_frequent_word_is_offered_some_only_where_nothing_fits() {
    let mut site = site(numbers(&[("related.sections", 2.0)]));
    assert!(site.answer(&request("ferry", Mode::Hybrid)).related.is_empty());
    let filters = vec![("kind".to_owned(), vec!["none".to_owned()])];
    let answer = site.answer(&Request { filters, ..request("ferry", Mode::Hybrid) });
    assert!(answer.hits.is_empty() && !answer.related.is_empty());
    let mut strict = self::site(numbers(&[("related.sections", 2.0), ("nothing.fit", 2.5)]));
    let answer = strict.answer_with(&request("ferry", Mode::Hybrid), Some(&at(45.0)));
    assert_eq!((answer.fit, answer.hits.is_empty()), (Some(Fit::Weak), false));
    assert!(!answer.related.is_empty());
}

#[test]
fn answers_without_the_lexicon_cost_no_more() {
    let mut site = site(Ranking::default());
    assert!(site.answer(&request("ferry", Mode::Lexical)).related.is_empty());
    site.engine.set_uses_lexicon(false);
    assert!(site.answer(&request("ferry", Mode::Hybrid)).related.is_empty());
    assert!(!asks_vectors(&site));
    // They come with the texts.
    let rounds = |site: &mut Site| {
        site.answer_with(&request("bread", Mode::Hybrid), Some(&at(90.0)));
        site.rounds
    };
    assert_eq!(rounds(&mut site), rounds(&mut self::site(numbers(&[("related.sections", 0.0)]))));
    assert!(asks_vectors(&site));
}

#[test]
fn failed_blocks_are_named() {
    let mut site = site(Ranking::default());
    site.broken = vec!["termvectors-"];
    let answer = site.answer_with(&request("ferry", Mode::Hybrid), Some(&at(0.0)));
    assert!(answer.related.is_empty() && !answer.hits.is_empty());
    let named = answer.degraded.unwrap();
    assert_eq!((named.len(), named[0].retriever), (1, "related"), "{named:?}");
}
