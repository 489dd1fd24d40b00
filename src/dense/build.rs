//! Writes the dense part of an index: vectors in, blocks out.

use std::collections::HashMap;

use super::codes::{middle, quantize_centre};
use super::hnsw::{Points, base_layer};
use super::homes::write_homes;
use super::kmeans::{ClusterBlock, Group};
use super::layout::{Bits, CodeLayout};
use super::{ClusterMemory, DenseError, MAX_DIMENSIONS, prune};
use crate::format::Writer;
use crate::ids::SectionId;
use crate::limits::MAX_FILE_BYTES;

/// Tolerated deviation of a vector's length from 1. A model that does not normalise is off by far more, rounding by far
/// less.
const LENGTH_TOLERANCE: f32 = 1e-2;

/// Links that each node chooses; with those that others choose, a node has nearly twice as many.
const LINKS: usize = 6;

/// Settings of the dense retriever's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseParams {
    /// Bits of each stored component.
    pub bits: Bits,
}

impl Default for DenseParams {
    fn default() -> Self {
        DenseParams { bits: Bits::Four }
    }
}

/// Filter values as numbers, for clusters to name.
pub struct FilterValues<'a> {
    /// How many there are; 0 if clusters name none.
    pub count: u32,
    /// The values of a section, rising and below `count`.
    pub of: &'a dyn Fn(SectionId) -> &'a [u32],
}

/// A block of nodes of the graph, and the clusters whose centres they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeBlock {
    /// For [`Nodes`](super::Nodes).
    pub nodes: Vec<u8>,
    /// Each for [`Cluster`](super::Cluster).
    pub clusters: Vec<Vec<u8>>,
}

/// The dense part of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseParts {
    /// For [`Root`](super::Root).
    pub root: Vec<u8>,
    /// In the order of the nodes.
    pub blocks: Vec<NodeBlock>,
    /// Each for [`Homes`](super::Homes).
    pub homes: Vec<Vec<u8>>,
}

/// The windows to cluster.
#[derive(Clone, Copy)]
pub struct Windows<'a> {
    /// Unit vectors, one after another.
    pub vectors: &'a [f32],
    /// Numbers of each.
    pub dimensions: usize,
    /// The section of each window, in non-decreasing order.
    pub sections: &'a [SectionId],
}

/// Builds the parts for windows.
///
/// Windows with equal codes share one vector. Cost: about n × (√n + 1,000) comparisons for n of them, unless `memory` has
/// their clusters.
///
/// # Errors
/// Vectors that violate the above, or more bytes of codes than [`MAX_FILE_BYTES`].
pub fn build(
    Windows { vectors, dimensions, sections }: Windows<'_>,
    values: &FilterValues<'_>,
    params: &DenseParams,
    memory: &ClusterMemory,
) -> Result<DenseParts, DenseError> {
    check(vectors, dimensions, sections)?;
    let layout = CodeLayout { bits: params.bits, dimensions };
    let distinct = Distinct::new(vectors, sections, layout);
    let blocks = memory.clusters(&distinct.codes, layout);
    let of_blocks = centre_codes(blocks.iter().map(|block| &block.centre));
    let clusters = blocks.iter().flat_map(|block| &block.clusters);
    let centres = centre_codes(clusters.map(|cluster| &cluster.centre));
    let homes = write_homes(&distinct.homes(blocks.iter().flat_map(|block| &block.clusters)));
    let links = links(&centres, layout.of_centres())?;
    let held: Vec<Vec<Vec<u32>>> = blocks
        .iter()
        .map(|block| block.clusters.iter().map(|it| distinct.values(&it.members, values)).collect())
        .collect();
    let root = write_root(&blocks, &of_blocks, &held, layout, values.count);
    let row = layout.of_centres().bytes();
    let mut node = 0;
    let write_block = |((block, held), middle): ((&ClusterBlock, &Vec<Vec<u32>>), &[u8])| {
        let nodes = node..node + block.clusters.len();
        node = nodes.end;
        let mut writer = Writer::new();
        links[nodes.clone()].iter().for_each(|list| write_list(&mut writer, list));
        if values.count > 0 {
            held.iter().for_each(|list| write_list(&mut writer, list));
        }
        let centres = centres[nodes.start * row..nodes.end * row].chunks_exact(row);
        write_differences(&mut writer, centres, middle, layout.of_centres());
        let clusters = block.clusters.iter().map(|it| distinct.write(&it.members, layout)).collect();
        NodeBlock { nodes: writer.finish(), clusters }
    };
    let blocks = blocks.iter().zip(&held).zip(of_blocks.chunks_exact(row)).map(write_block).collect();
    Ok(DenseParts { root, blocks, homes })
}

/// `centres` has the codes of the centres of all blocks.
fn write_root(
    blocks: &[ClusterBlock],
    centres: &[u8],
    held: &[Vec<Vec<u32>>],
    layout: CodeLayout,
    values: u32,
) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.u8(layout.bits as u8);
    writer.varint(layout.dimensions as u32 - 1);
    writer.varint(values);
    blocks.iter().for_each(|block| writer.varint(block.clusters.len() as u32));
    if values > 0 {
        for of_block in held {
            let mut all = of_block.concat();
            all.sort_unstable();
            all.dedup();
            write_list(&mut writer, &all);
        }
    }
    writer.bytes(centres);
    writer.finish()
}

