//! The graph in memory: the neighbours of each node.
//!
//! Links are undirected. A block has each link once, in the list of its smaller node. Reading expands both directions,
//! since decoding lists at every visit would take as much time as the comparisons.

use super::bits::{BitReader, MAX_PARAMETER};
use crate::format::{Cursor, FormatError};

/// Parameter of the Rice code of a list's length: lists have about eleven entries.
pub(super) const LENGTH_PARAMETER: u32 = 3;

/// Bits of the parameter of a list's distances.
pub(super) const PARAMETER_BITS: u32 = MAX_PARAMETER.ilog2() + 1;

/// Maximum mean number of links per node: bounds the memory of a hostile file to some bytes per vector. The writer uses
/// a third of it.
const MAX_MEAN_LINKS: u64 = 32;

/// Both directions of all links.
#[derive(Debug)]
pub(super) struct Graph {
    /// Start of each node's neighbours in `neighbours`, and the end of the last.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Reads and checks the blocks of a graph over `nodes` nodes.
    ///
    /// # Errors
    /// With the number of the block: an unknown node, another number of lists than nodes, too many links, too few or
    /// too many bytes. Memory: 4 bytes per node and 8 per link. Cost: two passes.
    pub(super) fn read(blocks: &[Vec<u8>], nodes: u32) -> Result<Self, (usize, FormatError)> {
        let at_most = (u64::from(nodes) * MAX_MEAN_LINKS).min(u64::from(u32::MAX / 2));
        let mut links = 0;
        let mut starts = vec![0u32; nodes as usize + 1];
        each_link(blocks, nodes, &mut |one, other| {
            starts[one as usize] += 1;
            starts[other as usize] += 1;
            links += 1;
        })?;
        if links > at_most {
            return Err((0, FormatError::OutOfRange { what: "links of the graph", at_most, found: links }));
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut neighbours = vec![0; sum as usize];
        each_link(blocks, nodes, &mut |one, other| {
            for (of, neighbour) in [(one, other), (other, one)] {
                let start = &mut starts[of as usize];
                *start -= 1;
                neighbours[*start as usize] = neighbour;
            }
        })?;
        Ok(Graph { starts, neighbours })
    }

    /// Neighbours of `node`.
    pub(super) fn neighbours(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.neighbours[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// Calls `link` with the two nodes of each link, the smaller one first.
fn each_link(
    blocks: &[Vec<u8>],
    nodes: u32,
    link: &mut impl FnMut(u32, u32),
) -> Result<(), (usize, FormatError)> {
    let mut first = 0;
    for (number, block) in blocks.iter().enumerate() {
        first = links_of_block(block, first, nodes, link).map_err(|error| (number, error))?;
    }
    if first != nodes {
        let (expected, found) = (nodes.into(), first.into());
        let last = blocks.len().saturating_sub(1);
        return Err((last, FormatError::Truncated { what: "nodes of the graph", expected, found }));
    }
    Ok(())
}

/// Reads a block whose first list is that of node `first`; returns the node after its last one.
fn links_of_block(
    block: &[u8],
    first: u32,
    nodes: u32,
    link: &mut impl FnMut(u32, u32),
) -> Result<u32, FormatError> {
    let mut cursor = Cursor::new(block);
    let count = cursor.varint_up_to("nodes of a block of the graph", nodes - first)?;
    let mut bits = BitReader::new(cursor.take("graph", cursor.remaining())?);
    for node in first..first + count {
        let above = nodes - 1 - node;
        let length = bits.rice(LENGTH_PARAMETER, above, "neighbours of a node")?;
        if length == 0 {
            continue;
        }
        let parameter = bits.bits(PARAMETER_BITS, "neighbours of a node")?;
        let mut least = node + 1;
        for _ in 0..length {
            if least >= nodes {
                let at_most = u64::from(nodes - 1);
                return Err(FormatError::OutOfRange { what: "neighbour", at_most, found: least.into() });
            }
            let neighbour = least + bits.rice(parameter, nodes - 1 - least, "neighbour")?;
            link(node, neighbour);
            least = neighbour + 1;
        }
    }
    bits.end("block of the graph")?;
    Ok(first + count)
}
