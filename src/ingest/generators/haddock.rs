//! Haddock.

use super::{Generator, NONE};
use crate::ingest::dom::Attributes;

pub(super) const HADDOCK: Generator = Generator {
    excludes: &["doc-index.html", "doc-index-*.html"],
    is_furniture: Some(is_source_link),
    ..NONE
};

fn is_source_link(tag: &str, attributes: &Attributes<'_>) -> bool {
    let leads_to_source = || attributes.href.is_some_and(|href| href.starts_with("src/"));
    tag == "a" && attributes.has_class("link") && leads_to_source()
}
