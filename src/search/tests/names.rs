//! Navigational matches rank first.

use super::*;
use crate::ingest::{Name, NameKind};

fn site() -> Site {
    let mut pages = vec![
        page(
            "tutorial",
            "os.path.join in many words",
            &[("", "Using os.path.join", &"Call os.path.join. ".repeat(60))],
        ),
        page(
            "library",
            "os.path",
            &[
                ("", "os.path", "Functions on paths."),
                ("os.path.join", "os.path.join(path, *paths)", "Joins segments."),
                ("str.join", "join(iterable)", "Joins strings."),
            ],
        ),
        page("sql", "CREATE TABLE", &[("", "CREATE TABLE", "Makes a table.")]),
        page("create", "Tables", &[("", "How to create a table", &"create table create table ".repeat(20))]),
    ];
    let name = |text: &str, kind| Name { text: text.to_owned(), kind };
    pages[1].sections[1].names =
        vec![name("os.path.join", NameKind::Qualified), name("join", NameKind::Last)];
    pages[1].sections[2].names = vec![name("str.join", NameKind::Qualified), name("join", NameKind::Plain)];
    Site::with(&pages, &settings())
}

#[test]
fn a_named_section_beats_frequent_mentions() {
    let mut site = site();
    for (query, expected) in [
        ("os.path.join", "library#os.path.join"),
        ("OS.Path.Join", "library#os.path.join"),
        (" os.path.join ", "library#os.path.join"),
        ("\"os.path.join\"", "library#os.path.join"),
        ("+os.path.join", "library#os.path.join"),
        ("os.path.join()", "library#os.path.join"),
        ("join()", "library#str.join"),
        ("str.join", "library#str.join"),
        ("join", "library#str.join"),
        ("os.path", "library"),
        ("create table", "sql"),
        ("\"create table\"", "sql"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational), "{query}");
        assert!(answer.corrections.is_empty(), "{query}");
    }
}

/// Names made of stop words or signs.
#[test]
fn operators_and_stop_words_are_names() {
    let others = [
        ("a", "Groups", "Group by group, sorted by group: is it not a group? It is not. [] and ..."),
        ("b", "Other", "A group is not by itself a group by others, by and by."),
    ];
    let mut pages = plain(&others);
    for (url, name) in
        [("group", "GROUP BY"), ("index", "[]"), ("rest", "..."), ("isnot", "is not"), ("by", "->")]
    {
        let mut page = page(url, url, &[("", name, "Some text about it.")]);
        page.sections[0].names = vec![Name { text: name.to_owned(), kind: NameKind::Heading }];
        pages.push(page);
    }
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [
        ("group by", "group"),
        ("GROUP BY", "group"),
        ("[]", "index"),
        ("...", "rest"),
        ("is not", "isnot"),
        ("\"is not\"", "isnot"),
        ("->", "by"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational), "{query}");
    }
}

/// Inbound links outweigh a slightly less reliable kind of name.
#[test]
fn the_most_linked_namesake_ranks_first() {
    let of = |kind, linking_pages| (kind, linking_pages);
    for (one, other, expected) in [
        (of(NameKind::Qualified, 0), of(NameKind::Qualified, 2), "b"),
        (of(NameKind::Qualified, 0), of(NameKind::Plain, 6), "a"),
        (of(NameKind::Qualified, 0), of(NameKind::Plain, 15), "b"),
        (of(NameKind::Last, 200), of(NameKind::Qualified, 0), "b"),
        (of(NameKind::Last, 0), of(NameKind::Listed, 100), "a"),
        (of(NameKind::Noted, 200), of(NameKind::Listed, 0), "b"),
    ] {
        let pages = [("a", one), ("b", other)].map(|(url, (kind, linking_pages))| {
            let mut page =
                page(url, url, &[("", "list", if url == "a" { "list list list" } else { "other" })]);
            page.sections[0].names = vec![Name { text: "list".to_owned(), kind }];
            page.sections[0].linking_pages = linking_pages;
            page
        });
        let answer = Site::with(&pages, &settings()).answer(&words("list"));
        assert_eq!(answer.hits[0].url, expected, "{one:?} {other:?}");
    }
}

#[test]
fn mistyped_names_rank_first() {
    let mut site = site();
    for (query, expected) in [
        ("os.path.jion", "library#os.path.join"),
        ("os.paht.join", "library#os.path.join"),
        ("os.path.jion()", "library#os.path.join"),
        ("craete  tabel", "sql"),
        ("CREATE TABEL", "sql"),
        ("+tabel", "create"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        let navigational = answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational);
        assert_eq!(navigational, query != "+tabel", "{query}");
    }
}

#[test]
fn a_name_with_further_words_is_not_navigational() {
    let mut site = site();
    for query in ["os.path.join segments", "+os.path.join -strings", "create a table", "tables"] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        let named =
            answer.hits.iter().filter(|hit| hit.explanation.as_ref().is_some_and(|why| why.navigational));
        assert_eq!(
            named.map(|hit| hit.url.as_str()).collect::<Vec<_>>(),
            if query == "tables" { vec!["create"] } else { vec![] },
            "{query}"
        );
    }
    let kinds: Vec<String> = site.urls("join");
    assert_eq!(
        kinds[..2],
        ["library#str.join", "library#os.path.join"],
        "a plain name ranks before a last part"
    );
}
