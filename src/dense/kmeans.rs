//! Clusters vectors by k-means over their codes, in two levels: blocks, and the clusters of each block.
//!
//! Spherical k-means (Dhillon and Modha, 2001): a vector belongs to the centre with the largest cosine. The first level
//! keeps the cost near n × √n. Then all clusters are refined together: each vector chooses among those of its nearest
//! blocks.
//!
//! Threads share the work by vectors or by clusters, and each sum has a fixed order, so the result depends on the vectors
//! alone.

use rayon::prelude::*;

use super::codes::{QueryCodes, inverse_length};
use super::layout::CodeLayout;

/// Vectors of a cluster on average. docs/decisions/0114 has figures for others.
const CLUSTER_SIZE: usize = 32;

/// Clusters of a block on average.
const BLOCK_SIZE: usize = 32;

/// Most iterations of one k-means; it ends when no vector moves.
const ITERATIONS: usize = 8;

/// Iterations over all clusters together.
const REFINEMENTS: usize = 4;

/// Blocks whose clusters a vector chooses from.
const NEAR_BLOCKS: usize = 8;

/// Vectors for each centre that k-means learns from; the others only choose.
const SAMPLE: usize = 128;

/// Vectors as codes.
pub(super) struct Vectors<'a> {
    codes: &'a [u8],
    layout: CodeLayout,
    inverse_lengths: Vec<f32>,
}

/// Some of the vectors, and their mean.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Of any length.
    pub centre: Vec<f32>,
    /// Rising.
    pub members: Vec<u32>,
}

/// A block of clusters.
#[derive(Clone, Debug)]
pub(super) struct ClusterBlock {
    /// Mean of all vectors of the block.
    pub centre: Vec<f32>,
    pub clusters: Vec<Group>,
}

impl<'a> Vectors<'a> {
    /// Takes the codes of all vectors, one after another.
    pub(super) fn new(codes: &'a [u8], layout: CodeLayout) -> Self {
        let inverse_lengths =
            codes.par_chunks_exact(layout.bytes()).map(|codes| inverse_length(codes, layout)).collect();
        Vectors { codes, layout, inverse_lengths }
    }

    fn codes(&self, vector: u32) -> &'a [u8] {
        let row = self.layout.bytes();
        &self.codes[vector as usize * row..][..row]
    }

    fn mean(&self, members: &[u32]) -> Vec<f32> {
        let mut sum = vec![0.0f32; self.layout.dimensions];
        for member in members {
            let inverse_length = self.inverse_lengths[*member as usize];
            for (sum, number) in sum.iter_mut().zip(self.layout.bits.numbers(self.codes(*member))) {
                *sum += f32::from(number) * inverse_length;
            }
        }
        sum.iter_mut().for_each(|sum| *sum /= members.len().max(1) as f32);
        sum
    }

    pub(super) fn group(&self, members: Vec<u32>) -> Group {
        Group { centre: self.mean(&members), members }
    }

    fn similarity(&self, centre: &Centre, vector: u32) -> f32 {
        let inverse_length = self.inverse_lengths[vector as usize];
        centre.as_ref().map_or(-1.0, |it| it.similarity(self.codes(vector), inverse_length))
    }

    fn centre(&self, mean: &[f32]) -> Centre {
        QueryCodes::new(mean, self.layout).ok()
    }

    fn centres<'b>(&self, means: impl IntoIterator<Item = &'b Vec<f32>>) -> Vec<Centre> {
        means.into_iter().map(|mean| self.centre(mean)).collect()
    }
}

/// A centre prepared for comparison; `None` if it has no direction.
type Centre = Option<QueryCodes>;

/// Clusters all vectors. Blocks and the clusters of each are in an order in which neighbours are near, so that searches
/// read ranges side by side. Cost: about n × (√n + 1,000) comparisons.
pub(super) fn cluster(vectors: &Vectors<'_>) -> Vec<ClusterBlock> {
    let all: Vec<u32> = (0..vectors.inverse_lengths.len() as u32).collect();
    let blocks = split(vectors, all, CLUSTER_SIZE * BLOCK_SIZE);
    let mut blocks: Vec<ClusterBlock> = blocks
        .into_par_iter()
        .map(|members| {
            let centre = vectors.mean(&members);
            let clusters = split(vectors, members, CLUSTER_SIZE);
            ClusterBlock { centre, clusters: clusters.into_iter().map(|it| vectors.group(it)).collect() }
        })
        .collect();
    for _ in 0..REFINEMENTS {
        let chosen = nearest_clusters(vectors, &blocks);
        blocks = regrouped(vectors, &blocks, &chosen);
    }
    for block in &mut blocks {
        block.clusters = chain(std::mem::take(&mut block.clusters), |it| &it.centre);
    }
    chain(blocks, |it| &it.centre)
}

/// Divides vectors into groups of about `size`, none of more than twice as many.
fn split(vectors: &Vectors<'_>, members: Vec<u32>, size: usize) -> Vec<Vec<u32>> {
    let count = (members.len() + size / 2) / size;
    if count <= 1 {
        return vec![members];
    }
    let groups = kmeans(vectors, &members, count);
    if groups.len() == 1 {
        return members.chunks(size).map(<[u32]>::to_vec).collect();
    }
    let again = |group: Vec<u32>| match group.len() > 2 * size {
        true => split(vectors, group, size),
        false => vec![group],
    };
    groups.into_iter().flat_map(again).collect()
}

