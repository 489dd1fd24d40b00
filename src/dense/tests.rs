//! The graph against brute force, round trips of blocks, and damage.

use std::cell::{Cell, RefCell};

use super::recall::{nearest, recall_at};
use super::*;
use crate::format::{FormatError, Generation};
use crate::ids::{SectionId, WindowId};

const DIMENSIONS: usize = 64;

/// Reproducible pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn unit_near(&mut self, centre: &[f32], spread: f32) -> Vec<f32> {
        let spread = spread / (centre.len() as f32).sqrt();
        let mut normal = || (0..12).map(|_| (self.next() >> 40) as f32 / 16_777_216.0).sum::<f32>() - 6.0;
        let vector: Vec<f32> = centre.iter().map(|component| component + spread * normal()).collect();
        let length = vector.iter().map(|component| component * component).sum::<f32>().sqrt();
        vector.into_iter().map(|component| component / length).collect()
    }
}

/// Windows in pages of ten around a centre, each page around a topic, as in documentation.
pub(super) fn clustered(windows: usize, seed: u64) -> Vec<f32> {
    let mut random = Random(seed);
    let mut vectors = Vec::with_capacity(windows * DIMENSIONS);
    let mut topic = Vec::new();
    let mut page = Vec::new();
    for window in 0..windows {
        if window % 100 == 0 {
            topic = random.unit_near(&[0.0; DIMENSIONS], 1.0);
        }
        if window % 10 == 0 {
            page = random.unit_near(&topic, 1.0);
        }
        vectors.extend(random.unit_near(&page, 0.8));
    }
    vectors
}

/// Two windows in each section.
pub(super) fn sections(windows: usize) -> Vec<SectionId> {
    (0..windows as u32).map(|window| SectionId(window / 2)).collect()
}

pub(super) fn with_graph(bits: Bits) -> DenseParams {
    DenseParams { bits, ann: Ann::Hnsw, ..DenseParams::default() }
}

pub(super) fn built(vectors: &[f32], bits: Bits) -> DenseBlocks {
    let sections = sections(vectors.len() / DIMENSIONS);
    build(vectors, DIMENSIONS, &sections, &with_graph(bits), &()).unwrap()
}

fn opened(blocks: &DenseBlocks, sections: u32) -> DenseIndex {
    let mut index = DenseIndex::read(blocks.vectors.clone(), sections).unwrap();
    if !blocks.graph.is_empty() {
        index.add_graph(&blocks.graph).unwrap();
    }
    index
}

fn index_of(vectors: &[f32], bits: Bits) -> DenseIndex {
    let windows = vectors.len() / DIMENSIONS;
    opened(&built(vectors, bits), windows.div_ceil(2) as u32)
}

fn index(vectors: &[f32]) -> DenseIndex {
    index_of(vectors, Bits::Four)
}

fn ids(neighbours: &[Neighbour]) -> Vec<u32> {
    neighbours.iter().map(|neighbour| neighbour.window.0).collect()
}

#[test]
fn the_graph_has_high_recall() {
    let vectors = clustered(3_000, 1);
    for (bits, codes_at_least) in [(Bits::Four, 0.88), (Bits::Eight, 0.98)] {
        let index = index_of(&vectors, bits);
        let mut random = Random(2);
        let queries = 200;
        let (mut by_graph, mut by_codes) = (0.0, 0.0);
        for _ in 0..queries {
            let centre = random.next() as usize % 3_000 * DIMENSIONS;
            let query = random.unit_near(&vectors[centre..centre + DIMENSIONS], 0.8);
            let exact = ids(&index.exact(&query, 10).unwrap());
            let found = ids(&index.search(&query, 50).unwrap());
            by_graph += recall_at(10, &found, &exact) / f64::from(queries);
            by_codes += recall_at(10, &exact, &nearest(&vectors, &query, 10)) / f64::from(queries);
        }
        assert!(by_codes >= codes_at_least, "{bits:?}: recall@10 of the codes is {by_codes}");
        assert!(by_graph >= 0.98, "{bits:?}: recall@10 of the graph is {by_graph}");
    }
}

