//! Reading and searching arbitrary blocks never panics, and links are read back as written.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::tests::{built, clustered, sections, with_graph};
use super::*;

static GOOD: LazyLock<DenseBlocks> = LazyLock::new(|| built(&clustered(120, 11), Bits::Four));

/// Whatever can be read can be searched.
fn use_it(vectors: Vec<Vec<u8>>, graph: &[Vec<u8>]) {
    let Ok(mut index) = DenseIndex::read(vectors, 60) else { return };
    let _ = index.add_graph(graph);
    let query = vec![1.0; index.dimensions()];
    for num_candidates in [1, 7, 1_000] {
        let mut found = index.search(&query, num_candidates).unwrap();
        // A small `ef`, so that the graph is used.
        found.extend(index.search_by(&query, num_candidates, 8).unwrap());
        assert!(found.iter().all(|found| found.section.0 < 60 && found.similarity.is_finite()));
    }
    index.exact(&query, 10).unwrap();
}

proptest! {
    #[test]
    fn altered_blocks_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let altered = |block: &[u8]| {
            let mut bytes = block.to_vec();
            for (at, value) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *value;
            }
            bytes
        };
        let (windows, graph) = (altered(&GOOD.vectors[0]), altered(&GOOD.graph[0]));
        use_it(vec![windows.clone(), GOOD.vectors[1].clone()], &GOOD.graph);
        use_it(GOOD.vectors.clone(), std::slice::from_ref(&graph));
        use_it(GOOD.vectors.clone(), &[graph[..cut.index(graph.len())].to_vec()]);
        use_it(vec![windows[..cut.index(windows.len())].to_vec(), GOOD.vectors[1].clone()], &[graph]);
    }

    #[test]
    fn random_blocks_never_panic(
        windows in prop::collection::vec(any::<u8>(), 0..200),
        codes in prop::collection::vec(any::<u8>(), 0..200),
        graph in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        // Small numbers, which pass more of the checks.
        let small = windows.iter().map(|byte| byte % 4);
        let start = [if codes.len() % 2 == 0 { 4 } else { 8 }, 1, 2];
        use_it(vec![start.into_iter().chain(small).collect(), codes.clone()], std::slice::from_ref(&graph));
        use_it(vec![windows, codes], std::slice::from_ref(&graph));
        let mut index = DenseIndex::read(GOOD.vectors.clone(), 60).unwrap();
        let _ = index.add_graph(&[graph]);
    }

    #[test]
    fn links_are_read_back(lists in prop::collection::vec(prop::collection::btree_set(0u32..90, 0..12), 90)) {
        let links: Vec<Vec<u32>> = (0..)
            .zip(&lists)
            .map(|(node, list)| list.iter().copied().filter(|other| *other > node).collect())
            .collect();
        let graph = graph::Graph::read(&prune::write(&links), 90).unwrap();
        for (node, list) in (0u32..).zip(&links) {
            let above: BTreeSet<u32> =
                graph.neighbours(node).iter().copied().filter(|other| *other > node).collect();
            prop_assert!(above.iter().eq(list));
            for other in list {
                prop_assert!(graph.neighbours(*other).contains(&node));
            }
        }
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
        let blocks = build(&unit, 3, &sections(windows), &with_graph(Bits::Eight), &()).unwrap();
        let mut index = DenseIndex::read(blocks.vectors, 80).unwrap();
        if windows > 0 {
            index.add_graph(&blocks.graph).unwrap();
        }
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
