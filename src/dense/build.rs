//! The writer of the dense side: vectors in, blocks out.

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

/// How far the length of a vector may be from 1. A model that does not normalise is off by far more, rounding by
/// far less.
const LENGTH_TOLERANCE: f32 = 1e-2;

/// Raised whenever the same codes give another graph, so that graphs kept from before are not taken for it.
const GRAPH_VERSION: u8 = 1;

/// Distinct vectors up to which looking at all of them takes less than a millisecond in Chromium, so that a graph would
/// be bytes for nothing. FORMAT.md has the figures.
const MAX_SCANNED: usize = 20_000;

/// Links that a node chooses; with those that others choose, it has nearly twice as many. FORMAT.md has what 8 and 16
/// come to.
const LINKS: usize = 12;

/// How the nearest vectors are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ann {
    /// By a graph, where there are so many vectors that looking at all of them would be felt.
    #[default]
    Auto,
    /// By a graph.
    Hnsw,
    /// By looking at all of them.
    Exact,
}

/// What can be set about the dense side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseParams {
    /// Bits of each stored component.
    pub bits: Bits,
    /// Whether there is a graph.
    pub ann: Ann,
    /// How it is built.
    pub hnsw: HnswParams,
}

impl Default for DenseParams {
    fn default() -> Self {
        DenseParams { bits: Bits::Four, ann: Ann::Auto, hnsw: HnswParams::default() }
    }
}

/// Keeps graphs from one build to the next, by what they were made from.
pub trait GraphCache {
    /// The blocks of a graph that was kept.
    fn get(&self, made_from: Generation) -> Option<Vec<Vec<u8>>>;
    /// Keeps a graph, if that is possible.
    fn put(&self, made_from: Generation, blocks: &[Vec<u8>]);
}

/// Keeps nothing.
impl GraphCache for () {
    fn get(&self, _: Generation) -> Option<Vec<Vec<u8>>> {
        None
    }
    fn put(&self, _: Generation, _: &[Vec<u8>]) {}
}

/// The dense side of an index, as blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseBlocks {
    /// The windows, then the codes.
    pub vectors: Vec<Vec<u8>>,
    /// The graph; empty where all vectors are looked at.
    pub graph: Vec<Vec<u8>>,
    /// What the graph was made from, hashed.
    pub made_from: Generation,
}

/// Makes the blocks for windows whose vectors stand one after another in `vectors`, `dimensions` numbers each, of
/// unit length; `sections` names the section of each window, never falling.
///
/// Windows with the same codes share one node: more of them than a node has neighbours would link only to each
/// other, and the rest of the graph could not be reached from them. Cost: see `base_layer`, unless `cache` has the graph.
///
/// # Errors
/// Vectors that are not as said above; more bytes of codes than [`MAX_FILE_BYTES`].
pub fn build(
    vectors: &[f32],
    dimensions: usize,
    sections: &[SectionId],
    params: &DenseParams,
    cache: &dyn GraphCache,
) -> Result<DenseBlocks, DenseError> {
    check(vectors, dimensions, sections)?;
    let form = CodeLayout { bits: params.bits, dimensions };
    let nodes = Nodes::new(vectors, form);
    let count = nodes.codes.len() / form.bytes();
    let made_from = made_from(&nodes.codes, form, &params.hnsw);
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
                let points = Points::new(&nodes.codes, form);
                let candidates = base_layer(&points, &params.hnsw)?;
                let links = prune::choose(&candidates, LINKS, &|one, other| points.distance(one, other));
                let blocks = prune::write(&links);
                cache.put(made_from, &blocks);
                blocks
            }
        };
    }
    let mut blocks = vec![write_windows(sections, &nodes.repeats, form)];
    blocks.extend(nodes.codes.chunks(form.bytes() << form.block_shift()).map(<[u8]>::to_vec));
    Ok(DenseBlocks { vectors: blocks, graph, made_from })
}

fn write_windows(sections: &[SectionId], repeats: &[(u32, u32)], form: CodeLayout) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.u8(form.bits as u8);
    writer.varint(form.dimensions as u32 - 1);
    writer.varint(form.block_shift());
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

/// Hashes all that decides how a graph comes out.
fn made_from(codes: &[u8], form: CodeLayout, params: &HnswParams) -> Generation {
    let mut hash = Sha256::new();
    hash.update([GRAPH_VERSION]);
    hash.update(format!("{form:?} {params:?} {LINKS:?}").as_bytes());
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

/// The distinct vectors, in the order of the first window of each.
struct Nodes {
    codes: Vec<u8>,
    /// Windows whose codes have occurred before, rising, each with its node.
    repeats: Vec<(u32, u32)>,
}

impl Nodes {
    fn new(vectors: &[f32], form: CodeLayout) -> Self {
        let mut all = Vec::with_capacity(vectors.len() / form.dimensions * form.bytes());
        vectors.chunks_exact(form.dimensions).for_each(|vector| quantize(vector, form.bits, &mut all));
        let mut nodes = Nodes { codes: Vec::with_capacity(all.len()), repeats: Vec::new() };
        let mut node_of = HashMap::new();
        for (window, codes) in all.chunks_exact(form.bytes()).enumerate() {
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
