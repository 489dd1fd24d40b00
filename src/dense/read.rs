//! Reads the dense part of an index: blocks in, a checked [`DenseIndex`] out.

use super::MAX_DIMENSIONS;
use super::codes::inverse_length;
use super::graph::Graph;
use super::layout::{Bits, CodeLayout, MAX_BLOCK_SHIFT, Rising};
use crate::format::{Cursor, FormatError};
use crate::ids::{SectionId, WindowId};
use crate::order::sort;

/// Vectors and graph of one index.
///
/// Memory in addition to the blocks of codes: 4 bytes per window and 8 per node; with the graph about 95 more per node.
#[derive(Debug)]
pub struct DenseIndex {
    layout: CodeLayout,
    /// log2 of the number of nodes in a block.
    block_shift: u32,
    blocks: Vec<Vec<u8>>,
    graph: Option<Graph>,
    /// 1 / length of each node's codes.
    pub(super) inverse_lengths: Vec<f32>,
    /// Section of each window.
    sections: Vec<SectionId>,
    /// First window of each node, rising.
    first_windows: Vec<WindowId>,
    /// Further windows of nodes, sorted: the node in the high half, the window in the low half.
    repeats: Vec<u64>,
}

impl DenseIndex {
    /// Checks every count and id of the blocks of windows and codes, in order. `sections` is the index's number of
    /// sections.
    ///
    /// # Errors
    /// Violations of FORMAT.md, with the number of the block. Allocates in proportion to the bytes given. Cost: one
    /// pass over the bytes.
    pub fn read(blocks: Vec<Vec<u8>>, sections: u32) -> Result<Self, (usize, FormatError)> {
        let mut blocks = blocks.into_iter();
        let windows = blocks.next().unwrap_or_default();
        let mut index = read_windows(&windows, sections).map_err(|error| (0, error))?;
        drop(windows);
        let row = index.layout.bytes();
        for (number, block) in (1..).zip(blocks) {
            let left = index.first_windows.len() - index.inverse_lengths.len();
            let (found, expected) = (block.len() as u64, (left.min(1 << index.block_shift) * row) as u64);
            let what = "vector codes";
            if found < expected {
                return Err((number, FormatError::Truncated { what, expected, found }));
            }
            if found > expected {
                return Err((number, FormatError::Trailing { what, found: found - expected }));
            }
            index
                .inverse_lengths
                .extend(block.chunks_exact(row).map(|codes| inverse_length(codes, index.layout)));
            index.blocks.push(block);
        }
        let (expected, found) = (index.first_windows.len(), index.inverse_lengths.len());
        if found < expected {
            let (expected, found) = ((expected * row) as u64, (found * row) as u64);
            return Err((0, FormatError::Truncated { what: "vector codes", expected, found }));
        }
        Ok(index)
    }

    /// Adds the graph from its blocks, in order. Until then, searches scan all vectors.
    ///
    /// # Errors
    /// Violations of FORMAT.md, with the number of the block; searches continue without a graph.
    pub fn add_graph(&mut self, blocks: &[Vec<u8>]) -> Result<(), (usize, FormatError)> {
        self.graph = Some(Graph::read(blocks, self.nodes() as u32)?);
        Ok(())
    }

    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.layout.dimensions
    }

    /// Number of windows.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Whether there are no windows.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Whether the graph has been added.
    pub fn has_graph(&self) -> bool {
        self.graph.is_some()
    }

    pub(super) fn layout(&self) -> CodeLayout {
        self.layout
    }

    pub(super) fn graph(&self) -> Option<&Graph> {
        self.graph.as_ref()
    }

    /// Number of distinct vectors.
    pub(super) fn nodes(&self) -> usize {
        self.first_windows.len()
    }

    pub(super) fn codes(&self, node: u32) -> &[u8] {
        let block = &self.blocks[node as usize >> self.block_shift];
        let row = self.layout.bytes();
        let start = (node as usize & ((1 << self.block_shift) - 1)) * row;
        &block[start..start + row]
    }

    /// The codes of all nodes, in order.
    pub(super) fn all_codes(&self) -> impl Iterator<Item = &[u8]> {
        self.blocks.iter().flat_map(|block| block.chunks_exact(self.layout.bytes()))
    }

    /// The windows of a node, rising.
    pub(super) fn windows(&self, node: u32) -> impl Iterator<Item = WindowId> + '_ {
        let start = self.repeats.partition_point(|repeat| repeat >> 32 < u64::from(node));
        let repeats = self.repeats[start..].iter().take_while(move |repeat| *repeat >> 32 == u64::from(node));
        let repeats = repeats.map(|repeat| WindowId(*repeat as u32));
        std::iter::once(self.first_windows[node as usize]).chain(repeats)
    }

    pub(super) fn section(&self, window: WindowId) -> SectionId {
        self.sections[window.index()]
    }

    /// One more than the largest id of a section that has windows.
    pub(super) fn section_bound(&self) -> usize {
        self.sections.last().map_or(0, |section| section.index() + 1)
    }
}

