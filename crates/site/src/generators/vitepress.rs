//! VitePress.

use super::{Generator, NONE};

pub(super) const VITEPRESS: Generator = Generator {
    // The language of a block of code.
    is_furniture: Some(|tag, attributes| tag == "span" && attributes.class == "lang"),
    flags: &["VPBadge"],
    permalink_signs: &['\u{200b}'],
    heading_signs: &['\u{200b}'],
    content_classes: &["vp-doc"],
    ..NONE
};
