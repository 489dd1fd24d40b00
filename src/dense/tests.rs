//! Clusters and graph against brute force.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::codes::{QueryCodes, inverse_length};
use super::kmeans::{ClusterBlock, Vectors};
use super::layout::CodeLayout;
use super::*;
use crate::ids::SectionId;

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
fn sections(windows: usize) -> Vec<SectionId> {
    (0..windows as u32).map(|window| SectionId(window / 2)).collect()
}

fn windows<'a>(vectors: &'a [f32], sections: &'a [SectionId]) -> Windows<'a> {
    Windows { vectors, dimensions: DIMENSIONS, sections }
}

const NO_VALUES: FilterValues<'_> = FilterValues { count: 0, of: &|_| &[] };

pub(super) fn built_with(vectors: &[f32], values: &FilterValues<'_>, bits: Bits) -> DenseParts {
    let (sections, memory) = (sections(vectors.len() / DIMENSIONS), ClusterMemory::default());
    build(windows(vectors, &sections), values, &DenseParams { bits }, &memory).unwrap()
}

pub(super) fn built(vectors: &[f32], bits: Bits) -> DenseParts {
    built_with(vectors, &NO_VALUES, bits)
}

/// All parts of an index, of which searches see those that they have named.
struct Opened {
    root: Root,
    nodes: Vec<Nodes>,
    clusters: Vec<Cluster>,
    sections: u32,
    loaded: RefCell<BTreeSet<(bool, usize)>>,
    failed: BTreeSet<(bool, usize)>,
}

impl Opened {
    fn new(parts: &DenseParts, sections: u32) -> Self {
        let root = Root::read(&parts.root, parts.blocks.len()).unwrap();
        let nodes = parts.blocks.iter().enumerate();
        let nodes = nodes.map(|(block, it)| Nodes::read(&it.nodes, &root, block).unwrap()).collect();
        let clusters = parts.blocks.iter().flat_map(|block| &block.clusters);
        let clusters = clusters.map(|bytes| Cluster::read(bytes, &root, sections).unwrap()).collect();
        Opened { root, nodes, clusters, sections, loaded: RefCell::default(), failed: BTreeSet::new() }
    }

    fn part<'a, T>(&self, key: (bool, usize), parts: &'a [T]) -> Loaded<'a, T> {
        if self.failed.contains(&key) {
            Loaded::Failed
        } else if self.loaded.borrow().contains(&key) {
            Loaded::Ready(&parts[key.1])
        } else {
            Loaded::Missing
        }
    }

    /// Sections of the `count` nearest clusters, and how many round trips that took.
    fn search_by(&self, query: &[f32], count: usize, admits: Option<MayHold<'_>>) -> (Vec<Neighbour>, usize) {
        let search = Search::new(&self.root, self, query, admits).unwrap();
        let mut trips = 0;
        let mut load = |is_nodes: bool, numbers: Vec<usize>| {
            assert!(!numbers.is_empty());
            for number in numbers {
                assert!(self.loaded.borrow_mut().insert((is_nodes, number)), "named once");
            }
            trips += 1;
        };
        let reached = loop {
            match search.clusters(count, count) {
                Ok(reached) => break reached,
                Err(blocks) => load(true, blocks),
            }
        };
        let nodes: Vec<u32> = reached.clusters.iter().map(|near| near.node).collect();
        let found = loop {
            match search.sections(&nodes, self.sections) {
                Ok(found) => break found,
                Err(clusters) => load(false, clusters.into_iter().map(|node| node as usize).collect()),
            }
        };
        (found, trips)
    }

    fn search(&self, query: &[f32], count: usize) -> Vec<Neighbour> {
        self.search_by(query, count, None).0
    }
}

impl LoadedBlocks for Opened {
    fn nodes(&self, block: usize) -> Loaded<'_, Nodes> {
        self.part((true, block), &self.nodes)
    }

    fn cluster(&self, node: u32) -> Loaded<'_, Cluster> {
        self.part((false, node as usize), &self.clusters)
    }
}

fn opened(vectors: &[f32], bits: Bits) -> Opened {
    Opened::new(&built(vectors, bits), (vectors.len() / DIMENSIONS).div_ceil(2) as u32)
}

