//! Paging, limits per page, filters, facets, the fields of hits, and explanations.

use super::*;
use crate::index::Also;

/// A word in five sections of one page, two of another and one of a third.
fn widgets() -> Site {
    let mut pages = vec![
        page(
            "a",
            "Alpha",
            &[
                ("1", "One", "widget widget widget"),
                ("2", "Two", "widget widget and so on"),
                ("3", "Three", "a widget of another kind"),
                ("4", "Four", "widget"),
                ("5", "Five", "the widget factory makes gadgets"),
            ],
        ),
        page("b", "Beta", &[("1", "One", "a widget"), ("2", "Two", "gadget and widget")]),
        page("c", "Gamma", &[("", "Widget", "gadget")]),
        page("d", "Delta", &[("", "Nothing", "of the kind")]),
    ];
    for (page, filters) in [
        (0, &[("kind", "guide"), ("version", "1")][..]),
        (1, &[("kind", "api"), ("version", "1"), ("version", "2")]),
        (2, &[("kind", "api"), ("version", "2")]),
        (3, &[("kind", "other")]),
    ] {
        let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pages[page].filters = filters.iter().map(pair).collect();
    }
    pages[2].meta = vec![("author".to_owned(), "Ferris".to_owned())];
    pages[2].sections[0].also =
        vec![Also { url: "old#widget".to_owned(), title: "Old".to_owned(), version: String::new() }];
    pages[2].sections[0].path = vec!["Parts".to_owned()];
    pages[2].sections[0].symbol_kind = "class".into();
    Site::with(&pages, &settings())
}

#[test]
fn hits_are_paged_and_limited_per_page() {
    let mut site = widgets();
    let all = site.urls("widget");
    assert_eq!(all.len(), 8);
    for (limit, offset) in [(3, 0), (3, 3), (3, 6), (3, 9), (0, 0), (10, 2), (usize::MAX, usize::MAX)] {
        let answer = site.answer(&Request { limit, offset, ..words("widget") });
        let expected: Vec<String> = all.iter().skip(offset).take(limit).cloned().collect();
        assert_eq!((urls(&answer), answer.total), (expected, 8), "{limit} from {offset}");
    }
    for (max_per_page, expected) in [(1, 3), (2, 5), (4, 7), (9, 8), (0, 8)] {
        let answer = site.answer(&Request { max_per_page, ..words("widget") });
        assert_eq!(answer.total, expected, "as many as can be reached");
        let of_first = answer.hits.iter().filter(|hit| hit.page == "a").count();
        assert_eq!(
            (answer.hits.len(), of_first),
            (expected, if max_per_page == 0 { 5 } else { max_per_page.min(5) })
        );
        let kept = urls(&answer);
        assert!(
            kept.is_sorted_by_key(|url| all.iter().position(|known| known == url)),
            "the best of each page"
        );
    }
}

/// The best page has more hits than the candidates that the limit alone would need.
#[test]
fn a_page_full_of_hits_does_not_hide_other_pages() {
    let anchors: Vec<String> = (0..80).map(|at| format!("s{at}")).collect();
    let full: Vec<(&str, &str, &str)> =
        anchors.iter().map(|anchor| (anchor.as_str(), "Widget", "widget widget")).collect();
    let others =
        (0..6).map(|at| page(&format!("p{at}"), "Other", &[("", "Other", "beside a widget, much more")]));
    let pages: Vec<Page> = std::iter::once(page("a", "Alpha", &full)).chain(others).collect();
    let mut site = Site::with(&pages, &settings());
    let answer = site.answer(&Request { max_per_page: 3, ..words("widget") });
    assert_eq!(answer.hits.iter().filter(|hit| hit.page == "a").count(), 3);
    assert_eq!(answer.hits.len(), 9);
}

