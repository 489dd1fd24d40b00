//! Reads the link file: bytes in, a checked [`LinkGraph`] out.

use crate::format::{Cursor, FileKind, FormatError, Generation, read_header};
use crate::ids::PageId;

/// A page that another one links to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The page linked to; never the page itself.
    pub page: PageId,
    /// Number of links to it.
    pub links: u32,
}

/// The link graph. Memory: 8 bytes per page and 8 per pair of linked pages.
#[derive(Debug)]
pub struct LinkGraph {
    /// End of each page's targets; they start at the end of the page before.
    ends: Vec<u32>,
    targets: Vec<Target>,
    linking_pages: Vec<u32>,
}

impl LinkGraph {
    /// Checks every count and id of a file. `pages` is the index's number of pages.
    ///
    /// # Errors
    /// Violations of FORMAT.md. Allocates in proportion to the bytes given. Cost: one pass over the bytes.
    pub fn read(file: &[u8], generation: Generation, pages: u32) -> Result<Self, FormatError> {
        let mut cursor = read_header(file, FileKind::Links, generation)?;
        if pages as usize > cursor.remaining() {
            let found = cursor.remaining() as u64;
            return Err(FormatError::Truncated { what: "pages of links", expected: pages.into(), found });
        }
        let mut graph =
            LinkGraph { ends: Vec::new(), targets: Vec::new(), linking_pages: vec![0; pages as usize] };
        for page in (0..pages).map(PageId) {
            graph.read_targets(&mut cursor, page, pages)?;
            graph.ends.push(graph.targets.len() as u32);
        }
        cursor.end("link file")?;
        Ok(graph)
    }

    fn read_targets(&mut self, cursor: &mut Cursor<'_>, from: PageId, pages: u32) -> Result<(), FormatError> {
        let count = cursor.varint_up_to("targets of a page", pages - 1)?;
        let mut least = 0u64;
        for _ in 0..count {
            let to = least + u64::from(cursor.varint("target page")?);
            if to >= u64::from(pages) {
                let at_most = u64::from(pages - 1);
                return Err(FormatError::OutOfRange { what: "target page", at_most, found: to });
            }
            if to == u64::from(from.0) {
                return Err(FormatError::NotRising {
                    what: "target page other than its own",
                    after: to,
                    found: to,
                });
            }
            least = to + 1;
            let page = PageId(to as u32);
            let links = cursor.varint_up_to("links less one", u32::MAX - 1)? + 1;
            self.targets.push(Target { page, links });
            self.linking_pages[page.index()] += 1;
        }
        Ok(())
    }

    /// Number of pages, with or without links.
    pub fn pages(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The pages that `page` links to, rising; empty for an unknown page.
    pub fn targets(&self, page: PageId) -> impl Iterator<Item = Target> + '_ {
        let end = self.ends.get(page.index()).map_or(0, |end| *end as usize);
        let start = page.index().checked_sub(1).and_then(|before| self.ends.get(before));
        let start = start.map_or(0, |start| *start as usize).min(end);
        self.targets[start..end].iter().copied()
    }

    /// Number of other pages that link to `page`; 0 for an unknown page.
    pub fn linking_pages(&self, page: PageId) -> u32 {
        self.linking_pages.get(page.index()).copied().unwrap_or(0)
    }
}
