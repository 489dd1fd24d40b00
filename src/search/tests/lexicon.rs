//! Search by the lexicon: the encoder's vectors are handmade, and have two dimensions.

use super::hybrid::{at, codes, numbers, part};
use super::*;
use crate::ids::SectionId;
use crate::index::tests::built::{dense_input, info};

/// Sections on two topics, at 0 and at 90 degrees. "ferry" and "boat" stand only in sections of the first topic, and never
/// together.
const DOCS: &[(&str, &str, &str)] = &[
    ("a", "Ferry", "a ferry crosses water"),
    ("b", "Boat", "a boat crosses water"),
    ("c", "Ferry port", "the ferry waits for water"),
    ("d", "Boat port", "the boat waits for water"),
    ("e", "Bread", "bread from flour"),
    ("f", "Cake", "cake from flour"),
    ("g", "Bread oven", "bread in the oven"),
    ("h", "Cake oven", "cake in the oven"),
];

fn site(settings: IndexSettings) -> Site {
    let sections: Vec<SectionId> = (0..8).map(SectionId).collect();
    let vectors: Vec<f32> =
        (0..8).flat_map(|number| at(if number < 4 { 0.0 } else { 90.0 } + number as f32)).collect();
    let info = info();
    let input = dense_input(&sections, &vectors, &info);
    Site::new(Host::new(build(&plain(DOCS), Some(&input), &settings, &|_, _, _| {}).unwrap()))
}

fn with_lexicon() -> Site {
    site(IndexSettings { lexicon: true, ..settings() })
}

fn ask(site: &mut Site, text: &str, mode: Mode, vector: Option<&[f32]>) -> Answer {
    site.answer_with(&Request { explain: true, ..request(text, mode) }, vector)
}

#[test]
fn words_lead_to_sections_on_their_topic() {
    let mut site = with_lexicon();
    for (text, topic) in [("ferry", "abcd"), ("boat water", "abcd"), ("cake", "efgh"), ("oven", "efgh")] {
        let answer = ask(&mut site, text, Mode::Lexicon, None);
        let mut first: Vec<String> = urls(&answer).into_iter().take(4).collect();
        first.sort_unstable();
        assert_eq!(first.concat(), topic, "{text}");
        assert_eq!(answer.degraded, None);
        assert!(part(answer.hits[0].explanation.as_ref().unwrap(), "lexicon").is_some());
    }
}

#[test]
fn it_takes_part_until_the_query_has_a_vector() {
    let mut site = with_lexicon();
    let lists = |answer: &Answer| -> BTreeSet<&str> {
        answer.hits.iter().flat_map(|hit| hit.lists.iter().copied()).collect()
    };
    let answer = ask(&mut site, "ferry", Mode::Hybrid, None);
    assert_eq!(lists(&answer), BTreeSet::from(["lexical", "lexicon"]));
    assert_eq!(codes(&answer), [("dense", "no-vector")], "the encoder is missed");
    let found = urls(&answer);
    assert!(
        ["b", "d"].iter().all(|url| found.iter().any(|it| it == url)),
        "sections without the word: {found:?}"
    );
    let answer = ask(&mut site, "ferry", Mode::Hybrid, Some(&at(0.0)));
    assert_eq!(lists(&answer), BTreeSet::from(["lexical", "dense"]));
    assert!(site.engine.has_lexicon());
    site.engine.set_uses_lexicon(false);
    let answer = ask(&mut site, "ferry", Mode::Hybrid, None);
    assert_eq!(lists(&answer), BTreeSet::from(["lexical"]));
}

