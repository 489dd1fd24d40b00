//! Selects the links that are worth their bytes, and writes them.
//!
//! Of a node's neighbours, from the nearest on, one is kept if it is nearer to the node than to all neighbours kept
//! before: nodes beyond a kept neighbour are reached through it (Malkov and Yashunin, algorithm 4; the relative
//! neighbourhood graph of Toussaint, 1980). The nearest of the others fill the places left. A link exists if either of
//! its nodes chose it.

use rayon::prelude::*;

use super::bits::{BitWriter, rice_bits};
use super::graph::{LENGTH_PARAMETER, PARAMETER_BITS};
use crate::format::Writer;

/// Approximate size of a block of the graph.
const BLOCK_BYTES: usize = 1 << 20;

/// Selects `count` links among the candidates of each node, given the distance of any two nodes.
///
/// The result has, for each node, its neighbours of larger numbers in rising order. Cost: about `count` comparisons for
/// each candidate.
pub(super) fn choose(
    candidates: &[Vec<u32>],
    count: usize,
    distance: &(dyn Fn(u32, u32) -> f32 + Sync),
) -> Vec<Vec<u32>> {
    let chosen: Vec<Vec<u32>> = candidates
        .par_iter()
        .enumerate()
        .map(|(node, candidates)| choose_for(node as u32, candidates, count, distance))
        .collect();
    let mut links = vec![Vec::new(); candidates.len()];
    for (node, chosen) in (0u32..).zip(chosen) {
        for other in chosen {
            links[node.min(other) as usize].push(node.max(other));
        }
    }
    for links in &mut links {
        links.sort_unstable();
        links.dedup();
    }
    links
}

fn choose_for(node: u32, candidates: &[u32], count: usize, distance: &dyn Fn(u32, u32) -> f32) -> Vec<u32> {
    let mut nearest: Vec<(f32, u32)> = candidates
        .iter()
        .filter(|other| **other != node)
        .map(|other| (distance(node, *other), *other))
        .collect();
    nearest.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut kept: Vec<u32> = Vec::new();
    let mut passed_over = Vec::new();
    for (far, other) in nearest {
        if kept.len() < count && kept.iter().all(|kept| distance(*kept, other) > far) {
            kept.push(other);
        } else {
            passed_over.push(other);
        }
    }
    let missing = count.saturating_sub(kept.len());
    kept.extend(passed_over.into_iter().take(missing));
    kept
}

/// Writes the result of [`choose`] in blocks.
pub(super) fn write(links: &[Vec<u32>]) -> Vec<Vec<u8>> {
    let mut blocks = Vec::new();
    let mut bits = BitWriter::default();
    let mut first = 0;
    for (node, list) in links.iter().enumerate() {
        write_list(&mut bits, node as u32, list);
        if bits.len() >= BLOCK_BYTES || node + 1 == links.len() {
            let mut block = Writer::new();
            block.varint((node + 1 - first) as u32);
            block.bytes(&std::mem::take(&mut bits).finish());
            blocks.push(block.finish());
            first = node + 1;
        }
    }
    blocks
}

fn write_list(bits: &mut BitWriter, node: u32, list: &[u32]) {
    bits.rice(list.len() as u32, LENGTH_PARAMETER);
    let mut least = node + 1;
    let distances: Vec<u32> = list
        .iter()
        .map(|neighbour| {
            let distance = neighbour - least;
            least = neighbour + 1;
            distance
        })
        .collect();
    let size = |parameter: u32| distances.iter().map(|number| rice_bits(*number, parameter)).sum::<u64>();
    if let Some(parameter) = (0..1 << PARAMETER_BITS).min_by_key(|parameter| size(*parameter))
        && !list.is_empty()
    {
        bits.bits(parameter, PARAMETER_BITS);
        distances.iter().for_each(|distance| bits.rice(*distance, parameter));
    }
}
