//! Docusaurus.

use super::{Generator, NONE};

pub(super) const DOCUSAURUS: Generator = Generator {
    furniture: &["hash-link"],
    permalink_signs: &['\u{200b}'],
    heading_signs: &['\u{200b}'],
    content_classes: &["theme-doc-markdown"],
    ..NONE
};
