//! The list of links beside those of the retrievers.

use super::hybrid::{at, part, weights};
use super::*;
use crate::dense::{Bits, DenseParams};
use crate::ids::SectionId;
use crate::index::tests::built::{dense_input, info};
use crate::index::{Link, Ranking};

/// Pages in the site of [`site`].
const PAGES: usize = 90;

/// Pages of two sections on a circle, two degrees apart, the second one beside the first. The dense list of a query for
/// 0 degrees has pages 0 to 16 and the last ones, the lexical one for "widget" has pages 0 and 3. Page 0 links to page
/// 40, which page 41 links to. All pages but this one are guides.
pub(super) fn site(ranking: Ranking) -> Site {
    site_with(ranking, &[(0, 40), (41, 40)])
}

/// The same pages with other links.
fn site_with(ranking: Ranking, links: &[(usize, usize)]) -> Site {
    let text = |number: usize| if number == 3 { "A widget." } else { "Nothing." };
    let second = |number: usize| if number == 0 { "widget widget" } else { "More of it, a part." };
    let mut pages: Vec<Page> = (0..PAGES)
        .map(|number| {
            let (url, sections) =
                (format!("p{number:02}"), [("", "", text(number)), ("more", "", second(number))]);
            page(&url, "", &sections)
        })
        .collect();
    for (from, to) in links {
        let link = Link { from: 0, page: format!("p{to:02}").into(), anchor: "".into(), text: "".into() };
        pages[*from].links.push(link);
    }
    for page in pages.iter_mut().filter(|page| page.url != "p41") {
        page.filters = vec![("kind".to_owned(), "guide".to_owned())];
    }
    let sections: Vec<SectionId> = (0..2 * PAGES as u32).map(SectionId).collect();
    let vectors: Vec<f32> = (0..2 * PAGES).flat_map(|number| at(2.0 * number as f32)).collect();
    let info = info();
    let input = dense_input(&sections, &vectors, &info);
    let settings = IndexSettings {
        ranking: plain_ranking(ranking),
        dense: DenseParams { bits: Bits::Eight },
        ..settings()
    };
    Site::new(Host::new(build(&pages, Some(&input), &settings, &|_, _, _| {}).unwrap()))
}

fn linked(weight: f32) -> Site {
    site(weights(&[("links", weight)]))
}

fn ask(site: &mut Site, request: &Request) -> Answer {
    site.answer_with(&Request { explain: true, ..request.clone() }, Some(&at(0.0)))
}

fn widget() -> Request {
    request("widget", Mode::Hybrid)
}

/// The sections of the list of links, best first.
fn list(site: &Site) -> Vec<u32> {
    let of_links = site.engine.lists().iter().filter(|list| list.retriever == "links");
    of_links.flat_map(|list| &list.sections).map(|scored| scored.section.0).collect()
}

/// Whether a file of links was requested.
fn asked_for_links(site: &Site) -> bool {
    site.asked.iter().any(|(file, _)| file.starts_with("links-"))
}

#[test]
fn what_the_first_results_link_to_is_found() {
    let mut site = linked(1.0);
    let plain = site.answer_with(&widget(), Some(&at(0.0)));
    // Of a page in no other list, the first section.
    assert_eq!((list(&site), site.rounds), (vec![80, 82], 3), "links come with the first blocks");
    assert_eq!(plain.degraded, None);
    let answer = ask(&mut site, &widget());
    let found = |url: &str| {
        let hit = answer.hits.iter().find(|hit| hit.url == url).unwrap();
        let why = hit.explanation.as_ref().unwrap();
        (why.contributions.len(), part(why, "links").map(|it| (it.rank, it.weight)))
    };
    assert_eq!([found("p40"), found("p41")], [(1, Some((1, 1.0))), (1, Some((2, 1.0)))]);
}

/// Page 3 links to page 0, whose second section has the word.
#[test]
fn a_page_stands_for_its_best_section() {
    let mut site = site_with(weights(&[("links", 1.0)]), &[(3, 0)]);
    let answer = ask(&mut site, &widget());
    assert_eq!(list(&site), [6, 1], "each receives from the other");
    assert_eq!(answer.hits[0].url, "p00#more");
    let contributions = &answer.hits[0].explanation.as_ref().unwrap().contributions;
    assert_eq!(
        contributions.iter().map(|it| it.retriever).collect::<Vec<_>>(),
        ["lexical", "dense", "links"]
    );
}

