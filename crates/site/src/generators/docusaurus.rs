//! Docusaurus.

use super::{Generator, NONE};

pub(super) const DOCUSAURUS: Generator = Generator {
    furniture: &[
        "hash-link",
        // The version of the page, and who changed it when.
        "theme-doc-version-badge",
        "theme-doc-version-banner",
        "theme-edit-this-page",
        "theme-last-updated",
    ],
    permalink_signs: &['\u{200b}'],
    heading_signs: &['\u{200b}'],
    content_classes: &["theme-doc-markdown"],
    version_metas: &["docusaurus_version"],
    ..NONE
};
