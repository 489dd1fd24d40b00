//! The writer of the dense file: vectors in, bytes out.

use std::collections::HashMap;

use super::codes::quantize;
use super::hnsw::{Layers, build_layers};
use super::layout::write_rising;
use super::{DenseError, MAX_DIMENSIONS};
use crate::format::{FileKind, Generation, Writer, write_header};
use crate::ids::SectionId;
use crate::limits::MAX_FILE_BYTES;

/// How far the length of a vector may be from 1. A model that does not normalise is off by far more, rounding by
/// far less.
const LENGTH_TOLERANCE: f32 = 1e-2;

/// How the graph is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HnswParams {
    /// Candidates that are weighed for each new node. More cost time and give a better graph; values below 65
    /// count as 65.
    pub ef_construction: usize,
    /// Decides the order of insertion. The same seed and vectors give the same bytes.
    pub seed: u64,
}

impl Default for HnswParams {
    fn default() -> Self {
        HnswParams { ef_construction: 100, seed: 0x0d0c_f05e }
    }
}

/// Writes the dense file for windows whose vectors stand one after another in `vectors`, `dimensions` numbers
/// each, of unit length; `sections` names the section of each window, never falling.
///
/// Windows with the same codes share one node: more of them than a node has neighbours would link only to each
/// other, and the rest of the graph could not be reached from them. Cost: see `build_layers`; one thread.
///
/// # Errors
/// Vectors that are not as said above; more bytes of codes than [`MAX_FILE_BYTES`].
pub fn build(
    vectors: &[f32],
    dimensions: usize,
    sections: &[SectionId],
    generation: Generation,
    params: &HnswParams,
) -> Result<Vec<u8>, DenseError> {
    check(vectors, dimensions, sections)?;
    let nodes = Nodes::new(vectors, dimensions);
    let layers = build_layers(&nodes.codes, dimensions, params)?;

    let mut writer = Writer::new();
    write_header(&mut writer, FileKind::Dense, generation);
    writer.varint(dimensions as u32 - 1);
    writer.varint(sections.len() as u32);
    let mut before = 0;
    for section in sections {
        writer.varint(section.0 - before);
        before = section.0;
    }
    writer.varint(nodes.repeats.len() as u32);
    let mut least = 0;
    for (window, node) in &nodes.repeats {
        writer.varint(window - least);
        writer.varint(*node);
        least = window + 1;
    }
    writer.bytes(&nodes.codes);
    write_graph(&mut writer, &layers);
    Ok(writer.finish())
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
    fn new(vectors: &[f32], dimensions: usize) -> Self {
        let mut all = Vec::with_capacity(vectors.len());
        vectors.chunks_exact(dimensions).for_each(|vector| quantize(vector, &mut all));
        let mut nodes = Nodes { codes: Vec::with_capacity(all.len()), repeats: Vec::new() };
        let mut node_of = HashMap::new();
        for (window, codes) in all.chunks_exact(dimensions).enumerate() {
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

fn write_graph(writer: &mut Writer, layers: &Layers) {
    let list = |writer: &mut Writer, neighbours: &[u32], position: &dyn Fn(u32) -> u32| {
        writer.varint(neighbours.len() as u32);
        write_rising(writer, neighbours.iter().map(|node| position(*node)));
    };
    layers.base.iter().for_each(|neighbours| list(writer, neighbours, &|node| node));
    writer.varint(layers.upper.len() as u32);
    // Position of each node in the layer below the one that is being written, and then in that one.
    let mut below: Vec<u32> = (0..layers.base.len() as u32).collect();
    for layer in &layers.upper {
        writer.varint(layer.len() as u32);
        write_rising(writer, layer.iter().map(|(node, _)| below[*node as usize]));
        for (position, (node, _)) in layer.iter().enumerate() {
            below[*node as usize] = position as u32;
        }
        layer.iter().for_each(|(_, neighbours)| list(writer, neighbours, &|node| below[node as usize]));
    }
    if !layers.base.is_empty() {
        writer.varint(below[layers.entry as usize]);
    }
}