#[test]
fn every_window_is_found_by_its_own_vector() {
    let vectors = clustered(1_000, 3);
    let index = index(&vectors);
    for (window, vector) in vectors.chunks_exact(DIMENSIONS).enumerate() {
        let found = index.search(vector, 20).unwrap();
        assert_eq!(found[0].window, WindowId(window as u32));
        assert!((found[0].similarity - 1.0).abs() < 0.02, "{}", found[0].similarity);
    }
}

#[test]
fn the_same_vectors_give_the_same_bytes() {
    let vectors = clustered(600, 4);
    let one = built(&vectors, Bits::Four);
    assert_eq!(one, built(&vectors, Bits::Four));
    let hnsw = HnswParams { seed: 1, ..HnswParams::default() };
    let other_seed = DenseParams { hnsw, ..with_graph(Bits::Four) };
    let other = build(&vectors, DIMENSIONS, &sections(600), &other_seed, &()).unwrap();
    assert_eq!(one.vectors, other.vectors);
    assert!(one.graph != other.graph && one.made_from != other.made_from);
}

#[test]
fn few_vectors_have_no_graph_unless_requested() {
    let vectors = clustered(300, 12);
    let graph = |ann| {
        let params = DenseParams { ann, ..DenseParams::default() };
        build(&vectors, DIMENSIONS, &sections(300), &params, &()).unwrap().graph
    };
    assert!(graph(Ann::Auto).is_empty() && graph(Ann::Exact).is_empty());
    assert_eq!(graph(Ann::Hnsw).len(), 1);
}

/// Keeps one graph, and counts hits and writes.
#[derive(Default)]
struct OneGraph {
    kept: RefCell<Option<(Generation, Vec<Vec<u8>>)>>,
    given: Cell<usize>,
}

impl GraphCache for OneGraph {
    fn get(&self, made_from: Generation) -> Option<Vec<Vec<u8>>> {
        let (known, blocks) = self.kept.borrow().clone()?;
        self.given.set(self.given.get() + usize::from(known == made_from));
        (known == made_from).then_some(blocks)
    }

    fn put(&self, made_from: Generation, blocks: &[Vec<u8>]) {
        *self.kept.borrow_mut() = Some((made_from, blocks.to_vec()));
    }
}

#[test]
fn the_graph_of_the_same_vectors_is_built_once() {
    let vectors = clustered(300, 13);
    let cache = OneGraph::default();
    let build = |vectors: &[f32]| {
        let sections = sections(vectors.len() / DIMENSIONS);
        build(vectors, DIMENSIONS, &sections, &with_graph(Bits::Four), &cache).unwrap()
    };
    let first = build(&vectors);
    assert_eq!((cache.given.get(), build(&vectors) == first, cache.given.get()), (0, true, 1));
    let shorter = build(&vectors[DIMENSIONS..]);
    assert_ne!((cache.given.get(), shorter.made_from), (2, first.made_from));
    // A cached graph that cannot be read is built again.
    cache.put(first.made_from, &[vec![1, 2, 3]]);
    assert_eq!(build(&vectors), first);
}

#[test]
fn blocks_are_read_back() {
    let vectors = clustered(301, 5);
    let index = index(&vectors);
    assert_eq!((index.len(), index.dimensions(), index.is_empty()), (301, DIMENSIONS, false));
    let all = index.exact(&vectors[..DIMENSIONS], 400).unwrap();
    assert_eq!(all.len(), 301);
    assert!(all.iter().all(|found| found.section == SectionId(found.window.0 / 2)));
    assert!(all.is_sorted_by(|a, b| a.similarity >= b.similarity));
    let graph = index.graph().unwrap();
    for node in 0..301 {
        let neighbours = graph.neighbours(node);
        assert!(!neighbours.is_empty() && !neighbours.contains(&node));
        assert!(neighbours.iter().all(|other| graph.neighbours(*other).contains(&node)));
    }
}

