//! Reads the parts of the dense index: the root of the graph, its blocks of nodes, and clusters of vectors.

use super::MAX_DIMENSIONS;
use super::codes::inverse_length;
use super::layout::{Bits, CodeLayout, Lists};
use crate::format::{Cursor, FormatError};
use crate::ids::SectionId;
use crate::limits::MAX_SECTIONS;

/// Vectors of one layout, and 1 / the length of the codes of each.
#[derive(Debug)]
pub(super) struct Rows {
    pub layout: CodeLayout,
    codes: Vec<u8>,
    inverse_lengths: Vec<f32>,
}

impl Rows {
    /// Reads `count` vectors: codes, or their differences from those of `middle`.
    fn read(
        cursor: &mut Cursor<'_>,
        count: usize,
        layout: CodeLayout,
        middle: Option<&[u8]>,
        what: &'static str,
    ) -> Result<Self, FormatError> {
        let mut codes = cursor.take(what, count.saturating_mul(layout.bytes()))?.to_vec();
        if let Some(middle) = middle {
            for row in codes.chunks_exact_mut(layout.bytes()) {
                row.iter_mut().zip(middle).for_each(|(codes, from)| *codes = layout.bits.sum(*codes, *from));
            }
        }
        let inverse_lengths =
            codes.chunks_exact(layout.bytes()).map(|codes| inverse_length(codes, layout)).collect();
        Ok(Rows { layout, codes, inverse_lengths })
    }

    /// The codes of each vector with 1 / their length.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], f32)> {
        self.codes.chunks_exact(self.layout.bytes()).zip(self.inverse_lengths.iter().copied())
    }

    /// Those of one vector.
    pub fn get(&self, number: usize) -> (&[u8], f32) {
        let row = self.layout.bytes();
        (&self.codes[number * row..(number + 1) * row], self.inverse_lengths[number])
    }

    pub fn len(&self) -> usize {
        self.inverse_lengths.len()
    }
}

/// The root of the graph: its upper layer, a centre for each block of nodes.
#[derive(Debug)]
pub struct Root {
    layout: CodeLayout,
    /// Number of filter values that clusters name.
    values: u32,
    /// First node of each block, then the number of nodes.
    starts: Vec<u32>,
    pub(super) centres: Rows,
    /// Filter values of the sections of each block.
    held: Lists,
}

impl Root {
    /// Reads the root of a graph with `blocks` blocks of nodes.
    ///
    /// # Errors
    /// Violations of FORMAT.md. Memory: a small multiple of the bytes.
    pub fn read(bytes: &[u8], blocks: usize) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let bits = Bits::read(&mut cursor)?;
        let dimensions = cursor.varint_up_to("dimensions less one", MAX_DIMENSIONS as u32 - 1)? as usize + 1;
        let layout = CodeLayout { bits, dimensions };
        let values = cursor.varint("filter values")?;
        let mut starts = vec![0];
        let mut next = 0;
        for _ in 0..blocks {
            next += cursor.varint_up_to("nodes of a block", MAX_SECTIONS - next)?;
            starts.push(next);
        }
        let held = Lists::read(&mut cursor, if values > 0 { blocks } else { 0 }, values, "value of a block")?;
        let centres = Rows::read(&mut cursor, blocks, layout.of_centres(), None, "centres")?;
        cursor.end("root of the graph")?;
        Ok(Root { layout, values, starts, centres, held })
    }

    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.layout.dimensions
    }

    /// Number of clusters; each is a node of the graph.
    pub fn nodes(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The block of a node, from 0, and the node's place in it; `None` beyond the last node. Cost: a binary search.
    pub fn locate(&self, node: u32) -> Option<(usize, usize)> {
        let block = self.starts.partition_point(|start| *start <= node) - 1;
        (node < self.nodes()).then(|| (block, (node - self.starts[block]) as usize))
    }

    /// The nodes of a block; none of an unknown one.
    pub fn nodes_of(&self, block: usize) -> std::ops::Range<u32> {
        match (self.starts.get(block), self.starts.get(block + 1)) {
            (Some(start), Some(end)) => *start..*end,
            _ => 0..0,
        }
    }

    pub(super) fn layout(&self) -> CodeLayout {
        self.layout
    }

    /// The filter values of a block; `None` if clusters name none.
    pub(super) fn held(&self, block: usize) -> Option<&[u32]> {
        (self.values > 0).then(|| self.held.of(block))
    }
}