/// Reads the first block into an index without codes.
fn read_windows(block: &[u8], sections: u32) -> Result<DenseIndex, FormatError> {
    let mut cursor = Cursor::new(block);
    let bits = match cursor.u8("bits of a component")? {
        4 => Bits::Four,
        8 => Bits::Eight,
        found => {
            return Err(FormatError::OutOfRange {
                what: "bits of a component",
                at_most: 8,
                found: found.into(),
            });
        }
    };
    let dimensions = cursor.varint_up_to("dimensions less one", MAX_DIMENSIONS as u32 - 1)? as usize + 1;
    let block_shift = cursor.varint_up_to("vectors of a block", MAX_BLOCK_SHIFT)?;
    let sections = read_sections(&mut cursor, sections)?;
    let (first_windows, repeats) = read_nodes(&mut cursor, sections.len() as u32)?;
    cursor.end("windows")?;
    Ok(DenseIndex {
        layout: CodeLayout { bits, dimensions },
        block_shift,
        blocks: Vec::new(),
        graph: None,
        inverse_lengths: Vec::new(),
        sections,
        first_windows,
        repeats,
    })
}

fn read_sections(cursor: &mut Cursor<'_>, sections: u32) -> Result<Vec<SectionId>, FormatError> {
    let what = "windows";
    let count = cursor.varint(what)? as usize;
    if count > cursor.remaining() {
        let found = cursor.remaining() as u64;
        return Err(FormatError::Truncated { what, expected: count as u64, found });
    }
    let mut of_windows = Vec::with_capacity(count);
    let mut section = 0u64;
    for _ in 0..count {
        section += u64::from(cursor.varint("section of a window")?);
        if section >= u64::from(sections) {
            let at_most = u64::from(sections.saturating_sub(1));
            return Err(FormatError::OutOfRange { what: "section of a window", at_most, found: section });
        }
        of_windows.push(SectionId(section as u32));
    }
    Ok(of_windows)
}

/// [`DenseIndex::first_windows`] and [`DenseIndex::repeats`].
type Nodes = (Vec<WindowId>, Vec<u64>);

fn read_nodes(cursor: &mut Cursor<'_>, windows: u32) -> Result<Nodes, FormatError> {
    let count = cursor.varint_up_to("repeated windows", windows)?;
    let mut rising = Rising::new(windows);
    let mut first_windows = Vec::new();
    let mut repeats = Vec::new();
    let mut next = 0;
    for _ in 0..count {
        let window = rising.next(cursor, "repeated window")?;
        first_windows.extend((next..window).map(WindowId));
        next = window + 1;
        let node = Rising::new(first_windows.len() as u32).next(cursor, "node of a repeated window")?;
        repeats.push(u64::from(node) << 32 | u64::from(window));
    }
    first_windows.extend((next..windows).map(WindowId));
    sort(&mut repeats);
    Ok((first_windows, repeats))
}
