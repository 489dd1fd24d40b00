//! What is looked up for a query: phrases of questions, spellings, words written as one or as two.

use super::*;

/// Sections that have only the words of the question's phrase come after those about its topic, and its words are not
/// corrected.
#[test]
fn phrases_of_questions_do_not_rank() {
    let mut site = Site::of(&[
        ("a", "Overview", "An overview of the best way: this way, that way, the way to go. Alone."),
        ("b", "Threads", "Sharing data takes an Arc."),
        ("c", "Locks", "Alone with a lock, which shares data in a way that is safe."),
    ]);
    for (query, expected) in [
        ("is there a way to share data", "b"),
        ("an overview of threads", "b"),
        ("has anyone shared data", "b"),
        ("overview", "a"),
        ("the best way", "a"),
        ("overview of", "a"),
    ] {
        let answer = site.answer(&words(query));
        assert_eq!((answer.hits[0].url.as_str(), answer.corrections.len()), (expected, 0), "{query}");
    }
}

#[test]
fn words_are_found_joined_and_apart() {
    let mut site = Site::of(&[
        ("a", "One", "A subprocess runs. The subprocess ends."),
        ("b", "Two", "A sub process runs. The sub process ends."),
        ("c", "Three", "To log in, there is a thread pool: pools of threads. A process."),
        ("d", "Four", "A login, and another login. The pool of a thread."),
        ("e", "Five", "Process the sub of it, and the file. A name."),
        ("f", "Six", "The name of a file name."),
    ]);
    for (query, expected) in [
        ("sub process", "ab"),
        ("subprocess", "a"),
        ("log in", "cd"),
        ("threadpool", "c"),
        ("filenames", "f"),
        ("threadpool login", "cd"),
        ("poolthread", ""),
    ] {
        let answer = site.answer(&words(query));
        let found = urls(&answer).into_iter().take(expected.len()).collect();
        assert_eq!((sorted(found).concat().as_str(), answer.corrections.len()), (expected, 0), "{query}");
    }
    assert_eq!(site.urls("threadpool"), ["c"], "only where the parts are side by side");
    assert_eq!(site.urls("poolthread"), Vec::<String>::new());
}

#[test]
fn forms_of_one_term_find_each_other() {
    let mut site = Site::of(&[
        (
            "a",
            "One",
            "It has 1,000,000 rows, 5 ㎏, a hand-off, the U.S.A., CO₂ and ﬁrst of all a 👍🏽 ≤ ;; here. \
             12,345px in 1,500ms, ๒,๗๐๐ things, ½ a cup, ກ\u{ecd}\u{eb2} and น\u{e49}\u{e4d}\u{e32}.",
        ),
        (
            "b",
            "Two",
            "It has 1_000_000 rows, 5 kg, a handoff, the USA, CO2, first of all a 👍 ≤ ;; here. 12345px in 1500ms, \
             2700 things, 1/2 a cup, ກຳ and น้ำ.",
        ),
        (
            "c",
            "Three",
            "It has 1 row, 000 kilograms, the hand is off, ok. 12 of 345px in 1 and 500ms, 1 of 2, 2 of 1, กน.",
        ),
    ]);
    for query in [
        "1000000",
        "1'000'000",
        "kg",
        "㎏",
        "handoffs",
        "hand-off",
        "usa",
        "u.s.a.",
        "co2",
        "CO₂",
        "first",
        "👍",
        "👍🏿",
        "≤",
        ";;",
        "12,345px",
        "12345px",
        "1'500ms",
        "1500ms",
        "๒,๗๐๐",
        "2700",
        "½",
        "1/2",
        "ກ\u{ecd}\u{eb2}",
        "ກຳ",
        "น\u{e4d}\u{e49}\u{e32}",
    ] {
        let answer = site.answer(&words(query));
        let found = urls(&answer).into_iter().take(2).collect();
        assert_eq!((sorted(found).concat().as_str(), answer.corrections.len()), ("ab", 0), "{query}");
    }
}

#[test]
fn parts_of_a_name_in_lower_case_find_it() {
    let mut site = Site::of(&[
        ("a", "One", "The option docsRouteBasePath is a path of docs, the base of a route."),
        ("b", "Two", "A base, a path, a route, docs."),
    ]);
    // Two parts side by side are a word written as one.
    for (query, corrections) in [("routebasepath", 1), ("docsroutebase", 1), ("basepath", 0)] {
        let answer = site.answer(&words(query));
        assert_eq!(
            (urls(&answer).concat().as_str(), answer.corrections.len()),
            ("a", corrections),
            "{query}"
        );
        assert!(answer.corrections.iter().all(|it| it.to == "docsRouteBasePath"), "{query}");
    }
}

#[test]
fn keywords_are_not_stop_words() {
    let mut site = Site::of(&[
        ("a", "One", "A column is null. Null is a value."),
        ("b", "Two", "A constraint NOT NULL."),
        ("c", "Three", "Null or a value."),
    ]);
    assert_eq!(site.urls("NOT NULL")[0], "b");
    assert_eq!(site.urls("OR null")[0], "c");
}

#[test]
fn british_and_american_spellings_find_each_other() {
    let mut site = Site::of(&[
        ("a", "Colours", "Favourite colours of the Organisation's centre, in neighbouring catalogues."),
        ("b", "Colors", "Favorite colors of the organization's center, in neighboring catalogs."),
        ("c", "Other", "The hour of our source."),
    ]);
    for query in ["colour", "Color", "favourite", "favorite", "organise", "organizing", "centre", "center"] {
        let answer = site.answer(&words(query));
        assert_eq!((sorted(urls(&answer)).concat().as_str(), answer.corrections.len()), ("ab", 0), "{query}");
    }
    // Excerpts mark words as they are written.
    for (query, marked) in [
        (
            "color favorite organization center neighbor catalog",
            "Favourite colours Organisation's centre neighbouring catalogues",
        ),
        (
            "colour favourite organisation centre neighbour catalogue",
            "Favorite colors organization's center neighboring catalogs",
        ),
    ] {
        let answer = site.answer(&words(query));
        let marks = |hit: &Hit| {
            let marks = hit.highlights.iter();
            let marks =
                marks.map(|(from, to)| hit.excerpt.chars().skip(*from as usize).take((to - from) as usize));
            marks.map(String::from_iter).collect::<Vec<String>>().join(" ")
        };
        assert!(answer.hits.iter().any(|hit| marks(hit) == marked), "{query}: {:?}", answer.hits);
    }
}
