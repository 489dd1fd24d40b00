//! What unfinished words find.

use super::*;

#[test]
fn the_last_word_may_be_unfinished() {
    let mut site = Site::of(DOCS);
    for (query, prefix, expected) in [
        ("conn", true, &["c"][..]),
        ("conn", false, &[]),
        ("file thr", true, &["b", "c", "d", "e"]),
        ("conn file", true, &["d", "e"]),
        ("conn ", true, &[]),
        ("pool", true, &["b", "c", "e"]),
        ("+conn", true, &["c"]),
        ("c", true, &[]),
    ] {
        let request = Request { prefix, ..words(query) };
        assert_eq!(sorted(urls(&site.answer(&request))), expected, "{query:?} {prefix}");
    }
    for query in ["(conn", "spawn(conn", "#[conn", "the (file, conn"] {
        let answer = site.answer(&Request { prefix: true, ..words(query) });
        assert!(urls(&answer).iter().any(|url| url == "c"), "{query:?}");
    }
    let answer = site.answer(&Request { prefix: true, ..words("poo") });
    assert!(answer.corrections.is_empty(), "an unfinished word is not corrected");
}

/// A word of many sections is the likelier completion, though a rare one has the higher inverse document frequency.
#[test]
fn the_usual_completion_comes_first() {
    let mut pages = vec![("space", "", "create tablespace"), ("table", "", "create table")];
    let others: Vec<String> = (0..30).map(|number| format!("other{number}")).collect();
    pages.extend(others.iter().map(|url| (url.as_str(), "", "a table of many other words")));
    let mut site = Site::of(&pages);
    for typed in ["create ta", "create tabl"] {
        assert_eq!(urls(&site.answer(&Request { prefix: true, ..words(typed) }))[0], "table", "{typed}");
    }
}

#[test]
fn a_word_is_completed_beyond_its_stem() {
    let mut site =
        Site::of(&[("a", "", "authentication here"), ("b", "", "no authentication"), ("c", "", "")]);
    for typed in ["authen", "authent", "authentica", "authenticatio"] {
        let answer = site.answer(&Request { prefix: true, ..words(typed) });
        assert_eq!((sorted(urls(&answer)).concat().as_str(), answer.corrections.len()), ("ab", 0), "{typed}");
    }
}

/// Stems end otherwise than words; what is typed begins the word as it stands.
#[test]
fn each_beginning_of_a_word_finds_it() {
    let mut site = Site::of(&[
        ("a", "", "interior mutability, and studies of relational data"),
        ("b", "", "a mutable and mutable thing"),
        ("c", "", "a study, a study and relations"),
    ]);
    for word in ["mutability", "studies", "relational"] {
        for end in 5..=word.len() {
            let typed = &word[..end];
            let answer = site.answer(&Request { prefix: true, ..words(typed) });
            assert!(
                urls(&answer).iter().any(|url| url == "a"),
                "{typed}: {:?} {:?}",
                urls(&answer),
                answer.missing
            );
        }
    }
}