/// Writes vectors as differences from the middle of them: near to each other, they have few large ones, which compress well.
fn write_differences<'a>(
    writer: &mut Writer,
    vectors: impl Iterator<Item = &'a [u8]>,
    middle: &[u8],
    layout: CodeLayout,
) {
    for codes in vectors {
        codes.iter().zip(middle).for_each(|(codes, from)| writer.u8(layout.bits.difference(*codes, *from)));
    }
}

/// Writes rising ids.
fn write_list(writer: &mut Writer, ids: &[u32]) {
    writer.varint(ids.len() as u32);
    let mut least = 0;
    for id in ids {
        writer.varint(id - least);
        least = id + 1;
    }
}

/// The codes of centres, in order.
fn centre_codes<'a>(centres: impl Iterator<Item = &'a Vec<f32>>) -> Vec<u8> {
    let mut codes = Vec::new();
    centres.for_each(|centre| quantize_centre(centre, &mut codes));
    codes
}

/// The links of each node of the graph, rising, in both directions.
fn links(centres: &[u8], layout: CodeLayout) -> Result<Vec<Vec<u32>>, DenseError> {
    if centres.is_empty() {
        return Ok(Vec::new());
    }
    let points = Points::new(centres, layout);
    let candidates = base_layer(&points)?;
    Ok(prune::choose(&candidates, LINKS, &|one, other| points.distance(one, other)))
}

fn check(vectors: &[f32], dimensions: usize, sections: &[SectionId]) -> Result<(), DenseError> {
    if dimensions == 0 || dimensions > MAX_DIMENSIONS {
        return Err(DenseError::Dimensions { at_most: MAX_DIMENSIONS, found: dimensions });
    }
    if sections.len().checked_mul(dimensions) != Some(vectors.len()) {
        return Err(DenseError::Count { windows: sections.len(), dimensions, found: vectors.len() });
    }
    if vectors.len() as u64 > MAX_FILE_BYTES {
        return Err(DenseError::TooLarge { at_most: MAX_FILE_BYTES, found: vectors.len() as u64 });
    }
    for (window, vector) in vectors.chunks_exact(dimensions).enumerate() {
        let length = vector.iter().map(|component| component * component).sum::<f32>().sqrt();
        if !length.is_finite() || (length - 1.0).abs() > LENGTH_TOLERANCE {
            return Err(DenseError::NotUnit { window, length });
        }
    }
    match sections.windows(2).position(|pair| pair[1] < pair[0]) {
        Some(at) => {
            Err(DenseError::NotRising { window: at + 1, after: sections[at].0, found: sections[at + 1].0 })
        }
        None => Ok(()),
    }
}

/// The distinct vectors, in the order of their first windows.
struct Distinct {
    codes: Vec<u8>,
    /// The sections of the windows of each, rising.
    sections: Vec<Vec<SectionId>>,
}

impl Distinct {
    fn new(vectors: &[f32], sections: &[SectionId], layout: CodeLayout) -> Self {
        let mut all = Vec::with_capacity(sections.len() * layout.bytes());
        vectors.chunks_exact(layout.dimensions).for_each(|vector| layout.bits.quantize(vector, &mut all));
        let mut distinct = Distinct { codes: Vec::with_capacity(all.len()), sections: Vec::new() };
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        for (codes, section) in all.chunks_exact(layout.bytes()).zip(sections) {
            let next = known.len();
            let vector = *known.entry(codes).or_insert(next);
            if vector == next {
                distinct.codes.extend_from_slice(codes);
                distinct.sections.push(vec![*section]);
            } else if distinct.sections[vector].last() != Some(section) {
                distinct.sections[vector].push(*section);
            }
        }
        distinct
    }

    /// The filter values of the sections of some vectors, rising.
    fn values(&self, members: &[u32], values: &FilterValues<'_>) -> Vec<u32> {
        if values.count == 0 {
            return Vec::new();
        }
        let sections = members.iter().flat_map(|member| &self.sections[*member as usize]);
        let mut all: Vec<u32> = sections.flat_map(|section| (values.of)(*section)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The clusters of each section, rising, up to the last one that has a vector.
    fn homes<'a>(&self, clusters: impl Iterator<Item = &'a Group>) -> Vec<Vec<u32>> {
        let last = self.sections.iter().filter_map(|of_vector| of_vector.last()).max();
        let mut homes = vec![Vec::new(); last.map_or(0, |last| last.index() + 1)];
        for (number, cluster) in (0u32..).zip(clusters) {
            for section in cluster.members.iter().flat_map(|member| &self.sections[*member as usize]) {
                let of_section: &mut Vec<u32> = &mut homes[section.index()];
                if of_section.last() != Some(&number) {
                    of_section.push(number);
                }
            }
        }
        homes
    }

    /// Writes a cluster of some vectors; the order of their numbers is that of their first sections.
    fn write(&self, members: &[u32], layout: CodeLayout) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.varint(members.len() as u32);
        let mut before = 0;
        let mut repeats = Vec::new();
        for (place, member) in (0u32..).zip(members) {
            if let Some((first, further)) = self.sections[*member as usize].split_first() {
                writer.varint(first.0 - before);
                before = first.0;
                repeats.extend(further.iter().map(|section| (place, section.0)));
            }
        }
        writer.varint(repeats.len() as u32);
        let mut before = 0;
        for (place, section) in repeats {
            writer.varint(place - before);
            writer.varint(section);
            before = place;
        }
        let row = layout.bytes();
        let codes = members.iter().map(|it| *it as usize).map(|it| &self.codes[it * row..(it + 1) * row]);
        let middle = middle(layout, codes.clone());
        writer.bytes(&middle);
        write_differences(&mut writer, codes, &middle, layout);
        writer.finish()
    }
}
