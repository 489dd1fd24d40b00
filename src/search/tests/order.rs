//! Other orders than the ranking, lists without a query, nested filters, and counts under the other filters.

use super::*;
use crate::filters::Condition;
use crate::search::Listing;

/// Pages with filters, of which some are keys to sort by.
fn site() -> Site {
    let dated = [
        ("a", "Owls hunt mice.", "2024-12-31", "1.10", "guide"),
        ("b", "Owls and owls.", "2025-01-02", "1.9", "guide"),
        ("c", "Owls sleep; mice do not.", "", "1.9", "news"),
        ("d", "Mice eat.", "2023-05-01", "2.0", "news"),
    ];
    let pages: Vec<Page> = dated
        .iter()
        .map(|(url, text, date, version, kind)| {
            let mut page = page(url, url, &[("", url, text)]);
            let pairs = [("kind", kind), ("sort:date", date), ("sort:pageversion", version)];
            let stated = pairs.iter().filter(|(_, value)| !value.is_empty());
            page.filters = stated.map(|(name, value)| ((*name).to_owned(), (**value).to_owned())).collect();
            page
        })
        .collect();
    Site::with(&pages, &settings())
}

fn sort_by(site: &mut Site, sort: &str) {
    site.engine.list_by(Listing { sort: sort.to_owned(), ..Listing::default() });
}

fn has(name: &str, value: &str) -> Condition {
    Condition::Has([(name.to_owned(), vec![value.to_owned()])])
}

#[test]
fn hits_and_pages_are_sorted_by_keys_and_those_without_come_last() {
    let mut site = site();
    assert_eq!(site.host.manifest.offers.clone().unwrap().sort, ["date:desc", "pageversion:desc"]);
    for (text, sort, expected) in [
        ("owls", "date", &["a", "b", "c"][..]),
        ("owls", "date:desc", &["b", "a", "c"]),
        ("owls", "pageversion:asc", &["b", "c", "a"]),
        ("owls mice", "date:desc", &["a", "c"]),
        ("", "date:desc", &["b", "a", "d", "c"]),
        (" ", "pageversion:desc", &["d", "a", "b", "c"]),
    ] {
        sort_by(&mut site, sort);
        let answer = site.answer(&request(text, Mode::Hybrid));
        let mut found = urls(&answer);
        if text == "owls" && sort == "pageversion:asc" {
            found[..2].sort(); // equal ones keep the order of the ranking
        }
        assert_eq!(
            (found, answer.total),
            (expected.iter().map(|it| (*it).to_owned()).collect(), expected.len())
        );
        assert_eq!((answer.mode, answer.degraded), (Mode::Lexical, None));
    }
    let best = Request { minimum_should_match: "0".to_owned(), ..request("owls mice", Mode::Hybrid) };
    sort_by(&mut site, "date");
    assert_eq!(urls(&site.answer(&best)), ["d", "a", "b", "c"]);
    sort_by(&mut site, "size");
    let answer = site.answer(&request("owls", Mode::Hybrid));
    let problem = &answer.degraded.unwrap()[0];
    assert_eq!((problem.retriever, problem.code.as_str()), ("sort", "request"));
    assert_eq!(problem.message, "a key to sort by expected: date or pageversion; size found");
}

#[test]
fn keys_are_no_filters_and_only_those_who_sort_load_them() {
    let mut site = site();
    let answer = site.answer(&Request { facets: true, ..words("owls") });
    let names: Vec<&str> = answer.facets.iter().flatten().map(|facet| facet.name.as_str()).collect();
    assert_eq!(names, ["kind"]);
    assert!(site.asked.iter().all(|(file, _)| !file.starts_with("keys")), "{:?}", site.asked);
    site.broken.push("keys");
    sort_by(&mut site, "date");
    let answer = site.answer(&request("owls", Mode::Hybrid));
    assert_eq!(answer.hits.len(), 3);
    assert_eq!(answer.degraded.unwrap()[0].retriever, "sort");
    let without = Site::of(DOCS);
    assert_eq!(without.host.manifest.offers, None);
    assert!(without.host.files.keys().all(|name| !name.starts_with("keys")));
}

#[test]
fn pages_are_listed_without_a_query() {
    let mut site = site();
    let news = vec![("kind".to_owned(), vec!["news".to_owned()])];
    let listed = Request { filters: news, facets: true, ..request("", Mode::Hybrid) };
    let answer = site.answer(&listed);
    assert_eq!((urls(&answer), answer.total), (vec!["c".to_owned(), "d".to_owned()], 2));
    assert_eq!(answer.hits[0].excerpt, "Owls sleep; mice do not.");
    assert_eq!(answer.facets.unwrap()[0].values, [("guide".to_owned(), 2), ("news".to_owned(), 2)]);
    let second = Request { offset: 1, limit: 1, ..listed };
    assert_eq!(urls(&site.answer(&second)), ["d"]);
    assert_eq!(urls(&site.answer(&request("", Mode::Hybrid))), Vec::<String>::new());
    let counted = site.answer(&Request { facets: true, limit: 1, ..request("", Mode::Hybrid) });
    assert_eq!((urls(&counted), counted.total), (vec!["a".to_owned()], 4));
    assert_eq!(counted.facets.unwrap()[0].values, [("guide".to_owned(), 2), ("news".to_owned(), 2)]);
}