/// A block of nodes of the graph: the centres of clusters and their links.
#[derive(Debug)]
pub struct Nodes {
    pub(super) centres: Rows,
    links: Lists,
    /// Filter values of the sections of each cluster.
    held: Option<Lists>,
}

impl Nodes {
    /// Reads a block of a graph, from 0.
    ///
    /// # Errors
    /// Violations of FORMAT.md. Memory: a small multiple of the bytes.
    pub fn read(bytes: &[u8], root: &Root, block: usize) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let count = root.nodes_of(block).len();
        let links = Lists::read(&mut cursor, count, root.nodes(), "link of a node")?;
        let held = (root.values > 0)
            .then(|| Lists::read(&mut cursor, count, root.values, "value of a cluster"))
            .transpose()?;
        let middle = (block < root.centres.len()).then(|| root.centres.get(block).0);
        let centres = Rows::read(&mut cursor, count, root.layout.of_centres(), middle, "centres")?;
        cursor.end("nodes of the graph")?;
        Ok(Nodes { centres, links, held })
    }

    /// The nodes that a node of this block is linked with.
    pub(super) fn links(&self, place: usize) -> &[u32] {
        self.links.of(place)
    }

    /// The filter values of a cluster; `None` if clusters name none.
    pub(super) fn held(&self, place: usize) -> Option<&[u32]> {
        self.held.as_ref().map(|held| held.of(place))
    }
}

/// The vectors of a cluster, and the sections of their windows.
#[derive(Debug)]
pub struct Cluster {
    pub(super) rows: Rows,
    /// Section of the first window of each vector.
    pub(super) sections: Vec<SectionId>,
    /// Further windows: a vector, and the section.
    pub(super) repeats: Vec<(u32, SectionId)>,
}

impl Cluster {
    /// Reads the block of a cluster. `sections` is the index's number of sections.
    ///
    /// # Errors
    /// Violations of FORMAT.md. Memory: a small multiple of the bytes.
    pub fn read(bytes: &[u8], root: &Root, sections: u32) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let what = "section of a window";
        let below = |found: u64| match found < u64::from(sections) {
            true => Ok(SectionId(found as u32)),
            false => {
                let at_most = u64::from(sections.saturating_sub(1));
                Err(FormatError::out_of_range(what, at_most, found))
            }
        };
        let mut before = 0;
        let of_vectors = cursor.list("vectors", u32::MAX, &mut |cursor| {
            let section = below(u64::from(before) + u64::from(cursor.varint(what)?))?;
            before = section.0;
            Ok(section)
        })?;
        let last = (of_vectors.len() as u32).saturating_sub(1);
        let mut vector = 0;
        let repeats = cursor.list("repeated windows", u32::MAX, &mut |cursor| {
            vector += cursor.varint_up_to("vector of a repeated window", last - vector)?;
            Ok((vector, below(cursor.varint(what)?.into())?))
        })?;
        if of_vectors.is_empty() && !repeats.is_empty() {
            return Err(FormatError::truncated("vectors", 1, 0));
        }
        let middle = cursor.take("middle of a cluster", root.layout.bytes())?;
        let rows = Rows::read(&mut cursor, of_vectors.len(), root.layout, Some(middle), "vector codes")?;
        cursor.end("cluster")?;
        Ok(Cluster { rows, sections: of_vectors, repeats })
    }

    /// Number of distinct vectors.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