#[test]
fn several_blocks_of_codes_are_read_as_one() {
    let dimensions = 4_096;
    let mut vectors = vec![0.0; 700 * dimensions];
    for (window, vector) in vectors.chunks_exact_mut(dimensions).enumerate() {
        vector[window] = 1.0;
    }
    let sections: Vec<SectionId> = (0..700).map(SectionId).collect();
    for (bits, block_count) in [(Bits::Four, 1), (Bits::Eight, 2)] {
        let params = DenseParams { bits, ..DenseParams::default() };
        let blocks = build(&vectors, dimensions, &sections, &params, &()).unwrap().vectors;
        assert_eq!(blocks.len(), 1 + block_count);
        let index = DenseIndex::read(blocks.clone(), 700).unwrap();
        for window in [0, 511, 512, 699] {
            let query = &vectors[window * dimensions..][..dimensions];
            assert_eq!(ids(&index.exact(query, 1).unwrap()), [window as u32]);
        }
        let mut short = blocks.clone();
        short.pop();
        assert!(matches!(DenseIndex::read(short, 700), Err((0, FormatError::Truncated { .. }))));
        let mut long = blocks.clone();
        long.push(vec![0]);
        let last = blocks.len();
        assert!(matches!(DenseIndex::read(long, 700), Err((at, FormatError::Trailing { .. })) if at == last));
    }
}

#[test]
fn equal_vectors_rank_by_window_and_do_not_cut_the_graph() {
    let mut vectors = clustered(300, 6);
    let copy = vectors[..DIMENSIONS].to_vec();
    (0..200).for_each(|_| vectors.extend_from_slice(&copy));
    let index = index(&vectors);
    assert_eq!((index.len(), index.nodes()), (500, 300));
    let found = index.search(&copy, 100).unwrap();
    let expected: Vec<u32> = std::iter::once(0).chain(300..399).collect();
    assert_eq!(ids(&found), expected);
    assert_eq!(ids(&index.search_by(&copy, 100, 150).unwrap()), expected, "through the graph");
    let other = &vectors[150 * DIMENSIONS..151 * DIMENSIONS];
    assert_eq!(index.search(other, 5).unwrap()[0].window, WindowId(150));
}

#[test]
fn a_section_counts_once_with_its_best_window() {
    let vectors = clustered(400, 7);
    let index = index(&vectors);
    let query = &vectors[7 * DIMENSIONS..8 * DIMENSIONS];
    let windows = index.search(query, 50).unwrap();
    let sections = index.sections(query, 10).unwrap();
    assert_eq!(sections.len(), 10);
    assert_eq!(sections[0].window, WindowId(7));
    for (rank, best) in sections.iter().enumerate() {
        assert!(sections[..rank].iter().all(|earlier| earlier.section != best.section));
        assert_eq!(windows.iter().find(|window| window.section == best.section), Some(best));
    }
}

/// The nearest section has more windows than the number of sections requested.
#[test]
fn windows_of_one_section_leave_room_for_others() {
    let vectors = clustered(200, 11);
    let sections: Vec<SectionId> =
        (0..200).map(|at| SectionId(if at < 150 { 0 } else { at - 149 })).collect();
    let blocks = build(&vectors, DIMENSIONS, &sections, &DenseParams::default(), &()).unwrap().vectors;
    let index = DenseIndex::read(blocks, 51).unwrap();
    let query = &vectors[..DIMENSIONS];
    let found = index.sections(query, 30).unwrap();
    assert_eq!(found.len(), 30);
    assert_eq!(index.sections_among(query, 30, &|_| true).unwrap(), found);
    let even = |section: SectionId| section.0.is_multiple_of(2);
    let expected: Vec<Neighbour> =
        index.sections(query, 51).unwrap().into_iter().filter(|hit| even(hit.section)).take(20).collect();
    assert_eq!(index.sections_among(query, 20, &even).unwrap(), expected);
}

#[test]
fn edge_case_requests_are_answered() {
    let empty = index(&[]);
    let query = [1.0; DIMENSIONS];
    assert!(empty.is_empty());
    assert_eq!(empty.search(&query, 10), Ok(vec![]));
    assert_eq!(empty.exact(&query, 10), Ok(vec![]));
    let one = index(&clustered(1, 8));
    assert_eq!(one.search(&query, 10).unwrap().len(), 1);
    let some = index(&clustered(100, 9));
    assert_eq!(some.search(&query, 0), Ok(vec![]));
    assert_eq!(some.exact(&query, 0), Ok(vec![]));
    assert_eq!(some.sections(&query, 0), Ok(vec![]));
    assert_eq!(some.search(&query, usize::MAX).unwrap().len(), 100);
    assert_eq!(some.search(&query, 100), some.exact(&query, 100));
    assert_eq!(some.search(&[1.0], 1), Err(QueryError::Dimensions { expected: DIMENSIONS, found: 1 }));
}

