//! The reader of the dense file: bytes in, a checked [`DenseIndex`] out.

use std::ops::Range;

use super::MAX_DIMENSIONS;
use super::codes::inverse_length;
use super::graph::Graph;
use super::layout::Rising;
use crate::format::{Cursor, FileKind, FormatError, Generation, read_header};
use crate::ids::{SectionId, WindowId};
use crate::limits::MAX_FILE_BYTES;

/// Vectors and graph of one index, over the bytes of the file.
///
/// Memory beside the file: 4 bytes per window, 12 per node and 8 per node of an upper layer, about 20 per window in
/// all.
#[derive(Debug)]
pub struct DenseIndex {
    pub(super) file: Vec<u8>,
    pub(super) graph: Graph,
    dimensions: usize,
    codes: Range<usize>,
    /// For each node, 1 / length of its codes.
    pub(super) inverse_lengths: Vec<f32>,
    /// For each window its section.
    sections: Vec<SectionId>,
    /// For each node its first window, rising.
    first_windows: Vec<WindowId>,
    /// Further windows of nodes, in the order of the nodes.
    repeats: Vec<(u32, WindowId)>,
}

impl DenseIndex {
    /// Checks every count and id of a file. `sections` is the number of sections that the index has.
    ///
    /// # Errors
    /// Whatever is not as FORMAT.md says. Nothing is allocated for more than the bytes that are there. Cost: one
    /// pass over the bytes, about 2 ms for 5,000 windows of 384 dimensions.
    pub fn read(file: Vec<u8>, generation: Generation, sections: u32) -> Result<Self, FormatError> {
        if file.len() as u64 > MAX_FILE_BYTES {
            let found = file.len() as u64;
            return Err(FormatError::OutOfRange { what: "dense file", at_most: MAX_FILE_BYTES, found });
        }
        let header = read_header(&file, FileKind::Dense, generation)?;
        let start = header.position();
        // Positions of lists are kept as positions in the file, so the cursor starts at its first byte.
        let mut cursor = Cursor::new(&file);
        cursor.take("header", start)?;
        let dimensions = cursor.varint_up_to("dimensions less one", MAX_DIMENSIONS as u32 - 1)? as usize + 1;
        let sections = read_sections(&mut cursor, sections)?;
        let (first_windows, repeats) = read_nodes(&mut cursor, sections.len() as u32)?;
        let nodes = first_windows.len();
        let start = cursor.position();
        let codes = cursor.take("vector codes", nodes.saturating_mul(dimensions))?;
        let inverse_lengths = codes.chunks_exact(dimensions).map(inverse_length).collect();
        let codes = start..cursor.position();
        let graph = Graph::read(&mut cursor, nodes as u32)?;
        cursor.end("dense file")?;
        Ok(DenseIndex { graph, dimensions, codes, inverse_lengths, sections, first_windows, repeats, file })
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Number of windows.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Whether there is no window.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Number of distinct vectors.
    pub(super) fn nodes(&self) -> usize {
        self.first_windows.len()
    }

    pub(super) fn codes(&self, node: u32) -> &[u8] {
        let start = self.codes.start + node as usize * self.dimensions;
        &self.file[start..start + self.dimensions]
    }

    /// The windows of a node, rising.
    pub(super) fn windows(&self, node: u32) -> impl Iterator<Item = WindowId> + '_ {
        let start = self.repeats.partition_point(|(of, _)| *of < node);
        let repeats = self.repeats[start..].iter().take_while(move |(of, _)| *of == node);
        std::iter::once(self.first_windows[node as usize]).chain(repeats.map(|(_, window)| *window))
    }

    pub(super) fn section(&self, window: WindowId) -> SectionId {
        self.sections[window.index()]
    }
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

type Nodes = (Vec<WindowId>, Vec<(u32, WindowId)>);

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
        repeats.push((node, WindowId(window)));
    }
    first_windows.extend((next..windows).map(WindowId));
    repeats.sort_unstable();
    Ok((first_windows, repeats))
}