/// Behind an answer by words, which has the terms: their vectors with the graph, then clusters. Here, all texts came with
/// it. Without it, terms and texts are two more.
#[test]
fn it_takes_two_round_trips_more_than_terms_and_texts() {
    let kinds = |asked: &BTreeSet<(String, u32)>| -> BTreeSet<String> {
        asked.iter().map(|(file, _)| file.split('-').next().unwrap().to_owned()).collect()
    };
    let mut site = with_lexicon();
    ask(&mut site, "ferry", Mode::Lexical, None);
    assert_eq!(site.rounds, 2);
    assert_eq!(kinds(&site.asked), BTreeSet::from(["terms", "texts"].map(str::to_owned)));
    // The reader's answer by words came first.
    ask(&mut site, "ferry", Mode::Hybrid, None);
    assert_eq!(site.rounds, 2);
    let further = ["dense", "graph", "homes", "termvectors", "terms", "texts"];
    assert_eq!(kinds(&site.asked), BTreeSet::from(further.map(str::to_owned)));
    let mut site = with_lexicon();
    ask(&mut site, "ferry", Mode::Hybrid, None);
    assert_eq!(site.rounds, 4);
}

#[test]
fn the_encoder_takes_its_place() {
    // Related words are beside the vectors of terms.
    let ranking = numbers(&[("related.sections", 0.0)]);
    let mut site = site(IndexSettings { lexicon: true, ranking, ..settings() });
    ask(&mut site, "ferry", Mode::Hybrid, Some(&at(0.0)));
    assert!(site.asked.iter().all(|(file, _)| !file.starts_with("termvectors-")));
}

#[test]
fn a_word_without_a_vector_finds_nothing_by_it() {
    let mut site = with_lexicon();
    // In one section only.
    for text in ["for the from", "crosses unknown"] {
        let answer = ask(&mut site, text, Mode::Lexicon, None);
        assert_eq!(answer.degraded, None, "{text}");
    }
    let answer = ask(&mut site, "unknown", Mode::Lexicon, None);
    assert!(answer.hits.is_empty());
}

#[test]
fn failed_blocks_cost_the_lexicon_alone() {
    for file in ["termvectors-", "graph-", "dense-", "homes-"] {
        let mut site = with_lexicon();
        site.broken = vec![file];
        let answer = ask(&mut site, "ferry", Mode::Hybrid, None);
        assert_eq!(urls(&answer)[..2], ["a", "c"], "{file}");
        let named = answer.degraded.unwrap();
        assert!(
            named.iter().any(|gap| gap.file.as_ref().is_some_and(|it| it.starts_with(file))),
            "{file}: {named:?}"
        );
        site.broken = vec![];
        site.damaged = vec![file];
        site.engine.forget_failures();
    }
}

#[test]
fn an_index_without_a_lexicon_says_so() {
    let mut site = site(settings());
    let answer = ask(&mut site, "ferry", Mode::Lexicon, None);
    assert_eq!(codes(&answer), [("lexicon", "no-dense")]);
    assert_eq!(urls(&answer), ["a", "c"], "the lexical retriever answers");
    assert!(!site.engine.has_lexicon());
}

#[test]
fn a_query_is_compared_with_vectors_by_its_own_or_by_the_lexicon() {
    let mut site = with_lexicon();
    assert_eq!(site.engine.likeness(), [0.0; 0]);
    // Of any length; one with other dimensions is like nothing.
    let far = at(93.0).iter().map(|it| it * 127.0).collect();
    site.engine.compare_with(vec![at(3.0).to_vec(), far, vec![1.0]]);
    let mut compared = |text: &str, mode, vector: Option<&[f32]>| {
        ask(&mut site, text, mode, vector);
        site.engine.likeness().iter().map(|it| *it > 0.9).collect::<Vec<_>>()
    };
    for (vector, expected) in [(Some(at(0.0)), [true, false, false]), (Some(at(90.0)), [false, true, false])]
    {
        assert_eq!(compared("zebra", Mode::Dense, vector.as_ref().map(|it| it.as_slice())), expected);
    }
    assert_eq!(compared("ferry", Mode::Hybrid, None), [true, false, false]);
    assert_eq!(compared("cake", Mode::Lexicon, None), [false, true, false]);
    assert_eq!(compared("cake", Mode::Lexical, None), [false; 0]);
    assert_eq!(compared("", Mode::Hybrid, None), [false; 0]);
}
