//! The graph as it lies in the file: neighbour lists are checked once, and decoded again at each visit.
//!
//! A list decoded costs 256 bytes of memory per node and one coded about 80, while a visit spends most of its time
//! on comparing the neighbours; so [`Graph`] keeps only where each list begins.

use super::layout::{MAX_NEIGHBOURS, MAX_UPPER_LAYERS, Rising};
use crate::format::{Cursor, FormatError};

/// Where the lists of all layers are.
#[derive(Debug)]
pub(super) struct Graph {
    /// Position in the file of each node's list on the base layer.
    base: Vec<u32>,
    /// From the lowest to the topmost.
    pub(super) upper: Vec<UpperLayer>,
    /// Node from which a search starts, on the topmost layer; none in a graph without nodes.
    pub(super) entry: Option<u32>,
}

/// A layer that holds some of the nodes.
#[derive(Debug)]
pub(super) struct UpperLayer {
    /// The nodes, rising.
    nodes: Vec<u32>,
    /// Position in the file of each node's list; its ids are positions in `nodes`.
    lists: Vec<u32>,
}

impl Graph {
    /// Reads and checks a graph over `nodes` nodes; `cursor` counts positions from the start of the file.
    ///
    /// # Errors
    /// A list longer than [`MAX_NEIGHBOURS`], an id that does not exist on its layer, too many layers, or too few
    /// bytes. Memory: 4 bytes per node and 8 per node of an upper layer, each of which takes a byte or more of
    /// the file.
    pub(super) fn read(cursor: &mut Cursor<'_>, nodes: u32) -> Result<Self, FormatError> {
        let base = lists(cursor, nodes)?;
        let count = cursor.varint_up_to("graph layers", MAX_UPPER_LAYERS)?;
        let mut upper: Vec<UpperLayer> = Vec::new();
        for _ in 0..count {
            let below = upper.last().map(|layer| layer.nodes.as_slice());
            let below_len = below.map_or(nodes, |below| below.len() as u32);
            let len = cursor.varint_up_to("nodes of a graph layer", below_len)?;
            let mut rising = Rising::new(below_len);
            let mut layer_nodes = Vec::new();
            for _ in 0..len {
                let position = rising.next(cursor, "node of a graph layer")?;
                layer_nodes.push(below.map_or(position, |below| below[position as usize]));
            }
            upper.push(UpperLayer { nodes: layer_nodes, lists: lists(cursor, len)? });
        }
        let entry = match nodes {
            0 => None,
            _ => {
                let top = upper.last().map(|layer| layer.nodes.as_slice());
                let len = top.map_or(nodes, |top| top.len() as u32);
                let position = Rising::new(len).next(cursor, "entry node of the graph")?;
                Some(top.map_or(position, |top| top[position as usize]))
            }
        };
        Ok(Graph { base, upper, entry })
    }

    /// Neighbours of `node` on the base layer.
    pub(super) fn neighbours<'a>(&self, file: &'a [u8], node: u32) -> Neighbours<'a> {
        Neighbours::new(file, self.base[node as usize], self.base.len() as u32)
    }
}

impl UpperLayer {
    /// Neighbours of `node` on this layer; none if it is not here.
    pub(super) fn neighbours<'a>(&'a self, file: &'a [u8], node: u32) -> impl Iterator<Item = u32> + 'a {
        let position = self.nodes.binary_search(&node).ok();
        position
            .into_iter()
            .flat_map(move |position| Neighbours::new(file, self.lists[position], self.nodes.len() as u32))
            .map(|position| self.nodes[position as usize])
    }
}

/// Checks one list for each of `nodes` nodes, and says where each begins.
fn lists(cursor: &mut Cursor<'_>, nodes: u32) -> Result<Vec<u32>, FormatError> {
    let what = "neighbour lists";
    if nodes as usize > cursor.remaining() {
        let found = cursor.remaining() as u64;
        return Err(FormatError::Truncated { what, expected: nodes.into(), found });
    }
    let mut begins = Vec::with_capacity(nodes as usize);
    for _ in 0..nodes {
        begins.push(cursor.position() as u32);
        let len = cursor.varint_up_to("neighbours of a node", MAX_NEIGHBOURS)?;
        let mut rising = Rising::new(nodes);
        for _ in 0..len {
            rising.next(cursor, "neighbour")?;
        }
    }
    Ok(begins)
}

/// Decodes one list that [`Graph::read`] has checked; on other bytes it ends early.
pub(super) struct Neighbours<'a> {
    cursor: Cursor<'a>,
    rising: Rising,
    left: u32,
}

impl<'a> Neighbours<'a> {
    fn new(file: &'a [u8], begin: u32, below: u32) -> Self {
        let mut cursor = Cursor::new(file.get(begin as usize..).unwrap_or_default());
        let left = cursor.varint("neighbours of a node").unwrap_or(0);
        Neighbours { cursor, rising: Rising::new(below), left }
    }
}

impl Iterator for Neighbours<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        self.rising.next(&mut self.cursor, "neighbour").ok()
    }
}