/// What `degraded` says of filters.
fn of_filters(answer: &Answer) -> Vec<(&str, &str)> {
    let problems = answer.degraded.iter().flatten().filter(|problem| problem.retriever == "filters");
    problems.map(|problem| (problem.code.as_str(), problem.message.as_str())).collect()
}

#[test]
fn filters_that_no_index_has_are_told() {
    let mut site = site();
    let wanted = |name: &str, value: &str| vec![(name.to_owned(), vec![value.to_owned()])];
    let expected = [("request", "a filter expected: kind; colour found")];
    for text in ["owls", ""] {
        let mode = if text.is_empty() { Mode::Hybrid } else { Mode::Lexical };
        let asked = Request { filters: wanted("colour", "red"), ..request(text, mode) };
        let answer = site.answer(&asked);
        assert_eq!((answer.hits.len(), of_filters(&answer)), (0, expected.to_vec()), "{text}");
        // Pages may lack it.
        let answer = site.answer(&Request { filters: wanted("colour", ""), ..asked.clone() });
        assert!(answer.hits.len() > 1 && of_filters(&answer).is_empty(), "{text}");
        // Of a value that nobody has, the counts tell.
        let answer = site.answer(&Request { filters: wanted("kind", "colour"), ..asked });
        assert_eq!((answer.hits.len(), of_filters(&answer)), (0, Vec::new()), "{text}");
    }
    let nested = Condition::Any(vec![has("kind", "news"), Condition::None(vec![has("colour", "red")])]);
    site.engine.list_by(Listing { condition: Some(nested), ..Listing::default() });
    assert_eq!(of_filters(&site.answer(&request("owls", Mode::Hybrid))), expected);
    let mut site = Site::of(DOCS);
    let asked = Request { filters: wanted("kind", "news"), ..request("file", Mode::Lexical) };
    let message = "a filter expected: none, the site has none,; kind found";
    assert_eq!(of_filters(&site.answer(&asked)), [("request", message)]);
}

#[test]
fn where_filters_failed_to_load_none_is_unknown() {
    let mut site = site();
    site.broken.push("filters");
    let filters = vec![("colour".to_owned(), vec!["red".to_owned()])];
    let answer = site.answer(&Request { filters, ..request("owls", Mode::Lexical) });
    assert_eq!((answer.hits.len(), of_filters(&answer)), (3, Vec::new()));
}

#[test]
fn nested_filters_admit_pages() {
    let mut site = site();
    let mut found = |text: &str, condition: Condition| {
        site.engine.list_by(Listing { condition: Some(condition), ..Listing::default() });
        sorted(urls(&site.answer(&request(text, Mode::Hybrid))))
    };
    let either =
        || vec![has("kind", "news"), Condition::None(vec![has("kind", "guide"), has("kind", "news")])];
    assert_eq!(found("", Condition::Any(either())), ["c", "d"]);
    assert_eq!(found("owls", Condition::Any(either())), ["c"]);
    assert_eq!(found("owls", Condition::None(either())), ["a", "b"]);
    assert_eq!(found("owls", Condition::All(either())), Vec::<String>::new());
    assert_eq!(found("", has("kind", "")), Vec::<String>::new());
}

#[test]
fn counts_of_a_filter_are_those_under_the_others() {
    let mut site = site();
    let guides = vec![("kind".to_owned(), vec!["guide".to_owned()])];
    let answer = site.answer(&Request { filters: guides, facets: true, ..request("owls", Mode::Hybrid) });
    assert_eq!(sorted(urls(&answer)), ["a", "b"]);
    assert_eq!(answer.facets.unwrap()[0].values, [("guide".to_owned(), 2), ("news".to_owned(), 1)]);
}

#[test]
fn all_words_are_needed_unless_no_section_has_them() {
    let mut site = Site::of(DOCS);
    let some = &["a", "b", "c", "d", "e"][..];
    for (query, expected, fewer) in [
        ("file pool borrowing", &["e"][..], false),
        // Stop words need not match.
        ("the file and a pool", &["e"], false),
        ("file pool borowing", &["e"], false),
        ("file zebra", &["d", "e"], true),
        ("zebra", &[], false),
        ("+file zebra", &["d", "e"], true),
    ] {
        let all = Request { minimum_should_match: "all".to_owned(), ..words(query) };
        let answer = site.answer(&all);
        assert_eq!(
            (sorted(urls(&answer)), answer.fewer),
            (expected.iter().map(|it| (*it).to_owned()).collect(), fewer),
            "{query}"
        );
    }
    assert_eq!(sorted(urls(&site.answer(&words("file pool borrowing")))), some);
    let mut settings = settings();
    settings.ranking.set("search.match", 1.0);
    let mut site = Site::with(&plain(DOCS), &settings);
    assert_eq!(site.urls("file pool borrowing"), ["e"]);
    let best = Request { minimum_should_match: "0".to_owned(), ..words("file pool borrowing") };
    assert_eq!(sorted(urls(&site.answer(&best))), some);
}
