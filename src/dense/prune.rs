//! Selects the links that are worth their bytes.
//!
//! Of a node's neighbours, from the nearest on, one is kept if it is nearer to the node than to all neighbours kept
//! before: nodes beyond a kept neighbour are reached through it (Malkov and Yashunin, algorithm 4; the relative
//! neighbourhood graph of Toussaint, 1980). The nearest of the others fill the places left. A link exists if either of
//! its nodes chose it.

use rayon::prelude::*;

/// Selects `count` links among the candidates of each node, given the distance of any two nodes.
///
/// The result has, for each node, its neighbours in rising order. Cost: about `count` comparisons for
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
            links[node as usize].push(other);
            links[other as usize].push(node);
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
