//! Reads the link file: bytes in, a checked [`LinkGraph`] out.

use crate::format::{Cursor, FileKind, FormatError, Generation, read_header};
use crate::ids::PageId;

/// A page that another one is linked with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The other page; never the page itself.
    pub page: PageId,
    /// What this link is among all links of the two pages: its strength / √(strength of the one page's links ×
    /// strength of the other's). Above 0, at most 1.
    pub closeness: f32,
}

/// The link graph, without directions, with the links from pages to their parents.
///
/// No page is its own neighbour. Memory: 4 bytes for each page and 16 for each pair of linked pages.
#[derive(Debug)]
pub struct LinkGraph {
    /// End of each page's neighbours; they start at the end of the page before.
    ends: Vec<u32>,
    neighbours: Vec<Neighbour>,
}

/// A link in the file, or from a page to its parent.
struct Edge {
    from: PageId,
    to: PageId,
    /// 1 for one link and for a parent, and one more for each doubling of links.
    strength: u32,
}

impl LinkGraph {
    /// Checks every count and id of a file. `pages` is the index's number of pages.
    ///
    /// # Errors
    /// Violations of FORMAT.md. Allocates in proportion to the bytes given. Cost: two passes over the bytes.
    pub fn read(file: &[u8], generation: Generation, pages: u32) -> Result<Self, FormatError> {
        let cursor = read_header(file, FileKind::Links, generation)?;
        // Each page takes two bytes at least.
        let (expected, found) = (2 * u64::from(pages), cursor.remaining() as u64);
        if expected > found {
            return Err(FormatError::truncated("pages of links", expected, found));
        }
        let mut counts = vec![0u32; pages as usize];
        let mut strengths = vec![0u64; pages as usize];
        each_edge(cursor.clone(), pages, &mut |edge| {
            for page in [edge.from, edge.to] {
                counts[page.index()] += 1;
                strengths[page.index()] += u64::from(edge.strength);
            }
        })?;
        let mut next = 0;
        // The place of each page's next neighbour, and in the end the end of its neighbours.
        let mut ends = counts;
        for count in &mut ends {
            (*count, next) = (next, next + *count);
        }
        let mut neighbours = vec![Neighbour { page: PageId(0), closeness: 0.0 }; next as usize];
        each_edge(cursor, pages, &mut |edge| {
            let of_both = strengths[edge.from.index()] as f32 * strengths[edge.to.index()] as f32;
            let closeness = edge.strength as f32 / of_both.sqrt();
            for (page, of) in [(edge.to, edge.from), (edge.from, edge.to)] {
                let place = &mut ends[of.index()];
                neighbours[*place as usize] = Neighbour { page, closeness };
                *place += 1;
            }
        })?;
        Ok(LinkGraph { ends, neighbours })
    }

    /// Number of pages, with or without links.
    pub fn pages(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The pages that `page` links to or that link to it, its parent and its children; a page with two of these
    /// relations comes twice. Empty for an unknown page.
    pub fn neighbours(&self, page: PageId) -> &[Neighbour] {
        let end = self.ends.get(page.index()).map_or(0, |end| *end as usize);
        let start = page.index().checked_sub(1).and_then(|before| self.ends.get(before));
        let start = start.map_or(0, |start| *start as usize).min(end);
        &self.neighbours[start..end]
    }
}

/// Reads all links, and checks them.
fn each_edge(mut cursor: Cursor<'_>, pages: u32, found: &mut dyn FnMut(Edge)) -> Result<(), FormatError> {
    for from in (0..pages).map(PageId) {
        let parent = cursor.varint_up_to("parent page", pages)?;
        if let Some(parent) = parent.checked_sub(1) {
            other("parent page other than its own", from, parent)?;
            found(Edge { from, to: PageId(parent), strength: 1 });
        }
        let count = cursor.varint_up_to("targets of a page", pages - 1)?;
        let mut least = 0u64;
        for _ in 0..count {
            let to = least + u64::from(cursor.varint("target page")?);
            if to >= u64::from(pages) {
                let at_most = u64::from(pages - 1);
                return Err(FormatError::out_of_range("target page", at_most, to));
            }
            least = to + 1;
            let to = to as u32;
            other("target page other than its own", from, to)?;
            let links = cursor.varint_up_to("links less one", u32::MAX - 1)? + 1;
            found(Edge { from, to: PageId(to), strength: 1 + links.ilog2() });
        }
    }
    cursor.end("link file")
}

fn other(what: &'static str, own: PageId, found: u32) -> Result<(), FormatError> {
    if found == own.0 {
        return Err(FormatError::not_rising(what, found.into(), found.into()));
    }
    Ok(())
}
