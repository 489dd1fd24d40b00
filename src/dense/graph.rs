//! The graph as a search walks through it: for each node its neighbours.
//!
//! Links have no direction, and on the wire each stands once, with the node of the smaller number. Reading makes both
//! directions of it, since a search that decoded lists at each visit would spend as much time on that as on comparing.

use super::bits::{BitReader, MAX_PARAMETER};
use crate::format::{Cursor, FormatError};

/// Parameter of the Rice code of a list's length: lists have about eleven entries.
pub(super) const LENGTH_PARAMETER: u32 = 3;

/// Bits that say the parameter of a list's distances.
pub(super) const PARAMETER_BITS: u32 = MAX_PARAMETER.ilog2() + 1;

/// Links for each node on average, at most: keeps what a hostile file can ask for within some bytes per vector. The
/// writer makes a third of it.
const MAX_MEAN_LINKS: u64 = 32;

/// Both directions of all links.
#[derive(Debug)]
pub(super) struct Graph {
    /// Where the neighbours of each node begin in `neighbours`, and where the last ones end.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Reads and checks a graph over `nodes` nodes out of its blocks, in order.
    ///
    /// # Errors
    /// With the number of the block: a node that does not exist, more or fewer lists than nodes, too many links, too few
    /// bytes or too many. Memory: 4 bytes per node and 8 per link. Cost: two passes.
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

/// Calls `link` with the ends of each link, the smaller one first.
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

/// Reads a block whose first list is that of node `first`, and gives the number of the node behind its last one.
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
