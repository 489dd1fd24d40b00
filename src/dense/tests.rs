use std::sync::LazyLock;

use proptest::prelude::*;

use super::recall::{nearest, recall_at};
use super::*;
use crate::format::{FormatError, Generation, HEADER_BYTES};
use crate::ids::{SectionId, WindowId};

const GENERATION: Generation = Generation([3; 8]);
const DIMENSIONS: usize = 64;

/// Numbers that look random and are the same in every run (SplitMix64).
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
fn clustered(windows: usize, seed: u64) -> Vec<f32> {
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
fn sections(windows: usize) -> Vec<SectionId> {
    (0..windows as u32).map(|window| SectionId(window / 2)).collect()
}

fn built(vectors: &[f32]) -> Vec<u8> {
    let sections = sections(vectors.len() / DIMENSIONS);
    build(vectors, DIMENSIONS, &sections, GENERATION, &HnswParams::default()).unwrap()
}

fn index(vectors: &[f32]) -> DenseIndex {
    let windows = vectors.len() / DIMENSIONS;
    DenseIndex::read(built(vectors), GENERATION, windows.div_ceil(2) as u32).unwrap()
}

fn ids(neighbours: &[Neighbour]) -> Vec<u32> {
    neighbours.iter().map(|neighbour| neighbour.window.0).collect()
}

#[test]
fn the_graph_finds_what_brute_force_over_floats_finds() {
    let vectors = clustered(2_000, 1);
    let index = index(&vectors);
    let mut random = Random(2);
    let queries = 200;
    let (mut by_graph, mut by_codes) = (0.0, 0.0);
    for _ in 0..queries {
        let centre = random.next() as usize % 2_000 * DIMENSIONS;
        let query = random.unit_near(&vectors[centre..centre + DIMENSIONS], 0.8);
        let truth = nearest(&vectors, &query, 10);
        by_graph += recall_at(10, &ids(&index.search(&query, 50).unwrap()), &truth) / f64::from(queries);
        by_codes += recall_at(10, &ids(&index.exact(&query, 10).unwrap()), &truth) / f64::from(queries);
    }
    assert!(by_codes >= 0.98, "recall@10 of the codes alone is {by_codes}");
    assert!(by_graph >= 0.98, "recall@10 of the graph is {by_graph}");
}

#[test]
fn every_window_is_found_by_its_own_vector() {
    let vectors = clustered(1_000, 3);
    let index = index(&vectors);
    for (window, vector) in vectors.chunks_exact(DIMENSIONS).enumerate() {
        let found = index.search(vector, 20).unwrap();
        assert_eq!(found[0].window, WindowId(window as u32));
        assert!((found[0].similarity - 1.0).abs() < 1e-3, "{}", found[0].similarity);
    }
}

#[test]
fn the_same_vectors_give_the_same_bytes() {
    let vectors = clustered(600, 4);
    assert_eq!(built(&vectors), built(&vectors));
    let other_seed = HnswParams { seed: 1, ..HnswParams::default() };
    let other = build(&vectors, DIMENSIONS, &sections(600), GENERATION, &other_seed).unwrap();
    assert_ne!(built(&vectors), other);
}

#[test]
fn the_file_holds_what_was_put_in() {
    let vectors = clustered(301, 5);
    let index = index(&vectors);
    assert_eq!((index.len(), index.dimensions(), index.is_empty()), (301, DIMENSIONS, false));
    assert!(!index.graph.upper.is_empty());
    let all = index.exact(&vectors[..DIMENSIONS], 400).unwrap();
    assert_eq!(all.len(), 301);
    assert!(all.iter().all(|found| found.section == SectionId(found.window.0 / 2)));
    assert!(all.is_sorted_by(|a, b| a.similarity >= b.similarity));
    for node in 0..301 {
        let neighbours: Vec<u32> = index.graph.neighbours(&index.file, node).collect();
        assert!(!neighbours.is_empty() && neighbours.is_sorted_by(|a, b| a < b));
        assert!(!neighbours.contains(&node));
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
    let other = &vectors[150 * DIMENSIONS..151 * DIMENSIONS];
    assert_eq!(index.search(other, 5).unwrap()[0].window, WindowId(150));
}

#[test]
fn a_section_counts_once_with_its_best_window() {
    let vectors = clustered(400, 7);
    let index = index(&vectors);
    let query = &vectors[7 * DIMENSIONS..8 * DIMENSIONS];
    let windows = index.search(query, 50).unwrap();
    let sections = index.sections(query, 50, 10).unwrap();
    assert_eq!(sections.len(), 10);
    assert_eq!(sections[0].window, WindowId(7));
    for (rank, best) in sections.iter().enumerate() {
        assert!(sections[..rank].iter().all(|earlier| earlier.section != best.section));
        assert_eq!(windows.iter().find(|window| window.section == best.section), Some(best));
    }
}

#[test]
fn odd_requests_have_answers() {
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
    assert_eq!(some.sections(&query, 10, 0), Ok(vec![]));
    assert_eq!(some.search(&query, usize::MAX).unwrap().len(), 100);
    assert_eq!(some.search(&query, 100), some.exact(&query, 100));
    assert_eq!(some.search(&[1.0], 1), Err(QueryError::Dimensions { expected: DIMENSIONS, found: 1 }));
}

#[test]
fn vectors_that_cannot_be_indexed_are_refused() {
    let refused = |vectors: &[f32], dimensions, sections: &[u32]| {
        let sections: Vec<SectionId> = sections.iter().copied().map(SectionId).collect();
        build(vectors, dimensions, &sections, GENERATION, &HnswParams::default()).unwrap_err()
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
    let good = built(&clustered(200, 10));
    let read = |bytes: Vec<u8>| DenseIndex::read(bytes, GENERATION, 100).map(|_| ()).unwrap_err();
    let other = DenseIndex::read(good.clone(), Generation([4; 8]), 100).map(|_| ()).unwrap_err();
    assert!(matches!(other, FormatError::Generation { .. }));
    let fewer = DenseIndex::read(good.clone(), GENERATION, 99).map(|_| ()).unwrap_err();
    assert!(matches!(fewer, FormatError::OutOfRange { what: "section of a window", found: 99, .. }));
    let longer = [good.as_slice(), &[0]].concat();
    assert!(matches!(read(longer), FormatError::Trailing { found: 1, .. }));
    for len in 0..good.len() {
        assert!(matches!(read(good[..len].to_vec()), FormatError::Truncated { .. }), "cut at {len}");
    }
    // A huge count of windows must fail before memory is asked for.
    let mut windows = good[..HEADER_BYTES + 1].to_vec();
    windows.extend_from_slice(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert!(matches!(read(windows), FormatError::Truncated { what: "windows", .. }));
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| built(&clustered(120, 11)));

/// What can be read can be searched.
fn use_it(bytes: Vec<u8>) {
    if let Ok(index) = DenseIndex::read(bytes, GENERATION, 60) {
        let query = vec![1.0; index.dimensions()];
        for num_candidates in [1, 7, 1_000] {
            let found = index.search(&query, num_candidates).unwrap();
            assert!(found.iter().all(|found| found.section.0 < 60 && found.similarity.is_finite()));
        }
        index.exact(&query, 10).unwrap();
    }
}

proptest! {
    #[test]
    fn altered_files_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        tail in any::<prop::sample::Index>(),
    ) {
        let mut bytes = GOOD.clone();
        for (at, value) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *value;
        }
        use_it(bytes);
        // The vectors make up most of the file and any byte is a valid code, so the graph gets its own share.
        let mut bytes = GOOD.clone();
        let codes_end = HEADER_BYTES + 3 + 120 + 120 * DIMENSIONS;
        for (at, value) in changes {
            let at = codes_end + at.index(bytes.len() - codes_end);
            bytes[at] = value;
        }
        use_it(bytes.clone());
        bytes.truncate(codes_end + tail.index(bytes.len() - codes_end));
        use_it(bytes);
    }

    #[test]
    fn random_files_never_panic(payload in prop::collection::vec(any::<u8>(), 0..400)) {
        let header = &GOOD[..HEADER_BYTES];
        use_it([header, &payload].concat());
        // One dimension and small numbers get further.
        let small = payload.iter().map(|byte| byte % 4);
        use_it(header.iter().copied().chain([0]).chain(small).collect());
        use_it(payload);
    }

    #[test]
    fn any_vectors_come_back(
        vectors in prop::collection::vec(prop::collection::vec(-1.0f32..1.0, 3), 0..80),
        query in prop::collection::vec(0.1f32..1.0, 3),
    ) {
        let unit: Vec<f32> = vectors
            .iter()
            .filter_map(|vector| {
                let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
                (length > 1e-3).then(|| vector.iter().map(move |x| x / length))
            })
            .flatten()
            .collect();
        let windows = unit.len() / 3;
        let file = build(&unit, 3, &sections(windows), GENERATION, &HnswParams::default()).unwrap();
        let index = DenseIndex::read(file, GENERATION, 80).unwrap();
        prop_assert_eq!(index.len(), windows);
        let found = index.exact(&query, windows).unwrap();
        prop_assert_eq!(found.len(), windows);
        for neighbour in &found {
            let vector = &unit[neighbour.window.index() * 3..][..3];
            let length = query.iter().map(|x| x * x).sum::<f32>().sqrt();
            let cosine = vector.iter().zip(&query).map(|(a, b)| a * b).sum::<f32>() / length;
            prop_assert!((cosine - neighbour.similarity).abs() < 0.01);
        }
        prop_assert_eq!(index.search(&query, windows), Ok(found));
    }
}