#[test]
fn filters_narrow_answers() {
    let mut site = widgets();
    for (filters, expected) in [
        (&[][..], &["a", "b", "c"][..]),
        (&[("kind", &["api"][..])], &["b", "c"]),
        (&[("kind", &["api", "guide"])], &["a", "b", "c"]),
        (&[("kind", &["api"]), ("version", &["1"])], &["b"]),
        (&[("version", &["2", "9"])], &["b", "c"]),
        (&[("kind", &["other"])], &[]),
        (&[("kind", &[])], &[]),
        (&[("colour", &["red"])], &[]),
        (&[("colour", &["red", ""])], &["a", "b", "c"]),
        (&[("version", &["2", ""])], &["b", "c"]),
    ] {
        let filters: Vec<(String, Vec<String>)> = filters
            .iter()
            .map(|(name, values)| {
                ((*name).to_owned(), values.iter().map(|value| (*value).to_owned()).collect())
            })
            .collect();
        let answer = site.answer(&Request { filters: filters.clone(), ..words("widget") });
        let pages: BTreeSet<&str> = answer.hits.iter().map(|hit| hit.page.as_str()).collect();
        assert!(pages.iter().eq(expected), "{filters:?}: {pages:?}");
        assert_eq!((answer.total, answer.facets), (answer.hits.len(), None));
    }
    let mut without = Site::of(DOCS);
    for (or_none, found) in [(None, false), (Some(""), true)] {
        let values = ["api"].into_iter().chain(or_none).map(str::to_owned).collect();
        let filters = vec![("kind".to_owned(), values)];
        let answer = without.answer(&Request { filters, ..words("pool") });
        assert_eq!(!answer.hits.is_empty(), found, "a site without filters");
    }
}

#[test]
fn facets_count_pages() {
    let mut site = widgets();
    for (query, filters, expected) in [
        ("widget", &[][..], "kind api:2 guide:1 version 1:2 2:2"),
        ("gadget", &[], "kind api:2 guide:1 version 1:2 2:2"),
        ("+gadget +factory", &[], "kind guide:1 version 1:1"),
        ("widget", &[("version", "2")], "kind api:2 version 1:2 2:2"),
        ("zzqqxx", &[], "kind version"),
    ] {
        let filters = filters
            .iter()
            .map(|(name, value): &(&str, &str)| ((*name).to_owned(), vec![(*value).to_owned()]));
        let answer =
            site.answer(&Request { facets: true, limit: 1, filters: filters.collect(), ..words(query) });
        let facets = answer.facets.unwrap();
        let counts = facets.iter().flat_map(|facet| {
            let values = facet.values.iter().map(|(value, count)| format!("{value}:{count}"));
            std::iter::once(facet.name.clone()).chain(values)
        });
        assert_eq!(counts.collect::<Vec<_>>().join(" "), expected, "{query}");
    }
}

#[test]
fn hits_are_counted_by_page() {
    let mut site = widgets();
    for (query, min_score, expected) in [
        ("widget", None, "c:1 a:5 b:2"),
        ("gadget", None, "c:1 a:1 b:1"),
        ("+gadget +factory", None, "a:1"),
        ("zzqqxx", None, ""),
        ("gadget widget", Some(1_000.0), ""),
    ] {
        let counted = Request { doc_aggregates: true, limit: 1, min_score, ..words(query) };
        let first = site.answer(&counted);
        let pages = first.doc_aggregates.unwrap();
        let counts: Vec<String> = pages.iter().map(|it| format!("{}:{}", it.page, it.hits)).collect();
        let mut sorted_counts: Vec<&str> = expected.split_terminator(' ').collect();
        let mut found: Vec<&str> = counts.iter().map(String::as_str).collect();
        assert_eq!(found.first().map(|page| &page[..1]), first.hits.first().map(|hit| hit.page.as_str()));
        sorted_counts.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, sorted_counts, "{query}");
        assert!(pages.iter().all(|it| ["Alpha", "Beta", "Gamma"].contains(&it.title.as_str())));
        let later = site.answer(&Request { offset: 1, ..counted });
        assert_eq!(later.doc_aggregates.unwrap(), pages, "{query}: whatever the page of hits");
    }
    assert_eq!(site.answer(&words("widget")).doc_aggregates, None);
}

