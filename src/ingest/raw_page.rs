//! A page before the rest of the site is known: [`RawPage`].

use super::href::Target;
use super::page::Section;
use super::page_metadata::PageMetadata;

/// A link of the content, its target not yet checked.
#[derive(Debug)]
pub(super) struct LinkDraft {
    /// Number of the section it stands in: of the draft until the outline is finished.
    pub(super) from: usize,
    pub(super) target: Target,
    pub(super) text: String,
}

/// A page read on its own, before the rest of the site is known.
#[derive(Debug)]
pub struct RawPage {
    pub(super) url: String,
    pub(super) language: String,
    pub(super) metadata: PageMetadata,
    /// The page marks its content by `data-docfuse-body` or `data-pagefind-body`.
    pub(super) has_body: bool,
    /// `<title>`, the page's heading, `og:title`. Each may be empty.
    pub(super) titles: [String; 3],
    pub(super) sections: Vec<Section>,
    /// Their `from` are numbers of sections.
    pub(super) links: Vec<LinkDraft>,
    /// Every id of the content with the number of its section, sorted by id.
    pub(super) places: Vec<(String, usize)>,
}