/// At most `count` groups of vectors, none empty. Starts from vectors at equal distances: in a site, neighbours are of one
/// topic.
fn kmeans(vectors: &Vectors<'_>, members: &[u32], count: usize) -> Vec<Vec<u32>> {
    let step = (members.len() / (count * SAMPLE)).max(1);
    let sample: Vec<u32> = members.iter().copied().step_by(step).collect();
    let mut means: Vec<Vec<f32>> =
        (0..count).map(|number| vectors.mean(&[members[number * members.len() / count]])).collect();
    let mut before = Vec::new();
    for _ in 0..ITERATIONS {
        let chosen = choose(vectors, &sample, &vectors.centres(&means));
        if chosen == before {
            break;
        }
        let groups = grouped(&sample, &chosen, count);
        means = groups.par_iter().map(|group| vectors.mean(group)).collect();
        before = chosen;
    }
    let chosen = choose(vectors, members, &vectors.centres(&means));
    let mut groups = grouped(members, &chosen, count);
    groups.retain(|group| !group.is_empty());
    groups
}

/// The nearest centre of each vector; of equal ones, the first.
fn choose(vectors: &Vectors<'_>, members: &[u32], centres: &[Centre]) -> Vec<u32> {
    let nearest = |vector: &u32| {
        let mut best = (f32::MIN, 0);
        for (centre, number) in centres.iter().zip(0..) {
            let similarity = vectors.similarity(centre, *vector);
            if similarity > best.0 {
                best = (similarity, number);
            }
        }
        best.1
    };
    members.par_iter().map(nearest).collect()
}

fn grouped(members: &[u32], chosen: &[u32], count: usize) -> Vec<Vec<u32>> {
    let mut groups = vec![Vec::new(); count];
    for (member, group) in members.iter().zip(chosen) {
        groups[*group as usize].push(*member);
    }
    groups
}

/// The nearest cluster of each vector, among those of its nearest blocks: the block, and the place in it.
fn nearest_clusters(vectors: &Vectors<'_>, blocks: &[ClusterBlock]) -> Vec<(usize, usize)> {
    let upper = vectors.centres(blocks.iter().map(|block| &block.centre));
    let lower: Vec<Vec<Centre>> = blocks
        .iter()
        .map(|block| vectors.centres(block.clusters.iter().map(|cluster| &cluster.centre)))
        .collect();
    let of = |vector: u32| {
        let near = upper.iter().enumerate();
        let mut near: Vec<(f32, usize)> =
            near.map(|(block, centre)| (vectors.similarity(centre, vector), block)).collect();
        near.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut best = (f32::MIN, (0, 0));
        for (_, block) in near.into_iter().take(NEAR_BLOCKS) {
            for (place, centre) in lower[block].iter().enumerate() {
                let similarity = vectors.similarity(centre, vector);
                if similarity > best.0 {
                    best = (similarity, (block, place));
                }
            }
        }
        best.1
    };
    (0..vectors.inverse_lengths.len() as u32).into_par_iter().map(of).collect()
}

/// The blocks with each vector in the cluster that it chose, without empty ones.
fn regrouped(vectors: &Vectors<'_>, blocks: &[ClusterBlock], chosen: &[(usize, usize)]) -> Vec<ClusterBlock> {
    let mut members: Vec<Vec<Vec<u32>>> =
        blocks.iter().map(|block| vec![Vec::new(); block.clusters.len()]).collect();
    for (vector, (block, place)) in (0..).zip(chosen) {
        members[*block][*place].push(vector);
    }
    let regrouped = members.into_par_iter().filter_map(|mut clusters| {
        clusters.retain(|members| !members.is_empty());
        let centre = vectors.mean(&clusters.concat());
        let clusters: Vec<Group> = clusters.into_iter().map(|members| vectors.group(members)).collect();
        (!clusters.is_empty()).then_some(ClusterBlock { centre, clusters })
    });
    regrouped.collect()
}

/// Puts items into an order in which each is followed by the nearest of those left.
fn chain<T>(items: Vec<T>, centre: impl Fn(&T) -> &Vec<f32>) -> Vec<T> {
    let unit = |item: &T| {
        let centre = centre(item);
        let length = centre.iter().map(|it| it * it).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        centre.iter().map(|it| it / length).collect::<Vec<f32>>()
    };
    let units: Vec<Vec<f32>> = items.iter().map(unit).collect();
    let product = |one: usize, other: usize| -> f32 {
        units[one].iter().zip(&units[other]).map(|(one, other)| one * other).sum()
    };
    let mut left: Vec<usize> = (1..items.len()).collect();
    let mut order: Vec<usize> = (0..items.len().min(1)).collect();
    while let Some(last) = order.last().filter(|_| !left.is_empty()) {
        let near = |at: &usize| product(*last, left[*at]);
        let next = (0..left.len()).max_by(|a, b| near(a).total_cmp(&near(b)).then(b.cmp(a)));
        order.extend(next.map(|next| left.remove(next)));
    }
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| items[at].take()).collect()
}