#[test]
fn vectors_that_cannot_be_indexed_are_refused() {
    let refused = |vectors: &[f32], dimensions, sections: &[u32]| {
        let sections: Vec<SectionId> = sections.iter().copied().map(SectionId).collect();
        build(vectors, dimensions, &sections, &DenseParams::default(), &()).unwrap_err()
    };
    assert!(matches!(refused(&[], 0, &[]), DenseError::Dimensions { found: 0, .. }));
    assert!(matches!(refused(&[], MAX_DIMENSIONS + 1, &[]), DenseError::Dimensions { .. }));
    assert!(matches!(refused(&[1.0, 0.0, 1.0], 2, &[0]), DenseError::Count { found: 3, .. }));
    assert!(matches!(refused(&[1.0, 0.0, 0.5, 0.5], 2, &[0, 0]), DenseError::NotUnit { window: 1, .. }));
    assert!(matches!(refused(&[0.0, 0.0], 2, &[0]), DenseError::NotUnit { window: 0, .. }));
    assert!(matches!(refused(&[f32::NAN, 0.0], 2, &[0]), DenseError::NotUnit { window: 0, .. }));
    let falling = refused(&[1.0, 0.0, 0.0, 1.0], 2, &[3, 2]);
    assert!(matches!(falling, DenseError::NotRising { window: 1, after: 3, found: 2 }));
}

#[test]
fn damage_is_named() {
    let good = built(&clustered(200, 10), Bits::Four);
    let refused = |vectors: &[Vec<u8>]| DenseIndex::read(vectors.to_vec(), 100).map(|_| ()).unwrap_err();
    let fewer = DenseIndex::read(good.vectors.clone(), 99).map(|_| ()).unwrap_err();
    assert!(matches!(fewer, (0, FormatError::OutOfRange { what: "section of a window", found: 99, .. })));
    assert!(matches!(refused(&[]), (0, FormatError::Truncated { .. })));
    for block in 0..2 {
        let mut longer = good.vectors.clone();
        longer[block].push(0);
        assert!(matches!(refused(&longer), (at, FormatError::Trailing { found: 1, .. }) if at == block));
        for len in 0..good.vectors[block].len() {
            let mut cut = good.vectors.clone();
            cut[block].truncate(len);
            assert!(
                matches!(refused(&cut), (at, FormatError::Truncated { .. }) if at == block),
                "cut at {len}"
            );
        }
    }
    let mut index = DenseIndex::read(good.vectors.clone(), 100).unwrap();
    let mut graph = |blocks: &[Vec<u8>]| index.add_graph(blocks).unwrap_err();
    assert!(matches!(graph(&[]), (0, FormatError::Truncated { .. })));
    for len in 0..good.graph[0].len() {
        assert!(
            matches!(graph(&[good.graph[0][..len].to_vec()]), (0, FormatError::Truncated { .. })),
            "{len}"
        );
    }
    let twice = [good.graph[0].clone(), good.graph[0].clone()];
    assert!(matches!(graph(&twice), (1, FormatError::OutOfRange { .. })));
    // A huge count of windows must fail before memory is allocated.
    let mut windows = good.vectors[0][..3].to_vec();
    windows.extend_from_slice(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert!(matches!(refused(&[windows]), (0, FormatError::Truncated { what: "windows", .. })));
}

#[test]
fn more_links_than_a_graph_has_are_refused() {
    let vectors = clustered(100, 14);
    let mut index = DenseIndex::read(built(&vectors, Bits::Four).vectors, 50).unwrap();
    // Each node linked to all after it: half of 100 × 99 links, of which 3,200 are allowed.
    let all: Vec<Vec<u32>> = (0..100).map(|node| (node + 1..100).collect()).collect();
    let error = index.add_graph(&prune::write(&all)).unwrap_err();
    assert!(matches!(error, (_, FormatError::OutOfRange { at_most: 3_200, found: 4_950, .. })));
    assert!(!index.has_graph());
}