/// The nearest sections by comparing the codes of all vectors.
fn truth(vectors: &[f32], query: &[f32], bits: Bits) -> Vec<Neighbour> {
    let layout = CodeLayout { bits, dimensions: DIMENSIONS };
    let query = QueryCodes::new(query, layout).unwrap();
    let mut best: Vec<Neighbour> = Vec::new();
    for (vector, section) in vectors.chunks_exact(DIMENSIONS).zip(sections(vectors.len() / DIMENSIONS)) {
        let mut codes = Vec::new();
        bits.quantize(vector, &mut codes);
        let similarity = query.similarity(&codes, inverse_length(&codes, layout));
        match best.last_mut().filter(|last| last.section == section) {
            Some(last) => last.similarity = last.similarity.max(similarity),
            None => best.push(Neighbour { section, similarity }),
        }
    }
    best.sort_by(|a, b| b.similarity.total_cmp(&a.similarity).then(a.section.cmp(&b.section)));
    best
}

#[test]
fn a_look_at_all_clusters_is_a_scan() {
    let vectors = clustered(801, 1);
    for bits in [Bits::Four, Bits::Eight] {
        let index = opened(&vectors, bits);
        let mut random = Random(2);
        for _ in 0..5 {
            let query = random.unit_near(&[0.1; DIMENSIONS], 1.0);
            assert_eq!(index.search(&query, 10_000), truth(&vectors, &query, bits));
        }
    }
}

#[test]
fn few_clusters_hold_most_of_the_nearest() {
    let vectors = clustered(2_000, 3);
    let index = opened(&vectors, Bits::Four);
    assert!((40..100).contains(&index.clusters.len()), "{}", index.clusters.len());
    let (mut random, queries, mut found) = (Random(4), 50, 0);
    for _ in 0..queries {
        let centre = random.next() as usize % 2_000 * DIMENSIONS;
        let query = random.unit_near(&vectors[centre..centre + DIMENSIONS], 0.8);
        let nearest = index.search(&query, 8);
        let truth = truth(&vectors, &query, Bits::Four);
        found += truth[..10].iter().filter(|best| nearest.contains(best)).count();
    }
    assert!(found >= queries * 9, "{found} of {}", queries * 10);
}

#[test]
fn a_large_graph_is_read_in_parts() {
    // Small blocks, for few vectors: of four clusters of four.
    let vectors = clustered(3_200, 5);
    let layout = CodeLayout { bits: Bits::Four, dimensions: DIMENSIONS };
    let mut codes = Vec::new();
    vectors.chunks_exact(DIMENSIONS).for_each(|vector| Bits::Four.quantize(vector, &mut codes));
    let of = Vectors::new(&codes, layout);
    let group = |start: u32, size: u32| of.group((start..start + size).collect());
    let block = |start: u32| ClusterBlock {
        centre: group(start, 16).centre,
        clusters: (0..4).map(|number| group(start + 4 * number, 4)).collect(),
    };
    let memory = ClusterMemory::default();
    memory.remember(memory::key(&codes, layout), Arc::new((0..3_200).step_by(16).map(block).collect()));
    let params = DenseParams::default();
    let parts = build(windows(&vectors, &sections(3_200)), &NO_VALUES, &params, &memory).unwrap();
    let index = Opened::new(&parts, 1_600);
    assert_eq!(index.nodes.len(), 200);
    let query = &vectors[..DIMENSIONS];
    let (found, trips) = index.search_by(query, 16, None);
    assert!(found[0].section == SectionId(0) && (2..=3).contains(&trips), "{trips}");
    let blocks = index.loaded.borrow().iter().filter(|(is_nodes, _)| *is_nodes).count();
    assert!((1..index.nodes.len() / 2).contains(&blocks), "{blocks}");
    // What is loaded changes no answer.
    (0..index.nodes.len()).for_each(|block| {
        index.loaded.borrow_mut().insert((true, block));
    });
    assert_eq!(index.search_by(query, 16, None), (found, 0));
}

#[test]
fn every_window_is_found_by_its_own_vector() {
    let vectors = clustered(400, 6);
    let index = opened(&vectors, Bits::Four);
    for (window, vector) in vectors.chunks_exact(DIMENSIONS).enumerate() {
        let best = index.search(vector, 2)[0];
        assert_eq!(best.section, SectionId(window as u32 / 2));
        assert!((best.similarity - 1.0).abs() < 0.02, "{}", best.similarity);
    }
}

#[test]
fn the_same_vectors_give_the_same_bytes() {
    let vectors = clustered(500, 7);
    let one = built(&vectors, Bits::Four);
    assert_eq!(one, built(&vectors, Bits::Four));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one, pool.install(|| built(&vectors, Bits::Four)), "whatever the threads");
}

#[test]
fn remembered_clusters_give_the_same_bytes() {
    let memory = ClusterMemory::default();
    for (vectors, bits) in
        [(clustered(500, 7), Bits::Four), (clustered(500, 8), Bits::Four), (clustered(500, 7), Bits::Eight)]
    {
        for _ in 0..2 {
            let again = build(windows(&vectors, &sections(500)), &NO_VALUES, &DenseParams { bits }, &memory);
            assert_eq!(again.unwrap(), built(&vectors, bits));
        }
    }
}

