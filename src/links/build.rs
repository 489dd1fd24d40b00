//! Writes the link file.

use std::collections::BTreeMap;

use crate::format::{FileKind, Generation, Writer, write_header};
use crate::ids::PageId;

/// One link between pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The page that contains the link.
    pub from: PageId,
    /// The page that it leads to.
    pub to: PageId,
}

/// Why links cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// A link from or to a page that does not exist, or a parent that does not.
    #[error("a page below {pages} expected, found a link from page {} to page {}", link.from.0, link.to.0)]
    UnknownPage {
        /// Pages of the site.
        pages: u32,
        /// The link; of a parent, the link to it.
        link: Link,
    },
}

/// Writes the link file of a site with one of `parents` for each page. Links may come in any order and repeatedly.
/// Links of a page to itself are dropped, since they say nothing about other pages. Cost: one sort of the links.
///
/// # Errors
/// A link to or from a page that does not exist, or a parent that does not.
pub fn build(
    links: &[Link],
    parents: &[Option<PageId>],
    generation: Generation,
) -> Result<Vec<u8>, LinkError> {
    let pages = parents.len() as u32;
    let known = |link: Link| match link {
        Link { from, to } if from.0 < pages && to.0 < pages => Ok(()),
        _ => Err(LinkError::UnknownPage { pages, link }),
    };
    let mut counts: BTreeMap<(PageId, PageId), u32> = BTreeMap::new();
    for &link in links {
        known(link)?;
        if link.from != link.to {
            *counts.entry((link.from, link.to)).or_default() += 1;
        }
    }
    let mut writer = Writer::new();
    write_header(&mut writer, FileKind::Links, generation);
    for (page, parent) in (0..).map(PageId).zip(parents) {
        let parent = parent.filter(|parent| *parent != page);
        parent.map_or(Ok(()), |to| known(Link { from: page, to }))?;
        writer.varint(parent.map_or(0, |parent| parent.0 + 1));
        let targets = counts.range((page, PageId(0))..=(page, PageId(u32::MAX)));
        writer.varint(targets.clone().count() as u32);
        let mut least = 0;
        for ((_, to), count) in targets {
            writer.varint(to.0 - least);
            writer.varint(count - 1);
            least = to.0 + 1;
        }
    }
    Ok(writer.finish())
}