#[test]
fn explanations_with_links_add_up() {
    let numbers = [("fusion.weights.links", 0.5), ("mix.links", 0.3), ("mix.depth", 30.0)];
    let numbers = numbers.map(|(key, number)| (key.to_owned(), number)).to_vec();
    let mut site = site(Ranking { numbers });
    for query in ["widget", "nothing about a widget", "what uses the widget", "widget -part"] {
        let answer = ask(&mut site, &request(query, Mode::Hybrid));
        assert!(!list(&site).is_empty(), "{query}");
        answer.hits.iter().for_each(assert_adds_up);
    }
}

#[test]
fn a_relationship_query_weighs_links_more() {
    for (query, factors, expected) in [
        ("widget", &[][..], Some(0.5)),
        ("what uses the widget", &[], Some(1.0)),
        ("what uses the widget", &[("intent.relationship.links", 3.0)], Some(1.5)),
        ("what uses the widget", &[("intent.relationship.links", 0.0)], None),
    ] {
        let mut ranking = weights(&[("links", 0.5)]);
        ranking.numbers.extend(factors.iter().map(|(key, number)| ((*key).to_owned(), *number)));
        let mut site = site(ranking);
        site.answer_with(&request(query, Mode::Hybrid), Some(&at(0.0)));
        let weight =
            site.engine.lists().iter().find(|list| list.retriever == "links").map(|list| list.weight);
        assert_eq!(weight, expected, "{query} {factors:?}");
    }
}

#[test]
fn filters_and_operators_hold_for_what_is_added() {
    let mut site = linked(1.0);
    for (query, filter, expected) in [
        ("widget", Some("guide"), &[80][..]),
        ("+widget", None, &[]),
        // The first sections have the word.
        ("widget -nothing", None, &[81, 83]),
    ] {
        let filters = filter.map(|value| ("kind".to_owned(), vec![value.to_owned()])).into_iter().collect();
        site.answer_with(&Request { filters, ..request(query, Mode::Hybrid) }, Some(&at(0.0)));
        assert_eq!(list(&site), expected, "{query} {filter:?}");
    }
}

#[test]
fn without_links_the_retrievers_rank_as_ever() {
    let mut site = linked(1.0);
    site.broken = vec!["links"];
    let answer = ask(&mut site, &widget());
    let without = ask(&mut linked(0.0), &widget());
    assert_eq!((&answer.hits, &without.degraded), (&without.hits, &None));
}

#[test]
fn links_are_requested_for_fused_lists_with_a_weight_only() {
    let vector = at(0.0);
    for (weight, mode, vector, expected) in [
        (1.0, Mode::Hybrid, Some(&vector), true),
        (0.0, Mode::Hybrid, Some(&vector), false),
        (1.0, Mode::Lexical, Some(&vector), false),
        (1.0, Mode::Dense, Some(&vector), false),
        (1.0, Mode::Hybrid, None, false),
    ] {
        let mut site = linked(weight);
        let preloads = |site: &Site, mode| {
            let requests = site.engine.preload(mode);
            requests.iter().any(|request| request.range.file.starts_with("links-"))
        };
        assert_eq!(preloads(&site, mode), weight > 0.0 && mode == Mode::Hybrid);
        site.answer_with(&request("widget", mode), vector.map(|vector| &vector[..]));
        assert_eq!(asked_for_links(&site), expected, "{weight} {mode:?}");
        assert_eq!(list(&site).is_empty(), !expected, "{weight} {mode:?}");
        assert_eq!(preloads(&site, mode), weight > 0.0 && mode == Mode::Hybrid && !expected);
    }
}

#[test]
fn all_pages_of_hits_show_one_ranking() {
    let mut site = linked(0.5);
    let mut shown: Vec<String> = Vec::new();
    for offset in (0..60).step_by(10) {
        let request = Request { offset, ..widget() };
        shown.extend(urls(&site.answer_with(&request, Some(&at(0.0)))));
    }
    let distinct: BTreeSet<&String> = shown.iter().collect();
    assert_eq!(distinct.len(), shown.len());
    assert!(shown.contains(&"p40".to_owned()) && shown.contains(&"p41".to_owned()));
}