#[test]
fn equal_vectors_share_their_codes() {
    let mut vectors = clustered(300, 8);
    let copy = vectors[..DIMENSIONS].to_vec();
    (0..200).for_each(|_| vectors.extend_from_slice(&copy));
    let index = opened(&vectors, Bits::Four);
    let rows: usize = index.clusters.iter().map(Cluster::len).sum();
    assert_eq!(rows, 300);
    let found = index.search(&copy, 1);
    let sections: Vec<u32> = found.iter().take(101).map(|best| best.section.0).collect();
    assert!(sections.into_iter().eq([0].into_iter().chain(150..250)), "equal similarities rank by section");
}

#[test]
fn filters_leave_out_clusters() {
    let vectors = clustered(2_000, 9);
    let of = |section: SectionId| if section.0 < 60 { &[1][..] } else { &[0][..] };
    let values = FilterValues { count: 2, of: &of };
    let parts = built_with(&vectors, &values, Bits::Four);
    let index = Opened::new(&parts, 1_000);
    let admits = |held: &[u32]| held.contains(&1);
    let far = &vectors[1_800 * DIMENSIONS..1_801 * DIMENSIONS];
    let (found, _) = index.search_by(far, 100, Some(&admits));
    let admitted = found.iter().filter(|best| best.section.0 < 60).count();
    assert_eq!(admitted, 60, "all that the filter admits");
    let loaded = index.loaded.borrow();
    let clusters = loaded.iter().filter(|(is_nodes, _)| !is_nodes).count();
    assert!(clusters < index.clusters.len() / 2, "{clusters} of {}", index.clusters.len());
}

#[test]
fn failed_parts_cost_what_they_hold() {
    let vectors = clustered(2_000, 10);
    let mut index = opened(&vectors, Bits::Four);
    let query = &vectors[..DIMENSIONS];
    let all = index.search(query, 10_000);
    assert_eq!(all.len(), 1_000);
    let lost = index.root.locate(0).unwrap().0;
    index.failed = BTreeSet::from([(true, lost), (false, index.nodes[lost].centres.len())]);
    let found = index.search(query, 10_000);
    assert!((1..1_000).contains(&found.len()), "{}", found.len());
    assert!(found.iter().all(|best| all.iter().any(|known| known.section == best.section)));
    index.failed = (0..index.nodes.len()).map(|block| (true, block)).collect();
    assert_eq!(index.search(query, 10), vec![]);
}

#[test]
fn edge_case_requests_are_answered() {
    let query = [1.0; DIMENSIONS];
    assert_eq!(opened(&[], Bits::Four).search(&query, 10), vec![]);
    assert_eq!(opened(&clustered(1, 11), Bits::Four).search(&query, 10).len(), 1);
    let some = opened(&clustered(100, 12), Bits::Four);
    assert_eq!(some.search(&query, 0), vec![]);
    assert_eq!(some.search(&query, usize::MAX).len(), 50);
    let refused = |query: &[f32]| Search::new(&some.root, &some, query, None).map(|_| ()).unwrap_err();
    assert_eq!(refused(&[1.0]), VectorError::Dimensions { expected: DIMENSIONS, found: 1 });
    assert_eq!(refused(&[0.0; DIMENSIONS]), VectorError::NoDirection);
}

#[test]
fn opposite_and_odd_vectors_are_clustered() {
    // The mean of opposite vectors has no direction.
    let mut vectors = Vec::new();
    for number in 0..200 {
        let angle = (number / 2) as f32;
        let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
        vectors.extend([sign * angle.cos(), sign * angle.sin(), 0.0]);
    }
    let sections: Vec<SectionId> = (0..200).map(SectionId).collect();
    let windows = Windows { vectors: &vectors, dimensions: 3, sections: &sections };
    let params = DenseParams { bits: Bits::Eight };
    let parts = build(windows, &NO_VALUES, &params, &ClusterMemory::default()).unwrap();
    let index = Opened::new(&parts, 200);
    assert_eq!(index.search(&[1.0, 0.0, 0.0], 100).len(), 200);
}

#[test]
fn vectors_that_cannot_be_indexed_are_refused() {
    let refused = |vectors: &[f32], dimensions, sections: &[u32]| {
        let sections: Vec<SectionId> = sections.iter().copied().map(SectionId).collect();
        let windows = Windows { vectors, dimensions, sections: &sections };
        build(windows, &NO_VALUES, &DenseParams::default(), &ClusterMemory::default()).unwrap_err()
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
