//! Links and parents are read back as neighbours; errors name the damage.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::format::{FormatError, Generation, HEADER_BYTES};
use crate::ids::PageId;
use crate::peak_memory::assert_modest;

const GENERATION: Generation = Generation([5; 8]);

fn link(from: u32, to: u32) -> Link {
    Link { from: PageId(from), to: PageId(to) }
}

/// Page and closeness of each neighbour, sorted.
fn neighbours(graph: &LinkGraph, page: u32) -> Vec<(u32, f32)> {
    let mut found: Vec<(u32, f32)> =
        graph.neighbours(PageId(page)).iter().map(|near| (near.page.0, near.closeness)).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    found
}

fn read(links: &[Link], parents: &[Option<u32>]) -> LinkGraph {
    let pages = parents.len() as u32;
    LinkGraph::read(&build(links, &pages_of(parents), GENERATION).unwrap(), GENERATION, pages).unwrap()
}

fn pages_of(parents: &[Option<u32>]) -> Vec<Option<PageId>> {
    parents.iter().map(|parent| parent.map(PageId)).collect()
}

#[test]
fn links_count_in_both_directions() {
    let links = [link(2, 3), link(0, 3), link(2, 0), link(2, 3), link(1, 1), link(3, 2)];
    let graph = read(&links, &[None, Some(0), None, None, Some(4), None]);
    assert_eq!(graph.pages(), 6);
    // Strengths of all links of a page: 3, 1, 4, 4. Two links are twice as strong as one.
    let close = |strength: f32, of_both: f32| strength / of_both.sqrt();
    let expected = [
        vec![(1, close(1.0, 3.0)), (2, close(1.0, 12.0)), (3, close(1.0, 12.0))],
        vec![(0, close(1.0, 3.0))],
        vec![(0, close(1.0, 12.0)), (3, close(1.0, 16.0)), (3, close(2.0, 16.0))],
        vec![(0, close(1.0, 12.0)), (2, close(1.0, 16.0)), (2, close(2.0, 16.0))],
        vec![],
        vec![],
        vec![],
    ];
    for (page, expected) in (0..).zip(expected) {
        assert_eq!(neighbours(&graph, page), expected, "page {page}");
    }
}

#[test]
fn links_out_of_the_site_are_refused() {
    for bad in [link(0, 2), link(2, 0)] {
        let found = build(&[bad], &[None, None], GENERATION);
        assert_eq!(found, Err(LinkError::UnknownPage { pages: 2, link: bad }));
    }
    let found = build(&[], &pages_of(&[Some(2), None]), GENERATION);
    assert_eq!(found, Err(LinkError::UnknownPage { pages: 2, link: link(0, 2) }));
}

#[test]
fn a_site_without_pages_has_an_empty_graph() {
    let graph = read(&[], &[]);
    assert_eq!((graph.pages(), neighbours(&graph, 0)), (0, vec![]));
}

#[test]
fn errors_name_the_damage() {
    let good = build(&[link(0, 1), link(1, 2), link(1, 0)], &[None; 3], GENERATION).unwrap();
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
    assert!(matches!(altered(0, 4), FormatError::OutOfRange { what: "parent page", found: 4, .. }));
    assert!(matches!(altered(0, 1), FormatError::NotRising { found: 0, .. }));
    assert!(matches!(altered(1, 3), FormatError::OutOfRange { what: "targets of a page", found: 3, .. }));
    assert!(matches!(altered(2, 3), FormatError::OutOfRange { what: "target page", found: 3, .. }));
    assert!(matches!(altered(2, 0), FormatError::NotRising { found: 0, .. }));
}

/// Memory that reading may use: two bytes can encode a page or a link.
const MULTIPLE: usize = 16;

proptest! {
    #[test]
    fn any_links_are_read_back(
        pairs in prop::collection::vec((0u32..40, 0u32..40), 0..200),
        parents in prop::collection::vec(prop::option::of(0u32..40), 40),
    ) {
        let links: Vec<Link> = pairs.iter().map(|(from, to)| link(*from, *to)).collect();
        let graph = read(&links, &parents);
        let children = (0..40).zip(&parents).filter_map(|(page, parent)| Some((page, (*parent)?)));
        let mut expected: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); 40];
        for (from, to) in pairs.iter().copied().chain(children).filter(|(from, to)| from != to) {
            expected[from as usize].insert(to);
            expected[to as usize].insert(from);
        }
        for (page, expected) in (0..).zip(expected) {
            let found = neighbours(&graph, page);
            prop_assert_eq!(found.iter().map(|near| near.0).collect::<BTreeSet<u32>>(), expected);
            prop_assert!(found.iter().all(|near| near.1 > 0.0 && near.1 <= 1.0));
        }
    }

    #[test]
    fn altered_and_random_files_never_panic(
        payload in prop::collection::vec(any::<u8>(), 0..200),
        pages in 0u32..40,
    ) {
        let header = build(&[], &[], GENERATION).unwrap();
        for payload in [payload.clone(), payload.iter().map(|byte| byte % 4).collect()] {
            let file = [header.as_slice(), &payload].concat();
            assert_modest(&file, MULTIPLE, |file| {
                if let Ok(graph) = LinkGraph::read(file, GENERATION, pages) {
                    let mut reached = (0..=pages).flat_map(|page| graph.neighbours(PageId(page)));
                    assert!(reached.all(|near| near.page.0 < pages && near.closeness.is_finite()));
                }
            });
        }
        let _ = LinkGraph::read(&payload, GENERATION, pages);
    }
}
