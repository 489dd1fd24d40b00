//! Haddock.

use super::{AnchorSymbol, Generator, NONE};
use crate::html::dom::Attributes;
use crate::inject::search_place::{IN_HEADER, SearchPlace, Side};

pub(super) const HADDOCK: Generator = Generator {
    excludes: &["doc-index.html", "doc-index-*.html"],
    is_furniture: Some(is_source_link),
    anchor_symbol: Some(anchor_symbol),
    // Its script adds "Quick Jump" at the start of the menu.
    search_places: &[SearchPlace {
        at: "#package-header",
        side: Side::Inside,
        hides: "html:has(script[src*=haddock-bundle]) #page-menu>li:first-child",
        keys: "s",
        style: IN_HEADER,
    }],
    ..NONE
};

/// The boxes with the name of a page's module, and with the list of all modules.
fn anchor_symbol(_: &str, anchor: &str, _: &str) -> Option<AnchorSymbol> {
    matches!(anchor, "module-header" | "module-list").then_some(AnchorSymbol::Nothing)
}

fn is_source_link(tag: &str, attributes: &Attributes<'_>) -> bool {
    let leads_to_source = || attributes.href.is_some_and(|href| href.starts_with("src/"));
    tag == "a" && attributes.has_class("link") && leads_to_source()
}
