//! A page read alone, before the other pages of the site: [`RawPage`].

use super::href::Target;
use super::page::Section;
use super::page_metadata::PageMetadata;

/// A link of the content, with an unchecked target.
#[derive(Debug)]
pub(super) struct LinkDraft {
    /// Number of its section; of its draft until the outline is finished.
    pub(super) from: usize,
    pub(super) target: Target,
    pub(super) text: String,
}

/// A page read alone.
#[derive(Debug)]
pub struct RawPage {
    pub(super) url: String,
    pub(super) language: String,
    pub(super) metadata: PageMetadata,
    /// Whether the page marks its content by `data-docfuse-body` or `data-pagefind-body`.
    pub(super) has_body: bool,
    /// `<title>`, the page's heading, `og:title`. Each may be empty.
    pub(super) titles: [String; 3],
    pub(super) sections: Vec<Section>,
    /// Links; `from` is the number of a section.
    pub(super) links: Vec<LinkDraft>,
    /// The ids in the content with the number of their section, sorted by id.
    pub(super) places: Vec<(String, usize)>,
}
