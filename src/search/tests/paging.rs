//! Paging: pages of hits show one ranking, each section once.

use super::hybrid::vectors_on_a_circle;
use super::*;

/// 40 pages of three sections, and one with 150, of which every second section matches "widget" better than others.
fn site() -> Site {
    let anchors: Vec<String> = (0..150).map(|at| format!("s{at}")).collect();
    let text =
        |at: usize| if at.is_multiple_of(2) { "a widget, widget" } else { "the factory of one widget" };
    let long: Vec<(&str, &str, &str)> =
        (0..150).map(|at| (anchors[at].as_str(), "Widget", text(at))).collect();
    let mut pages = vec![page("long", "Long", &long)];
    for number in 0..40 {
        let short: Vec<(&str, &str, &str)> = (0..3)
            .map(|at| {
                (anchors[at].as_str(), "Parts", if at == number % 4 { "nothing" } else { "widget factory" })
            })
            .collect();
        pages.push(page(&format!("p{number:02}"), "Short", &short));
    }
    vectors_on_a_circle(&pages)
}

/// All pages of hits, until one is empty.
fn walk(site: &mut Site, request: &Request) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    loop {
        let offset = pages.len() * request.limit;
        let page =
            urls(&site.answer_with(&Request { offset, ..request.clone() }, Some(&super::hybrid::at(3.0))));
        if page.is_empty() {
            return pages;
        }
        pages.push(page);
    }
}

#[test]
fn pages_of_hits_make_up_one_ranking() {
    let mut site = site();
    for mode in [Mode::Lexical, Mode::Dense, Mode::Hybrid] {
        for max_per_page in [0, 1, 2] {
            let asked = Request { max_per_page, ..request("widget", mode) };
            let case = format!("{mode:?}, {max_per_page} per page");
            let long = walk(&mut site, &Request { limit: 50, ..asked.clone() }).concat();
            let sections: BTreeSet<&String> = long.iter().collect();
            assert_eq!(sections.len(), long.len(), "{case}: a section is shown twice");
            assert!(long.len() > 30, "{case}: {}", long.len());
            for limit in [3, 7] {
                let pages = walk(&mut site, &Request { limit, ..asked.clone() });
                let last = pages.len() - 1;
                assert!(pages[..last].iter().all(|page| page.len() == limit), "{case}: a page is not full");
                assert_eq!(pages.concat(), long, "{case}, pages of {limit}");
            }
            // Bigram proximity orders each page of hits, and moves none to another page.
            let bigram = |limit| Request { limit, text: "widget factory".to_owned(), ..asked.clone() };
            let (short, long) = (walk(&mut site, &bigram(3)), walk(&mut site, &bigram(30)));
            for (number, page) in long.into_iter().enumerate() {
                let parts = short.iter().skip(number * 10).take(10).flatten().cloned();
                assert_eq!(sorted(parts.collect()), sorted(page), "{case}, page {number}");
            }
        }
    }
}
