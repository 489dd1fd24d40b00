//! A page before the rest of the site is known: [`RawPage`].

use super::href::Target;
use super::page::Section;
use super::page_metadata::PageMetadata;

/// A link of the content, its target not yet checked.
#[derive(Debug)]
pub(super) struct LinkDraft {
    /// Number of the draft section it stands in.
    pub(super) from: usize,
    pub(super) target: Target,
    pub(super) text: String,
}

/// A page read on its own, before the rest of the site is known.
#[derive(Debug)]
pub struct RawPage {
    pub(super) url: String,
    pub(super) language: String,
    pub(super) marks: PageMetadata,
    /// It says itself where its content stands.
    pub(super) has_body: bool,
    /// `<title>`, the first heading, `og:title`: each may be empty.
    pub(super) titles: [String; 3],
    pub(super) sections: Vec<Section>,
    /// `from` counts sections.
    pub(super) links: Vec<LinkDraft>,
    /// Every id of the content and its section, sorted by id.
    pub(super) places: Vec<(String, usize)>,
}
