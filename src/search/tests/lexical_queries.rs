//! What the lexical retriever finds for words, phrases, operators and names.

use super::*;
use crate::index::Synonym;

#[test]
fn queries_find_their_sections() {
    let mut site = Site::of(DOCS);
    for (query, expected) in [
        ("pool", &["b", "c", "e"][..]),
        ("POOLS", &["b", "c", "e"]),
        ("file", &["d", "e"]),
        ("file zzqqxx", &["d", "e"]),
        ("zzqqxx", &[]),
        ("the", &["c", "d", "e"]),
        ("what is the", &["a", "c", "d", "e"]),
        ("\"thread pool\"", &["b"]),
        ("\"pool thread\"", &["c"]),
        ("\"thread file\"", &[]),
        ("\"the pool\" value", &["a", "c", "e"]),
        ("+file pool", &["d", "e"]),
        ("+pool +file", &["e"]),
        ("+\"thread pool\" file", &["b"]),
        ("pool -file", &["b", "c"]),
        ("pool -\"thread pool\"", &["c", "e"]),
        ("+pool -zzqqxx", &["b", "c", "e"]),
        ("+zzqqxx pool", &[]),
        // A stop word counts where it must be there, whatever the rest of the query does with it.
        ("pool the +the", &["c", "d", "e"]),
        ("value the \"the pool\"", &["a", "c", "d", "e"]),
        ("-pool", &["b", "c", "e"]),
        ("", &[]),
        (" ", &[]),
        ("…", &[]),
    ] {
        assert_eq!(sorted(site.urls(query)), expected, "{query:?}");
    }
}

#[test]
fn the_best_section_comes_first() {
    let mut site = Site::of(DOCS);
    for (query, expected) in [
        ("pool", "c"),
        ("threads", "b"),
        ("how do I close a file", "d"),
        ("what is borrowing of a value", "a"),
        ("sharing a file", "e"),
    ] {
        let answer = site.answer(&words(query));
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.hits.is_sorted_by(|a, b| a.score >= b.score) && answer.hits[0].score > 0.0);
        assert_eq!((answer.total, answer.degraded), (answer.hits.len(), None));
    }
}

#[test]
fn adjacent_terms_rank_first() {
    let mut site = Site::of(&[
        ("a", "First", "red owls and blue foxes"),
        ("b", "Second", "red foxes and blue owls"),
        ("c", "Third", "neither of them"),
    ]);
    for (query, expected) in [("blue owl", ["b", "a"]), ("blue fox", ["a", "b"])] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        let urls: Vec<&str> = answer.hits.iter().map(|hit| hit.url.as_str()).collect();
        assert_eq!(urls, expected, "{query}");
        let gains: Vec<f32> =
            answer.hits.iter().map(|hit| hit.explanation.as_ref().unwrap().proximity).collect();
        assert!(gains[0] > 0.0 && gains[1] == 0.0, "{query}: {gains:?}");
    }
}

#[test]
fn minimum_should_match_excludes_sections() {
    let mut site = Site::of(DOCS);
    for (minimum, expected) in [
        ("", &["a", "b", "c", "d", "e"][..]),
        ("1", &["a", "b", "c", "d", "e"]),
        ("2", &["e"]),
        ("0", &["a", "b", "c", "d", "e"]),
        ("67%", &["e"]),
        ("100%", &["e"]),
        ("50%", &["a", "b", "c", "d", "e"]),
    ] {
        let request = Request { minimum_should_match: minimum.to_owned(), ..words("file pool borrowing") };
        assert_eq!(sorted(urls(&site.answer(&request))), expected, "{minimum:?}");
    }
    let wrong = Request { minimum_should_match: "many".to_owned(), ..words("file") };
    assert_eq!(site.engine.query(&wrong, None).unwrap_err().code(), "request");
}

#[test]
fn names_match_in_lower_case() {
    let mut site = Site::of(&[
        ("a", "RefCell", "a RefCell of DataFrames"),
        ("b", "", "a refcell, and another refcell"),
        ("c", "", "nothing"),
    ]);
    for (query, expected) in [("refcell", "ab"), ("RefCell", "ab"), ("dataframes", "a"), ("refcells", "ab")] {
        let answer = site.answer(&words(query));
        assert_eq!(
            (sorted(urls(&answer)).concat().as_str(), &answer.corrections[..]),
            (expected, &[][..]),
            "{query}"
        );
    }
}

