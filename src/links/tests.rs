//! Links are counted and read back by page; errors name the damage.

use proptest::prelude::*;

use super::*;
use crate::format::{FormatError, Generation, HEADER_BYTES};
use crate::ids::PageId;

const GENERATION: Generation = Generation([5; 8]);

fn link(from: u32, to: u32) -> Link {
    Link { from: PageId(from), to: PageId(to) }
}

fn targets(graph: &LinkGraph, page: u32) -> Vec<(u32, u32)> {
    graph.targets(PageId(page)).map(|target| (target.page.0, target.links)).collect()
}

#[test]
fn links_are_counted_by_page() {
    let links = [link(2, 3), link(0, 3), link(2, 0), link(2, 3), link(1, 1), link(3, 2)];
    let graph = LinkGraph::read(&build(&links, 5, GENERATION).unwrap(), GENERATION, 5).unwrap();
    assert_eq!(graph.pages(), 5);
    let expected = [vec![(3, 1)], vec![], vec![(0, 1), (3, 2)], vec![(2, 1)], vec![], vec![]];
    for (page, expected) in (0..).zip(expected) {
        assert_eq!(targets(&graph, page), expected, "page {page}");
    }
    let linking_pages: Vec<u32> = (0..6).map(|page| graph.linking_pages(PageId(page))).collect();
    assert_eq!(linking_pages, [1, 0, 1, 2, 0, 0]);
}

#[test]
fn links_out_of_the_site_are_refused() {
    for bad in [link(0, 2), link(2, 0)] {
        assert_eq!(build(&[bad], 2, GENERATION), Err(LinkError::UnknownPage { pages: 2, link: bad }));
    }
}

#[test]
fn a_site_without_pages_has_an_empty_graph() {
    let graph = LinkGraph::read(&build(&[], 0, GENERATION).unwrap(), GENERATION, 0).unwrap();
    assert_eq!(graph.pages(), 0);
    assert_eq!(targets(&graph, 0), []);
}

#[test]
fn errors_name_the_damage() {
    let good = build(&[link(0, 1), link(1, 2), link(1, 0)], 3, GENERATION).unwrap();
    let read = |bytes: &[u8], pages| LinkGraph::read(bytes, GENERATION, pages).map(|_| ()).unwrap_err();
    for len in 0..good.len() {
        assert!(matches!(read(&good[..len], 3), FormatError::Truncated { .. }), "cut at {len}");
    }
    assert!(matches!(read(&[good.as_slice(), &[0]].concat(), 3), FormatError::Trailing { found: 1, .. }));
    assert!(matches!(read(&good, u32::MAX), FormatError::Truncated { what: "pages of links", .. }));
    let altered = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[HEADER_BYTES + at] = value;
        read(&bytes, 3)
    };
    assert!(matches!(altered(0, 3), FormatError::OutOfRange { what: "targets of a page", found: 3, .. }));
    assert!(matches!(altered(1, 3), FormatError::OutOfRange { what: "target page", found: 3, .. }));
    assert!(matches!(altered(1, 0), FormatError::NotRising { .. }));
}

proptest! {
    #[test]
    fn any_links_are_read_back(pairs in prop::collection::vec((0u32..300, 0u32..300), 0..200)) {
        let links: Vec<Link> = pairs.iter().map(|(from, to)| link(*from, *to)).collect();
        let graph = LinkGraph::read(&build(&links, 300, GENERATION).unwrap(), GENERATION, 300).unwrap();
        for from in 0..300 {
            let found = targets(&graph, from);
            prop_assert!(found.is_sorted_by(|a, b| a.0 < b.0));
            for to in 0..300 {
                let expected = pairs.iter().filter(|pair| **pair == (from, to) && from != to).count() as u32;
                let counted = found.iter().find(|target| target.0 == to).map_or(0, |target| target.1);
                prop_assert_eq!(counted, expected);
            }
        }
        let linking_pages: u32 = (0..300).map(|page| graph.linking_pages(PageId(page))).sum();
        prop_assert_eq!(linking_pages as usize, (0..300).map(|page| targets(&graph, page).len()).sum::<usize>());
    }

    #[test]
    fn altered_and_random_files_never_panic(
        payload in prop::collection::vec(any::<u8>(), 0..200),
        pages in 0u32..40,
    ) {
        let header = build(&[], 0, GENERATION).unwrap();
        for payload in [payload.clone(), payload.iter().map(|byte| byte % 4).collect()] {
            if let Ok(graph) = LinkGraph::read(&[header.as_slice(), &payload].concat(), GENERATION, pages) {
                let reached = (0..=pages).flat_map(|page| graph.targets(PageId(page)));
                assert!(reached.into_iter().all(|target| target.page.0 < pages));
            }
        }
        let _ = LinkGraph::read(&payload, GENERATION, pages);
    }
}