#[test]
fn hits_carry_their_page_and_metadata() {
    let mut site = widgets();
    let answer = site.answer(&words("gadget widget"));
    let hit = answer.hits.iter().find(|hit| hit.page == "c").unwrap();
    assert_eq!((hit.url.as_str(), hit.title.as_str(), hit.heading.as_str()), ("c", "Gamma", "Widget"));
    assert_eq!((&hit.path, &hit.excerpt), (&vec!["Parts".to_owned()], &"gadget".to_owned()));
    assert_eq!(hit.highlights, [(0, 6)]);
    assert_eq!((hit.kind.as_str(), hit.text.as_str()), ("class", ""));
    assert_eq!(hit.lists, ["lexical"]);
    assert_eq!(hit.meta, [("author".to_owned(), "Ferris".to_owned())]);
    assert_eq!(
        hit.also,
        [FoundPlace { url: "old#widget".to_owned(), title: "Old".to_owned(), version: String::new() }]
    );
    assert!(hit.explanation.is_none());
}

#[test]
fn hits_carry_as_much_text_as_requested() {
    let mut site = widgets();
    for (text_length, expected) in [
        (0, ""),
        (5, "the w"),
        (33, "the widget factory makes gadgets"),
        (1_000_000, "the widget factory makes gadgets"),
    ] {
        let answer = site.answer(&Request { text_length, ..words("factory") });
        assert_eq!(answer.hits[0].text, expected, "{text_length}");
    }
}

#[test]
fn explanations_add_up() {
    let mut site = widgets();
    let answer = site.answer(&Request { explain: true, ..words("gadget widget") });
    let mut ranks = Vec::new();
    for hit in &answer.hits {
        let why = hit.explanation.as_ref().unwrap();
        let [share] = why.contributions.as_slice() else { panic!("{why:?}") };
        ranks.push(share.rank);
        assert_eq!(share.retriever, "lexical");
        assert!((share.raw_score + why.proximity - hit.score).abs() < 1e-6);
        assert_eq!(share.share, share.raw_score);
        let sum: f32 = why.terms.iter().map(|term| term.score).sum();
        let (whole, raw) = (why.terms.len() == 2, share.raw_score);
        assert!(if whole { (sum - raw).abs() < 1e-3 } else { sum > raw }, "{}: {why:?}", hit.url);
        for term in &why.terms {
            assert_eq!(term.document_frequency, if term.term == "widget" { 8 } else { 3 });
        }
    }
    ranks.sort_unstable();
    assert!(ranks.into_iter().eq(1..=answer.hits.len()));
    let of_c = answer.hits.iter().find(|hit| hit.url == "c").unwrap().explanation.as_ref().unwrap();
    let fields: Vec<(&str, &[&str])> =
        of_c.terms.iter().map(|term| (term.term.as_str(), term.fields.as_slice())).collect();
    assert_eq!(fields, [("gadget", &["body"][..]), ("widget", &["heading"])]);
}

#[test]
fn a_small_total_is_that_of_the_hits_that_pages_may_show() {
    let anchors: Vec<String> = (0..30).map(|number| number.to_string()).collect();
    let sections: Vec<_> = anchors.iter().map(|anchor| (anchor.as_str(), "Part", "a widget")).collect();
    let pages: Vec<_> = (0..20).map(|number| page(&format!("page{number}"), "Parts", &sections)).collect();
    let mut site = Site::with(&pages, &settings());
    for (max_per_page, expected) in [(3, 60), (1, 20), (0, 600)] {
        let answer = site.answer(&Request { max_per_page, ..words("widget") });
        assert_eq!(answer.total, expected, "{max_per_page}");
    }
}