/// For a name that must or must not match, one of its parts is not enough.
#[test]
fn names_with_operators_match_as_wholes() {
    let mut site = Site::of(&[
        ("a", "", "a list and a HashMap"),
        ("b", "", "a list of maps"),
        ("c", "", "a list for C++ of python 3.11"),
        ("d", "", "a list for C of python 3.9"),
    ]);
    for (query, expected) in [
        ("list -HashMap", "bcd"),
        ("+HashMap list", "a"),
        ("list -C++", "abd"),
        ("list -\"python 3.11\"", "abd"),
        ("+3.11 list", "c"),
    ] {
        assert_eq!(sorted(site.urls(query)).concat(), expected, "{query}");
    }
}

#[test]
fn excluded_words_do_not_change_scores() {
    let mut site = Site::of(DOCS);
    let scores = |answer: &Answer| answer.hits.iter().map(|hit| hit.score.to_bits()).collect::<Vec<_>>();
    let [plain, less] = ["thread pool", "thread pool -owner"].map(|query| site.answer(&words(query)));
    assert_eq!((urls(&plain), scores(&plain)), (urls(&less), scores(&less)));
}

#[test]
fn synonyms_work_one_way_or_both() {
    let synonym = |word: &str, others: &[&str]| Synonym {
        word: word.to_owned(),
        others: others.iter().map(|other| (*other).to_owned()).collect(),
    };
    let settings = IndexSettings {
        synonyms: vec![
            synonym("cluster", &["kubernetes"]),
            synonym("child", &["kid"]),
            synonym("kid", &["child"]),
            synonym("db", &["data store"]),
            synonym("plain ball", &["kubernetes"]),
        ],
        ..settings()
    };
    let pages = plain(&[
        ("a", "One", "kubernetes runs"),
        ("b", "Two", "a cluster here"),
        ("c", "Three", "a child plays"),
        ("d", "Four", "a kid plays"),
        ("e", "Five", "the data lies in a store"),
    ]);
    let mut site = Site::with(&pages, &settings);
    for (query, expected) in [
        ("cluster", &["b", "a"][..]),
        ("Clusters", &["b"]),
        ("kubernetes", &["a"]),
        ("child", &["c", "d"]),
        ("Kid", &["d", "c"]),
        ("db", &["e"]),
        ("(db)?", &["e"]),
        ("plain ball", &["a"]),
        ("what is (plain balls)?", &["a"]),
        ("ball plain", &[]),
        ("\"a child\"", &["c"]),
        ("kid -child", &["d"]),
    ] {
        assert_eq!(site.urls(query), expected, "{query}");
    }
}

#[test]
fn dictionary_terms_are_looked_up_whole() {
    let settings = IndexSettings { dictionary: vec!["SQL Server".to_owned()], ..settings() };
    let pages = plain(&[
        ("a", "One", "The server that speaks SQL: SQL, server, SQL, server."),
        ("b", "Two", "This is about SQL Server and how it is set up on a machine of one's own."),
    ]);
    let mut site = Site::with(&pages, &settings);
    let answer = site.answer(&Request { explain: true, ..words("sql server") });
    assert_eq!(answer.hits[0].url, "b");
    let terms = |hit: &Hit| -> Vec<String> {
        hit.explanation.iter().flat_map(|why| &why.terms).map(|term| term.term.clone()).collect()
    };
    assert!(terms(&answer.hits[0]).contains(&"sql server".to_owned()));
    assert!(!terms(&answer.hits[1]).contains(&"sql server".to_owned()));
    assert_eq!(
        Site::with(&pages, &super::settings()).urls("sql server")[0],
        "a",
        "without the dictionary term"
    );
}

#[test]
fn single_character_words_match_inside_other_words() {
    let mut site = Site::of(&[
        ("a", "互斥锁", "用互斥锁保护数据"),
        ("b", "线程", "每个线程都等待锁。"),
        ("c", "组", "キーと値の組"),
        ("d", "값", "값을 돌려준다"),
    ]);
    for (query, expected) in
        [("锁", &["a", "b"][..]), ("値", &["c"]), ("값", &["d"]), ("と", &[]), ("锁 线程", &["a", "b"])]
    {
        assert_eq!(sorted(site.urls(query)), expected, "{query}");
    }
    let answer = site.answer(&words("锁"));
    for hit in &answer.hits {
        let marked: Vec<String> = hit
            .highlights
            .iter()
            .map(|(from, to)| hit.excerpt.chars().skip(*from as usize).take((to - from) as usize).collect())
            .collect();
        assert_eq!(marked, ["锁"], "{}", hit.excerpt);
    }
}
