//! How many round trips a query takes.

use super::*;
use crate::index::tests::varied;

#[test]
fn a_plain_query_takes_two_round_trips() {
    let mut site = Site::of(DOCS);
    for (query, round_trips) in
        [("file pool", 2), ("file pool", 0), ("pool", 0), ("the file of a thread", 0), ("", 0)]
    {
        site.answer(&words(query));
        assert_eq!(site.rounds, round_trips, "{query}");
    }
    let mut site = Site::of(DOCS);
    site.urls("owner");
    assert_eq!(site.rounds, 2);
    assert!(site.asked.iter().all(|(file, _)| file.starts_with("terms-") || file.starts_with("texts-")));
}

#[test]
fn phrases_and_corrections_take_more_round_trips() {
    for (query, most) in [
        // Terms; positions; texts.
        ("\"thread pool\"", 3),
        // Terms; auxiliary directory; spelling dictionary; the corrections' terms; texts.
        ("threds", 5),
    ] {
        let mut site = Site::of(DOCS);
        site.urls(query);
        assert!((3..=most).contains(&site.rounds), "{query}: {} round trips", site.rounds);
    }
}

/// Neighbors are looked up joined too, in the same round trip.
#[test]
fn joined_words_take_no_round_trip() {
    let text = varied(12_000, 3);
    let mut site = Site::of(&[("a", "", text.as_str()), ("b", "", "sub process"), ("c", "", "subprocess")]);
    site.urls("sub process");
    assert_eq!(site.rounds, 2);
    let blocks = site.asked.iter().filter(|(file, _)| file.starts_with("terms-")).count();
    assert!(blocks <= 3, "one for each word, and one for the joined word: {blocks}");
}

#[test]
fn stop_words_among_others_are_not_requested() {
    let text = varied(12_000, 4);
    let pages = [("a", "", text.as_str()), ("b", "", "how to open the pool"), ("c", "", "what is it for")];
    let requested = |query: &str| {
        let mut site = Site::of(&pages);
        site.urls(query);
        site.asked.iter().filter(|(file, _)| file.starts_with("terms-")).count()
    };
    // The name that the query may be is looked up beside its last word.
    assert_eq!(requested("how do I open the pool for what it is"), requested("how open pool"));
    assert!(requested("what is it for") > 0, "a query of stop words alone is looked up");
}

#[test]
fn low_impact_postings_take_a_third_round_trip() {
    let texts: Vec<String> = (0..3_600).map(|at| format!("common ground {}", "x ".repeat(at % 7))).collect();
    let sections: Vec<(String, &str)> =
        (0..).map(|at: u32| format!("s{at}")).zip(texts.iter().map(String::as_str)).collect();
    let sections: Vec<(&str, &str, &str)> =
        sections.iter().map(|(anchor, text)| (anchor.as_str(), "", *text)).collect();
    let mut site = Site::with(&[page("a", "", &sections)], &settings());
    let answer = site.answer(&words("common"));
    assert_eq!((answer.total, answer.hits.len(), site.rounds), (3_600, 10, 3));
}

/// Where a section has a whole name, the best sections of its parts tell enough.
#[test]
fn parts_of_a_name_do_without_low_impact_postings() {
    let texts: Vec<String> = (0..3_600).map(|at| format!("common ground {}", "x ".repeat(at % 7))).collect();
    let mut sections: Vec<(&str, &str, &str)> = texts.iter().map(|text| ("", "", text.as_str())).collect();
    sections.push(("named", "", "call common_ground here"));
    let pages = [page("a", "", &sections)];
    let mut site = Site::with(&pages, &settings());
    let answer = site.answer(&words("common_ground"));
    assert_eq!((answer.hits[0].url.as_str(), site.rounds), ("a#named", 2));
    assert!((1_024..3_600).contains(&answer.total), "{}", answer.total);
    // Neither what is loaded nor a question for counts that nothing has changes an answer.
    site.answer(&words("common ground"));
    assert_eq!(site.answer(&words("common_ground")), answer);
    let counted = Request { facets: true, ..words("common_ground") };
    let mut other = Site::with(&pages, &settings());
    assert_eq!((other.answer(&counted).total, other.rounds), (answer.total, 2));
}

#[test]
fn words_are_requested_while_they_are_typed() {
    let text = varied(12_000, 5);
    let pages = [("a", "", text.as_str()), ("b", "", "zebra pool"), ("c", "", "zebras in a pool")];
    for (typed, query, expected) in [
        ("", "zebra", 2),
        ("zebr", "zebra", 1),
        ("pool zebr", "pool zebra", 1),
        ("pool ", "pool", 1),
        ("zeb", "zebra", 2),
        ("zebra ", "zebra", 1),
    ] {
        let mut site = Site::of(&pages);
        for request in site.engine.preload_typed(typed) {
            assert!(site.asked.insert((request.range.file.clone(), request.range.start)), "requested twice");
            let bytes = site.host.bring(&request.range);
            site.engine.supply(request.id, bytes).unwrap();
        }
        assert!(site.asked.len() < 8, "{typed}: {:?}", site.asked);
        site.answer(&words(query));
        assert_eq!(site.rounds, expected, "{typed}, then {query}");
    }
}

#[test]
fn a_small_site_preloads_all_terms() {
    let mut site = Site::of(DOCS);
    for request in site.engine.preload(Mode::Hybrid) {
        let bytes = site.host.bring(&request.range);
        site.engine.supply(request.id, bytes).unwrap();
    }
    assert!(site.engine.preload(Mode::Hybrid).is_empty() && site.engine.preload(Mode::Dense).is_empty());
    assert_eq!(sorted(site.urls("pool")), ["b", "c", "e"]);
    assert_eq!(site.rounds, 1, "texts only");
    let text = varied(12_000, 3);
    let large = Site::of(&[("a", "", text.as_str())]);
    assert!(large.engine.preload(Mode::Hybrid).is_empty(), "a large site preloads no terms");
}

#[test]
fn a_palindrome_is_fetched_once() {
    let mut site = Site::of(&[("a", "", "level"), ("b", "", "level")]);
    let answer = site.answer(&words("levle"));
    assert_eq!((sorted(urls(&answer)), answer.corrections.len()), (vec!["a".to_owned(), "b".to_owned()], 1));
}

#[test]
fn loaded_blocks_do_not_change_answers() {
    let texts: Vec<String> = (0..3_000)
        .map(|at| if at % 2 == 0 { "the ground".to_owned() } else { format!("the owl {}", "x ".repeat(40)) })
        .collect();
    let sections: Vec<(String, &str)> =
        (0..).map(|at: u32| format!("s{at}")).zip(texts.iter().map(String::as_str)).collect();
    let sections: Vec<(&str, &str, &str)> =
        sections.iter().map(|(anchor, text)| (anchor.as_str(), "", *text)).collect();
    let pages = [page("a", "", &sections)];
    let mut fresh = Site::with(&pages, &settings());
    let mut used = Site::with(&pages, &settings());
    assert_eq!(used.answer(&words("the")).total, 3_000, "with its low-impact postings");
    for query in ["the owl", "the -ground", "+the owl", "\"the owl\""] {
        let request = Request { explain: true, ..words(query) };
        assert_eq!(used.answer(&request), fresh.answer(&request), "{query}");
    }
    let all = Request { minimum_should_match: "100%".to_owned(), ..words("the owl") };
    assert_eq!(fresh.answer(&all).total, 1_500, "with the low-impact postings of the shorter list");
}
