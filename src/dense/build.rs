//! Writes the dense part of an index: vectors in, blocks out.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::codes::quantize;
use super::graph::Graph;
use super::hnsw::{HnswParams, Points, base_layer};
use super::layout::{Bits, CodeLayout};
use super::{DenseError, MAX_DIMENSIONS, prune};
use crate::format::{Generation, Writer};
use crate::ids::SectionId;
use crate::limits::MAX_FILE_BYTES;

/// Tolerated deviation of a vector's length from 1. A model that does not normalise is off by far more, rounding by far
/// less.
const LENGTH_TOLERANCE: f32 = 1e-2;

/// Increase when the same codes give another graph, so that cached graphs are not reused.
const GRAPH_VERSION: u8 = 1;

/// Up to this many distinct vectors, a scan of all takes less than a millisecond in Chromium, and a graph is not worth
/// its bytes. docs/decisions/0030 has the figures.
const MAX_SCANNED: usize = 20_000;

/// Links that each node chooses; with those that others choose, a node has nearly twice as many. docs/decisions/0030
/// has figures for 8 and 16.
const LINKS: usize = 12;

/// How the nearest vectors are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ann {
    /// By a graph if there are more than `MAX_SCANNED` distinct vectors, else by a scan.
    #[default]
    Auto,
    /// By an HNSW graph.
    Hnsw,
    /// By a scan of all vectors.
    Exact,
}

/// Settings of the dense retriever's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseParams {
    /// Bits of each stored component.
    pub bits: Bits,
    /// Whether to build a graph.
    pub ann: Ann,
    /// Parameters of the graph.
    pub hnsw: HnswParams,
}

impl Default for DenseParams {
    fn default() -> Self {
        DenseParams { bits: Bits::Four, ann: Ann::Auto, hnsw: HnswParams::default() }
    }
}

/// Caches graphs between builds, keyed by the hash of their inputs.
pub trait GraphCache {
    /// The blocks of a cached graph.
    fn get(&self, made_from: Generation) -> Option<Vec<Vec<u8>>>;
    /// Stores a graph, if possible.
    fn put(&self, made_from: Generation, blocks: &[Vec<u8>]);
}

/// Caches nothing.
impl GraphCache for () {
    fn get(&self, _: Generation) -> Option<Vec<Vec<u8>>> {
        None
    }
    fn put(&self, _: Generation, _: &[Vec<u8>]) {}
}

/// The dense part of an index, as blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseBlocks {
    /// The block of windows, then blocks of codes.
    pub vectors: Vec<Vec<u8>>,
    /// The blocks of the graph; empty if searches scan all vectors.
    pub graph: Vec<Vec<u8>>,
    /// Hash of everything that determines the graph.
    pub made_from: Generation,
}

/// Builds the blocks of the windows in `vectors`, unit vectors of `dimensions` numbers one after another; `sections`
/// has the section of each window, in non-decreasing order.
///
/// Windows with equal codes share one node. Otherwise, if there are more of them than a node has neighbours, they link
/// only to each other, and searches starting there never reach the rest of the graph. Cost: see `base_layer`, unless
/// `cache` has the graph.
///
/// # Errors
/// Vectors that violate the above, or more bytes of codes than [`MAX_FILE_BYTES`].
pub fn build(
    vectors: &[f32],
    dimensions: usize,
    sections: &[SectionId],
    params: &DenseParams,
    cache: &dyn GraphCache,
) -> Result<DenseBlocks, DenseError> {
    check(vectors, dimensions, sections)?;
    let layout = CodeLayout { bits: params.bits, dimensions };
    let nodes = Nodes::new(vectors, layout);
    let count = nodes.codes.len() / layout.bytes();
    let made_from = made_from(&nodes.codes, layout, &params.hnsw);
    let with_graph = match params.ann {
        Ann::Auto => count > MAX_SCANNED,
        Ann::Hnsw => count > 0,
        Ann::Exact => false,
    };
    let mut graph = Vec::new();
    if with_graph {
        let kept = cache.get(made_from).filter(|blocks| Graph::read(blocks, count as u32).is_ok());
        graph = match kept {
            Some(blocks) => blocks,
            None => {
                let points = Points::new(&nodes.codes, layout);
                let candidates = base_layer(&points, &params.hnsw)?;
                let links = prune::choose(&candidates, LINKS, &|one, other| points.distance(one, other));
                let blocks = prune::write(&links);
                cache.put(made_from, &blocks);
                blocks
            }
        };
    }
    let mut blocks = vec![write_windows(sections, &nodes.repeats, layout)];
    blocks.extend(nodes.codes.chunks(layout.bytes() << layout.block_shift()).map(<[u8]>::to_vec));
    Ok(DenseBlocks { vectors: blocks, graph, made_from })
}

fn write_windows(sections: &[SectionId], repeats: &[(u32, u32)], layout: CodeLayout) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.u8(layout.bits as u8);
    writer.varint(layout.dimensions as u32 - 1);
    writer.varint(layout.block_shift());
    writer.varint(sections.len() as u32);
    let mut before = 0;
    for section in sections {
        writer.varint(section.0 - before);
        before = section.0;
    }
    writer.varint(repeats.len() as u32);
    let mut least = 0;
    for (window, node) in repeats {
        writer.varint(window - least);
        writer.varint(*node);
        least = window + 1;
    }
    writer.finish()
}

/// Hash of everything that determines the graph.
fn made_from(codes: &[u8], layout: CodeLayout, params: &HnswParams) -> Generation {
    let mut hash = Sha256::new();
    hash.update([GRAPH_VERSION]);
    hash.update(format!("{layout:?} {params:?} {LINKS:?}").as_bytes());
    hash.update(codes);
    let mut made_from = Generation::default();
    made_from.0.copy_from_slice(&hash.finalize()[..8]);
    made_from
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
struct Nodes {
    codes: Vec<u8>,
    /// Windows whose codes have occurred before, in rising order, each with its node.
    repeats: Vec<(u32, u32)>,
}

impl Nodes {
    fn new(vectors: &[f32], layout: CodeLayout) -> Self {
        let mut all = Vec::with_capacity(vectors.len() / layout.dimensions * layout.bytes());
        vectors.chunks_exact(layout.dimensions).for_each(|vector| quantize(vector, layout.bits, &mut all));
        let mut nodes = Nodes { codes: Vec::with_capacity(all.len()), repeats: Vec::new() };
        let mut node_of = HashMap::new();
        for (window, codes) in all.chunks_exact(layout.bytes()).enumerate() {
            let next = node_of.len() as u32;
            let node = *node_of.entry(codes).or_insert(next);
            if node == next {
                nodes.codes.extend_from_slice(codes);
            } else {
                nodes.repeats.push((window as u32, node));
            }
        }
        nodes
    }
}
